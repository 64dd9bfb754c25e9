// EvalId: the evaluations that a search can use, by name. What each counts is in docs/players.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kalah/export.hpp"

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

}  // namespace kalah
