#include <algorithm>

#include "kalah/game.hpp"
#include "players/spec.hpp"
#include "puzzles/make.hpp"

namespace kalah::puzzles {
namespace {

constexpr int kGames = 5;

/// Whether the player's turn is as good as the right one.
bool finds(Player& player, const Puzzle& puzzle, std::span<const Turn> turns, int seed,
           const StopToken& stop) {
    Game game(puzzle.rules, puzzle.board);
    player.new_game(static_cast<std::uint64_t>(seed));
    while (!game.over() && game.board().to_move == Side::south)
        game.play(player.choose(game, stop).pit);
    const auto played = std::find_if(turns.begin(), turns.end(),
                                     [&](const Turn& turn) { return turn.after == game.board(); });
    return played != turns.end() && reaches(puzzle, played->value);
}

}  // namespace

LevelFinder::LevelFinder() {
    for (const players::Level& level : players::levels()) {
        const auto spec = players::parse_player(level.name);
        levels_.push_back({players::make_player(*spec), spec->oversight > 0});
    }
}

int LevelFinder::level_of(const Puzzle& puzzle, std::span<const Turn> turns,
                          const StopToken& stop) {
    int level = 1;
    for (const Level& each : levels_) {
        const int games = each.oversees ? kGames : 1;
        int good = 0;
        for (int game = 1; game <= games; ++game)
            good += finds(*each.player, puzzle, turns, game, stop) ? 1 : 0;
        if (2 * good > games) return level;
        ++level;
    }
    return kBeyondLevels;
}

}  // namespace kalah::puzzles
