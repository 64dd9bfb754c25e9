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
inline constexpr EvalId kAllEvals[] = {EvalId::store,          EvalId::simple,    EvalId::knowledge,
                                       EvalId::knowledge_both, EvalId::five_part, EvalId::again,
                                       EvalId::long_turn,      EvalId::fitted};

/// "five-part", as player specifications write it, and back.
[[nodiscard]] KALAH_API std::string_view to_text(EvalId eval);
[[nodiscard]] KALAH_API std::optional<EvalId> parse_eval(std::string_view name);
/// One line that says what it counts.
[[nodiscard]] KALAH_API std::string_view meaning_of(EvalId eval);
/// The value of one seed in a store; 0 if the evaluation does not count seeds.
[[nodiscard]] KALAH_API int value_per_seed(EvalId eval);
/// The weight of one seed, on a board with `all_seeds` seeds: value_per_seed, or, for five-part,
/// what its first part gives for a seed while the stores are empty (one point).
[[nodiscard]] KALAH_API int seed_weight(EvalId eval, int all_seeds);
/// The number to divide values by for display, on a board with `all_seeds` seeds.
[[nodiscard]] KALAH_API int display_unit(EvalId eval, int all_seeds);
/// The value of moving again, unless a player sets another; 0 if the evaluation does not count it.
[[nodiscard]] KALAH_API int usual_bonus(EvalId eval);

/// What `knowledge` and `knowledge-both` give for a pit; the numbers of the thesis.
struct KnowledgeWeights {
    int lap = 4;    // with as many seeds as a lap has
    int store = 2;  // whose seeds end in the store
    int empty = 1;
    bool operator==(const KnowledgeWeights&) const = default;
};
inline constexpr int kMaxWeight = 100;

/// One summand of an evaluation: `count` of something, each worth `weight`.
struct EvalPart {
    std::string_view name;  // "stores", "F1", "lap-pits": all are in docs/players.md
    int count = 0;
    int weight = 0;
    std::optional<int> pit = {};  // the mover's pit that it belongs to
    [[nodiscard]] int value() const { return count * weight; }
};
using EvalParts = std::vector<EvalPart>;

/// How a position was reached, as far as evaluations need to know.
struct Arrival {
    bool extra_turn = false;        // the side to move made the last move, too
    bool over = false;              // the game is over
    std::optional<int> bonus = {};  // for moving again, if not the evaluation's own
    int laps_lead = 0;              // laps sown on the way here, the mover's minus the opponent's
    KnowledgeWeights weights = {};
};
/// The value of a position for its mover, as searches use it; then the same in its parts.
[[nodiscard]] KALAH_API int evaluate(EvalId eval, const Rules& rules, const Board& board,
                                     const Arrival& arrival = {});
[[nodiscard]] KALAH_API EvalParts parts_of(EvalId eval, const Rules& rules, const Board& board,
                                           const Arrival& arrival = {});

}  // namespace kalah
