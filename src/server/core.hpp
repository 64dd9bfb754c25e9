// Core: what the parts of a GameServer share: options, ports, the time of the event at hand,
// deadlines, ids and random numbers. One thread.
#pragma once

#include <cstdint>
#include <functional>

#include "base/mix64.hpp"
#include "server/deadline_queue.hpp"
#include "server/live_game.hpp"
#include "server/options.hpp"
#include "server/ports.hpp"

namespace kalah::server {

/// Deadlines that belong to no session and no game.
inline constexpr TimerId kPairingTimer = 1;
inline constexpr TimerId kLobbyTimer = 2;
inline constexpr TimerId kTournamentTimer = 3;
inline constexpr TimerId kAnalysisTimer = 4;
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
    /// From any thread: an event of its own, soon.
    void post(std::function<void()> work) const {
        ports.post([this, work = std::move(work)](Time when) { run_event(when, work); });
    }
    void log(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) const {
        ports.log(level, event, fields);
    }

    const ServerOptions& options;
    Ports ports;
    DeadlineQueue deadlines;
    Time now = {};         // of the event at hand
    bool closing = false;  // no new games
    /// Runs work as an event: sets the time, and sends what it gave rise to.
    std::function<void(Time, const std::function<void()>&)> run_event;

  private:
    std::uint64_t last_id_ = kLastTimer;
    std::uint64_t random_;
};

}  // namespace kalah::server
