#include "browser/desk.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace kalah::browser {
namespace {

// What waits of one visitor. The network lets 200 messages through at once: as much waits only if
// the desk cannot keep up.
constexpr std::size_t kMostWaiting = 400;
constexpr std::size_t kMostBytes = std::size_t{256} * 1024;
/// Of all together; those who have little may say it nevertheless.
constexpr std::size_t kMostBytesOfAll = std::size_t{16} * 1024 * 1024;
constexpr std::size_t kSmall = 4096;
/// Who takes more of the desk's time at once waits for so many times as long before his next turn.
constexpr std::chrono::milliseconds kFree{2};
constexpr int kPause = 3;

}  // namespace

Desk::Desk(net::SiteLinks& links, Files files, const MakeServices& services, net::Log log)
    : links_(links), files_(std::move(files)), log_(std::move(log)) {
    services_ = services(*this);
    for (const auto& service : services_)
        for (auto& [verb, handler] : service->handlers())
            handlers_.emplace(verb, std::move(handler));
    thread_ = std::thread([this] { run(); });
}

Desk::~Desk() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_one();
    thread_.join();
    while (!services_.empty()) services_.pop_back();
}

const net::SiteFile* Desk::file(std::string_view path) const {
    return files_ ? files_(path) : nullptr;
}

void Desk::came(VisitId visit, std::string_view host) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.try_emplace(visit);
    }
    post([this, visit, host = std::string(host)] {
        for (const auto& service : services_) service->came(visit, host);
    });
}

void Desk::said(VisitId visit, std::string message) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = waiting_.find(visit);
        if (ending_ || found == waiting_.end()) return;
        Waiting& his = found->second;
        his.bytes += message.size();
        bytes_waiting_ += message.size();
        his.messages.push_back({net::Clock::now(), std::move(message)});
        if (his.messages.size() <= kMostWaiting && his.bytes <= kMostBytes &&
            (bytes_waiting_ <= kMostBytesOfAll || his.bytes <= kSmall)) {
            if (his.messages.size() == 1) turns_.push_back(visit);
            wake_.notify_one();
            return;
        }
        bytes_waiting_ -= his.bytes;
        waiting_.erase(found);
    }
    links_.close(visit, net::Closing::too_much, "more requests than can be answered");
}

void Desk::left(VisitId visit) {
    {
        const std::lock_guard lock(mutex_);
        const auto found = waiting_.find(visit);
        if (found != waiting_.end()) {
            bytes_waiting_ -= found->second.bytes;
            waiting_.erase(found);
        }
    }
    post([this, visit] {
        for (const auto& service : services_) service->left(visit);
    });
}

void Desk::post(Work work) {
    {
        const std::lock_guard lock(mutex_);
        if (ending_) return;
        queue_.push_back({net::Clock::now(), std::move(work)});
    }
    wake_.notify_one();
}

void Desk::at(net::Time when, Work work) {
    timers_.emplace(when, std::move(work));
}

void Desk::run() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        const auto posted = std::exchange(queue_, {});
        const net::Time began = net::Clock::now();
        const auto turn = take_turn(began);
        const net::Time first_timer = timers_.empty() ? net::kNever : timers_.begin()->first;
        if (posted.empty() && !turn && first_timer > began) {
            const net::Time until = std::min(first_timer, next_turn_);
            if (until == net::kNever)
                wake_.wait(lock);
            else
                wake_.wait_until(lock, until);
            continue;
        }
        const net::Time due = std::min(began, oldest_);
        lock.unlock();
        for (const Posted& each : posted) do_safely(each.work, each.when);
        // Not those that are set meanwhile: a timer that sets the next must not hold us up.
        while (!timers_.empty() && timers_.begin()->first <= due)
            do_safely(timers_.extract(timers_.begin()).mapped(), began);
        if (turn) serve(*turn);
        lock.lock();
    }
}

std::optional<Desk::Turn> Desk::take_turn(net::Time now) {
    std::erase_if(turns_, [this](VisitId visit) { return !waiting_.contains(visit); });
    oldest_ = next_turn_ = net::kNever;
    auto first = turns_.end();
    for (auto it = turns_.begin(); it != turns_.end(); ++it) {
        const Waiting& his = waiting_.at(*it);
        if (his.not_before > now) {
            next_turn_ = std::min(next_turn_, his.not_before);
            continue;
        }
        oldest_ = std::min(oldest_, his.messages.front().came);
        if (first == turns_.end()) first = it;
    }
    if (first == turns_.end()) return std::nullopt;
    Waiting& his = waiting_.at(*first);
    Turn turn{*first, std::move(his.messages.front())};
    his.messages.pop_front();
    his.bytes -= turn.message.text.size();
    bytes_waiting_ -= turn.message.text.size();
    turns_.erase(first);
    if (!his.messages.empty()) turns_.push_back(turn.visit);
    return turn;
}

void Desk::serve(const Turn& turn) {
    const net::Time began = net::Clock::now();
    do_safely([&] { answer(turn.visit, turn.message.text); }, turn.message.came);
    const net::Time ended = net::Clock::now();
    if (ended - began <= kFree) return;
    const std::lock_guard lock(mutex_);
    const auto found = waiting_.find(turn.visit);
    if (found != waiting_.end()) found->second.not_before = ended + kPause * (ended - began);
}

/// What runs out of memory is lost, and nothing else with it.
void Desk::do_safely(const Work& work, net::Time came) {
    now_ = came;
    try {
        work();
    } catch (const std::exception& exception) {
        log_(net::Level::error, "work for a browser failed", {{"why", exception.what()}});
    }
}

void Desk::answer(VisitId visit, const std::string& message) {
    auto request = Request::parse(message);
    if (!request) return tell(visit, not_understood(request.error()));
    Request taken = *request;
    try {
        links_.send(visit, answer_to(taken.id(), handle(visit, taken)));
    } catch (const std::exception& exception) {
        log_(net::Level::error, "a browser's request failed",
             {{"do", printable(taken.verb())}, {"why", exception.what()}});
        links_.send(visit, answer_to(taken.id(), Error{"the server could not do that"}));
    }
}

Result<Json> Desk::handle(VisitId visit, Request& request) {
    const auto found = handlers_.find(request.verb());
    if (found == handlers_.end())
        return Error{"there is nothing to do by the name of " + in_quotes(request.verb())};
    return found->second(visit, request);
}

}  // namespace kalah::browser
