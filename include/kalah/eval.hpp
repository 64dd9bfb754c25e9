// EvalId: the evaluations that a search can use, by name, and their values in parts. What each
// counts is in docs/players.md. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/export.hpp"
#include "kalah/rules.hpp"

namespace kalah {

enum class EvalId : std::uint8_t {
    store,
    simple,
    knowledge,
    knowledge_both,
    five_part,
    again,
    long_turn,
    fitted
};
inline constexpr EvalId kAllEvals[] = {EvalId::store,     EvalId::simple, EvalId::knowledge,
                                       EvalId::knowledge_both, EvalId::five_part, EvalId::again,
                                       EvalId::long_turn, EvalId::fitted};

/// "five-part", as player specifications write it, and back.
[[nodiscard]] KALAH_API std::string_view to_text(EvalId eval);
[[nodiscard]] KALAH_API std::optional<EvalId> parse_eval(std::string_view name);
/// One line that says what it counts.
[[nodiscard]] KALAH_API std::string_view meaning_of(EvalId eval);
/// What a seed in a store is worth in its values; 0 if they do not count seeds.
[[nodiscard]] KALAH_API int value_per_seed(EvalId eval);
/// What a seed weighs in its values, on a board with so many seeds: value_per_seed, or for five-part
/// what its first part gives a seed while the stores are empty (one point).
[[nodiscard]] KALAH_API int seed_weight(EvalId eval, int all_seeds);
/// What its values are divided by for display, on a board with so many seeds.
[[nodiscard]] KALAH_API int display_unit(EvalId eval, int all_seeds);
/// What moving again is worth in its values unless a player sets it; 0 if it does not count.
[[nodiscard]] KALAH_API int usual_bonus(EvalId eval);

/// One summand of an evaluation: `count` of something, each worth `weight`.
struct EvalPart {
    std::string_view name;  // "stores", "F1", "lap-pits": all are in docs/players.md
    int count = 0;
    int weight = 0;
    std::optional<int> pit = {};  // the mover's pit that it belongs to
    [[nodiscard]] int value() const { return count * weight; }
};
using EvalParts = std::vector<EvalPart>;

/// How a position came about, as far as evaluations ask.
struct Arrival {
    bool extra_turn = false;        // its mover has just moved
    bool over = false;              // the game
    std::optional<int> bonus = {};  // for moving again, if not the evaluation's own
    int laps_lead = 0;              // laps of the line that led here, its mover's less the opponent's
};
/// The value of a position for its mover, as searches take it, and the same in its parts.
[[nodiscard]] KALAH_API int evaluate(EvalId eval, const Rules& rules, const Board& board,
                                     const Arrival& arrival = {});
[[nodiscard]] KALAH_API EvalParts parts_of(EvalId eval, const Rules& rules, const Board& board,
                                           const Arrival& arrival = {});

}  // namespace kalah
