// What a review of stored games found: as text for people, as JSON and CSV for programs. Prints to
// standard output.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "app/review_games.hpp"
#include "rules/drawing.hpp"
#include "store/games.hpp"

namespace kalah::app {

/// The games asked for, as far as they can be read, and what was found in them.
struct Review {
    std::vector<store::StoredGame> games;
    ReviewedGames found;
    std::size_t damaged = 0;

    [[nodiscard]] std::size_t done() const {
        return static_cast<std::size_t>(std::count_if(
            found.begin(), found.end(), [](const auto& game) { return game.has_value(); }));
    }
    /// Of those done: nothing in them is judged.
    [[nodiscard]] std::size_t forfeits() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < games.size(); ++i)
            if (found[i] && players::is_forfeit(games[i].record)) ++count;
        return count;
    }
};

/// Every move if asked for, how each player played, and the worst moves.
void print_review_text(const Review& review, bool every_move, std::size_t worst, Colour colour);
/// A line per game, and a last one with the players and the worst moves.
void print_review_json(const Review& review, std::size_t worst);
/// A row per move.
void print_review_csv(const Review& review);

}  // namespace kalah::app
