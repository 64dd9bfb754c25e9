// Evaluations in their parts, as text and JSON: of a position, and of where a searched line ends.
// Values are points, as scores are shown, for one side throughout. Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

#include "kalah/engine.hpp"
#include "kalah/game.hpp"
#include "system/json.hpp"

namespace kalah::players {

/// A position with how it came about.
struct Leaf {
    Board board;
    Arrival arrival = {};
};
/// Where a line after the moves of a game ends; moves that cannot be played end it earlier.
[[nodiscard]] Leaf leaf_of(Game game, const std::vector<int>& line = {},
                           std::optional<int> bonus = {}, const KnowledgeWeights& weights = {});

struct Explanation {
    EvalId eval = {};
    Side side = Side::south;   // whose points they are
    Side mover = Side::south;  // whose "own" pits the parts speak of
    int unit = 1;              // points are values divided by it
    int seed = 1;              // what a seed weighs in values
    int value = 0;
    EvalParts parts = {};  // they add up to the value

    [[nodiscard]] double points(int of) const {
        return static_cast<double>(of) / static_cast<double>(unit);
    }
};
[[nodiscard]] Explanation explain(EvalId eval, const Rules& rules, const Leaf& leaf, Side side);

/// "+2", or "+2.125" where points have fractions.
[[nodiscard]] std::string points_text(const Explanation& explanation, int value);
/// "stores +8 (2 x 4), empty-pits +1 (1 x 1)": the parts that are not 0; "nothing" if all are.
[[nodiscard]] std::string parts_text(const Explanation& explanation);

/// `eval`, `points`, `per_seed` and `parts`: docs/json.md.
[[nodiscard]] Json explanation_json(const Explanation& explanation);

}  // namespace kalah::players
