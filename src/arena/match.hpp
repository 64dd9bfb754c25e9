// A match between two players: pairs of games from the same opening with sides swapped, several at
// a time, and what they add up to.
#pragma once

#include <functional>
#include <vector>

#include "players/spec.hpp"
#include "referee/one_game.hpp"

namespace kalah::arena {

struct MatchOptions {
    int concurrency = 1;
    std::uint64_t seed = 1;  // each game's chance comes from (seed, game number)
};

/// One game seen from the first player, A.
struct MatchGame {
    std::size_t number = 0;  // pairs are (0,1), (2,3), ..
    Side side_of_a = Side::south;
    GameRecord record;
    [[nodiscard]] int margin() const {
        return side_of_a == Side::south ? record.margin() : -record.margin();
    }
};

/// Plays both sides of every opening. The callback is called from the threads that play, one at a
/// time. Returns the finished games in their order, without notes of their moves; fewer if stopped.
[[nodiscard]] std::vector<MatchGame> play_match(
    const players::Spec& a, const players::Spec& b, const std::vector<Game>& openings,
    const MatchOptions& options, const std::atomic<bool>& stop,
    const std::function<void(const MatchGame&)>& on_game);

/// From A's side. Errors are half-widths of 95 % intervals (normal, over pairs: the two games of an
/// opening are not independent); nothing with fewer than two pairs.
struct MatchSummary {
    int games = 0;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int faults = 0;
    double score = 0;  // points a game, 0 to 1
    std::optional<double> score_error = {};
    double margin = 0;  // seeds a game
    std::optional<double> margin_error = {};
    std::optional<double> elo = {};  // nothing if all games have one result
    std::optional<double> elo_error = {};
};
[[nodiscard]] MatchSummary summarise(const std::vector<MatchGame>& games);

}  // namespace kalah::arena
