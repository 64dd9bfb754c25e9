// Plays scheduled games, several at a time on threads of its own: games go in, records come out.
// Knows neither stores nor standings. It does not use system/scheduler.hpp, whose jobs run at low
// priority and are stopped when their slice is over: a stopped game would be lost, and players with
// a time limit must not wait behind other jobs.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "arena/schedule.hpp"
#include "kalah/stop_token.hpp"
#include "referee/one_game.hpp"

namespace kalah::arena {

/// Makes the player of an entrant for one of the plan's boards. Called from the threads that play.
using MakePlayer = std::function<std::unique_ptr<Player>(int entrant, int board)>;

/// How long the referee lets an entrant think about a move; nothing: see GameTerms.
using MoveLimits = std::vector<std::optional<std::chrono::nanoseconds>>;

struct RunOptions {
    int concurrency = 1;
    std::uint64_t seed = 1;  // the random numbers of a game come from (seed, game number)
    MakePlayer make_player;
    MoveLimits limits = {};               // by entrant; entrants beyond its end have none
    std::vector<std::string> names = {};  // by entrant
    /// Milliseconds since 1970, for the records.
    std::function<std::int64_t()> wall_clock;
    /// How many processes want to run on this machine; if empty, the load is not measured.
    std::function<double()> machine_load = {};
    /// Why an entrant no longer plays, and forfeits its games; nothing if it still plays.
    std::function<std::optional<std::string>(int entrant)> withdrawn = {};
};

/// The next game to be played; nothing: there are no more. Called by one thread at a time.
using NextGame = std::function<std::optional<store::ScheduledGame>()>;

/// Plays the games in order. The overhead of a game is the time that neither player used, including
/// the time it took to store the game before. `on_game` is called from the threads that play, one
/// at a time; when it returns false no further game starts. Games that `stop` interrupts are
/// discarded.
///
/// If the system cannot provide a thread, or memory for its players, fewer games run at a time.
/// Exceptions from make_player on the calling thread are rethrown here, after the other games have
/// ended.
void run_games(const NextGame& next, const std::vector<BoardSetup>& setups,
               const RunOptions& options, const StopToken& stop,
               const std::function<bool(store::PlayedGame)>& on_game);
void run_games(const std::vector<store::ScheduledGame>& games,
               const std::vector<BoardSetup>& setups, const RunOptions& options,
               const StopToken& stop, const std::function<bool(store::PlayedGame)>& on_game);

/// A game that is not played because one of the entrants is withdrawn, as run_games returns it;
/// nothing if neither is. Of the options it uses names, clock and withdrawals.
[[nodiscard]] std::optional<store::PlayedGame> forfeited(const store::ScheduledGame& game,
                                                         const std::vector<BoardSetup>& setups,
                                                         const RunOptions& options);

}  // namespace kalah::arena
