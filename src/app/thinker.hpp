// Thinker: a player on a thread of its own, one question after the other, so that the caller can go
// on listening. All calls from one thread; the decision comes from the thinker's.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "kalah/stop_token.hpp"
#include "referee/player.hpp"

namespace kalah::app {

class Thinker {
  public:
    /// Nothing instead of a decision: the player could not think, for want of memory.
    using OnDecision = std::function<void(std::uint64_t ticket, std::optional<Decision>)>;

    Thinker(std::unique_ptr<Player> player, OnDecision on_decision);
    /// Ends a thought that is going on.
    ~Thinker();
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;

    /// Before the first question of a game, the player is told its seed.
    void think(std::uint64_t ticket, const Game& game, std::optional<std::uint64_t> new_game);
    /// The question is to be answered now, with what is known.
    void hurry(std::uint64_t ticket);
    /// Nobody wants to know any more: the thought ends, or never begins, and no decision comes,
    /// unless it was on its way.
    void withdraw(std::uint64_t ticket);

  private:
    struct Work {
        std::uint64_t ticket;
        Game game;
        std::optional<std::uint64_t> new_game;
        bool hurried = false;
        bool withdrawn = false;
    };
    void run();

    std::unique_ptr<Player> player_;
    OnDecision on_decision_;
    std::mutex mutex_;  // of what follows
    std::condition_variable changed_;
    std::deque<Work> waiting_;
    std::optional<std::uint64_t> current_;  // nothing once it is withdrawn
    bool done_ = false;
    StopToken stop_;  // the current thought
    std::thread thread_;
};

}  // namespace kalah::app
