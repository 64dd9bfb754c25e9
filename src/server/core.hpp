// Core: what the parts of a GameServer share: options, ports, the time of the event at hand,
// deadlines, ids and random numbers. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/mix64.hpp"
#include "server/live_game.hpp"
#include "server/options.hpp"

namespace kalah::server {

using TimerId = std::uint64_t;
struct Parts;

/// Knows when to wake which session or game. Sessions move their deadlines with every line, nearly
/// always to later: waking too early is cheap (look, set it again), moving an entry is not. So an
/// entry is added only when it is earlier than the one already set, and none is removed. One
/// thread.
class DeadlineQueue {
  public:
    void set(Time when, TimerId who) { queue_.push({when, who}); }
    /// When the next one is due; kNever if there is none.
    [[nodiscard]] Time next() const { return queue_.empty() ? kNever : queue_.top().when; }
    /// Takes one that is due.
    [[nodiscard]] std::optional<TimerId> take(Time now) {
        if (queue_.empty() || queue_.top().when > now) return std::nullopt;
        const TimerId who = queue_.top().who;
        queue_.pop();
        return who;
    }

  private:
    struct Entry {
        Time when;
        TimerId who;
        bool operator>(const Entry& other) const { return when > other.when; }
    };
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

/// One owner's view: the earliest entry set for it that has not come yet.
class Deadline {
  public:
    void wake_at(DeadlineQueue& queue, Time when, TimerId who) {
        if (when >= earliest_) return;
        earliest_ = when;
        queue.set(when, who);
    }
    /// An entry is due.
    void woken(Time now) {
        if (earliest_ <= now) earliest_ = kNever;
    }

  private:
    Time earliest_ = kNever;
};

/// Counts how often each host did something in a period, which begins with the host's first time.
class HostCounter {
  public:
    explicit HostCounter(Time::duration period) : period_(period) {}
    [[nodiscard]] std::size_t& of(const std::string& host, Time now) {
        const auto over = [&](const auto& each) { return now - each.second.since >= period_; };
        if (now - swept_ >= period_) {
            std::erase_if(counts_, over);
            swept_ = now;
        }
        const auto found = counts_.try_emplace(host, Count{now}).first;
        if (over(*found)) found->second = {now};
        return found->second.times;
    }

  private:
    struct Count {
        Time since;
        std::size_t times = 0;
    };
    Time::duration period_;
    std::unordered_map<std::string, Count> counts_;
    Time swept_ = {};
};

/// How often sessions were cut off, and requests refused, for what they cost.
struct RefusedCounts {
    std::uint64_t rate = 0;    // too many or too long lines
    std::uint64_t unread = 0;  // does not read what is sent
    std::uint64_t games = 0;   // too many games of one host
};

/// Deadlines that belong to no session and no game.
inline constexpr TimerId kPairingTimer = 1;
inline constexpr TimerId kLobbyTimer = 2;
inline constexpr TimerId kTournamentTimer = 3;
inline constexpr TimerId kAnalysisTimer = 4;
inline constexpr TimerId kDrainTimer = 5;
inline constexpr TimerId kLastTimer = 15;

struct Core {
    Core(const ServerOptions& chosen, Ports given)
        : options(chosen), ports(std::move(given)), random_(chosen.seed) {}

    [[nodiscard]] Timestamp timestamp() const { return {now, ports.wall_clock()}; }
    /// Of a session or a game.
    [[nodiscard]] std::uint64_t new_id() { return ++last_id_; }
    [[nodiscard]] std::uint64_t random() {
        random_ = mix64(random_, 0);
        return random_;
    }
    /// From any thread: runs the work soon, as an event of its own.
    void post(std::function<void()> work) const {
        ports.post([this, work = std::move(work)](Time when) { run_event(when, work); });
    }
    void log(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) const {
        ports.log(level, event, fields);
    }

    const ServerOptions& options;
    Ports ports;
    Parts* parts = nullptr;  // the others (game_server.hpp); not yet in constructors
    DeadlineQueue deadlines;
    Time now = {};          // of the event at hand
    bool closing = false;   // no new games
    bool draining = false;  // likewise, and the server ends when those that run are over
    RefusedCounts refused = {};
    /// Runs work as an event: sets the time, and sends the output that the work caused.
    std::function<void(Time, const std::function<void()>&)> run_event;

  private:
    std::uint64_t last_id_ = kLastTimer;
    std::uint64_t random_;
};

}  // namespace kalah::server
