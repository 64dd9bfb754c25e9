#include "arena/openings.hpp"

#include <set>
#include <string>

#include "rules/mix.hpp"
#include "rules/notation.hpp"

namespace kalah::arena {

std::vector<Game> first_move_openings(const Rules& rules, const Board& start) {
    std::vector<Game> openings;
    for (const int pit : movable_pits(start)) {
        Game& game = openings.emplace_back(rules, start);
        if (game.play(pit).over) openings.pop_back();
    }
    return openings;
}

std::vector<Game> ply_openings(const Rules& rules, const Board& start, int plies,
                               std::uint64_t seed) {
    std::vector<Game> level{Game(rules, start)};
    for (int ply = 0; ply < plies; ++ply) {
        std::vector<Game> next;
        std::set<std::string> seen;
        for (const Game& game : level) {
            for (const int pit : movable_pits(game.board())) {
                Game child = game;
                if (child.play(pit).over || !seen.insert(to_text(child.board())).second) continue;
                next.push_back(std::move(child));
            }
        }
        level = std::move(next);
    }
    // Fisher-Yates, by our own numbers: the same on every machine.
    for (std::size_t i = level.size(); i > 1; --i) {
        seed = mix(seed, i);
        std::swap(level[i - 1], level[seed % i]);
    }
    return level;
}

}  // namespace kalah::arena
