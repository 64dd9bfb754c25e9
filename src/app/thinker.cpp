#include "app/thinker.hpp"

#include <new>

namespace kalah::app {

Thinker::Thinker(std::unique_ptr<Player> player, OnDecision on_decision)
    : player_(std::move(player)), on_decision_(std::move(on_decision)) {
    thread_ = std::thread([this] { run(); });
}

Thinker::~Thinker() {
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
        stop_.request();
    }
    changed_.notify_one();
    thread_.join();
}

void Thinker::think(std::uint64_t ticket, const Game& game, std::optional<std::uint64_t> new_game) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back({ticket, game, new_game});
    }
    changed_.notify_one();
}

void Thinker::hurry(std::uint64_t ticket) {
    const std::lock_guard lock(mutex_);
    if (current_ == ticket) stop_.request();
    for (Work& work : waiting_)
        if (work.ticket == ticket) work.hurried = true;
}

void Thinker::withdraw(std::uint64_t ticket) {
    const std::lock_guard lock(mutex_);
    if (current_ == ticket) {
        stop_.request();
        current_.reset();
    }
    for (Work& work : waiting_)
        if (work.ticket == ticket) work.withdrawn = true;
}

void Thinker::run() {
    for (;;) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return done_ || !waiting_.empty(); });
        if (done_) return;
        const Work work = std::move(waiting_.front());
        waiting_.pop_front();
        current_ = work.ticket;
        stop_.reset();
        if (work.hurried) stop_.request();
        lock.unlock();

        std::optional<Decision> decision;
        try {
            if (work.new_game) player_->new_game(*work.new_game);
            if (!work.withdrawn) decision = player_->choose(work.game, stop_);
        } catch (const std::bad_alloc&) {
        }
        lock.lock();
        const bool wanted = !done_ && !work.withdrawn && current_ == work.ticket;
        current_.reset();
        lock.unlock();
        if (wanted) on_decision_(work.ticket, std::move(decision));
    }
}

}  // namespace kalah::app
