#include "app/opinion_desk.hpp"

#include <exception>
#include <utility>

#include "kalah/stop_token.hpp"

namespace kalah::app {

OpinionDesk::OpinionDesk(Judge judge, RecordKeeper& keeper, net::Answers& answers)
    : judge_(std::move(judge)), keeper_(keeper), answers_(answers), thread_(std::in_place, 1) {}

OpinionDesk::~OpinionDesk() {
    thread_.reset();
    for (net::Opinion& opinion : waiting_) keeper_.keep(std::move(opinion), std::nullopt);
}

void OpinionDesk::add(net::Opinion opinion) {
    constexpr std::chrono::minutes kAtMost{1};  // his turn included; the judge has his own limit
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= kMostWaiting) {
            keeper_.drop_opinion();
            return answers_.opinion_kept(opinion.session);
        }
        waiting_.push_back(std::move(opinion));
    }
    thread_->add(net::Clock::now() + kAtMost, [this](std::size_t /*the only one*/,
                                                     const StopToken& stop) { judge_first(stop); });
}

// Returned, not assigned inside the try: GCC 12 lets an assigned optional keep the last verdict.
std::optional<OpinionDesk::Verdict> OpinionDesk::verdict_on(const net::Opinion& opinion,
                                                            const StopToken& stop) {
    try {
        return judge_(opinion, stop);
    } catch (const std::exception&) {  // memory can run out
        return std::nullopt;
    }
}

void OpinionDesk::judge_first(const StopToken& stop) {
    std::unique_lock lock(mutex_);
    const net::Opinion first = waiting_.front();
    lock.unlock();
    const std::optional<Verdict> verdict = verdict_on(first, stop);
    lock.lock();
    keeper_.keep(std::move(waiting_.front()), verdict);  // perhaps without its name by now
    waiting_.pop_front();
    lock.unlock();
    answers_.opinion_kept(first.session);
}

void OpinionDesk::forget(const std::string& token) {
    const std::lock_guard lock(mutex_);
    for (net::Opinion& opinion : waiting_)
        if (opinion.about.token == token) opinion.about = {store::kForgotten, "", "", ""};
    keeper_.forget(token);
}

}  // namespace kalah::app
