// Plays scheduled games, several at a time. Knows neither stores nor standings: games go in,
// records come out.
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

/// The player of an entrant on one of the plan's boards. Called from the threads that play.
using MakePlayer = std::function<std::unique_ptr<Player>(int entrant, int board)>;

/// How long the referee lets an entrant think about a move; nothing: see GameTerms.
using MoveLimits = std::vector<std::optional<std::chrono::nanoseconds>>;

struct RunOptions {
    int concurrency = 1;
    std::uint64_t seed = 1;  // each game's chance comes from (seed, game number)
    MakePlayer make_player;
    MoveLimits limits = {};               // by entrant; those behind its end have none
    std::vector<std::string> names = {};  // by entrant
    /// Milliseconds since 1970, for the records.
    std::function<std::int64_t()> wall_clock;
    /// An entrant who does not play any more: why. He loses without a move.
    std::function<std::optional<std::string>(int entrant)> withdrawn = {};
};

/// Plays them in their order. The overhead of a game is the seconds that were neither player's, the
/// time it took to keep the game before included. `on_game` is called from the threads that play,
/// one at a time; when it returns false no game is begun any more. Games that `stop` cuts off are
/// forgotten.
///
/// Where no thread, or no memory for its players, is left, fewer are played at one time. What a
/// player's making throws on the calling thread comes out here, after the other games have ended.
void run_games(const std::vector<store::ScheduledGame>& games, const std::vector<Stage>& stages,
               const RunOptions& options, const StopToken& stop,
               const std::function<bool(store::PlayedGame)>& on_game);

}  // namespace kalah::arena
