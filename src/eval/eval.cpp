#include "eval/eval.hpp"

#include <algorithm>
#include <iterator>

#include "eval/weighted_position.hpp"

namespace kalah {
namespace {

using eval::WeightedPosition;

static_assert(std::size(kAllEvals) == static_cast<std::size_t>(EvalId::fitted) + 1,
              "kAllEvals has all of them; fitted is the last");

/// Calls `work` with the evaluation, the position and what moving again is worth in it.
template <class Work>
auto with_position_of(EvalId id, const Rules& rules, const Board& board, const Arrival& arrival,
                      Work work) {
    return eval::with_eval(id, [&](auto one) {
        const int bonus = arrival.bonus.value_or(one.kAgain);
        return work(one, WeightedPosition(rules, board, arrival.weights, arrival.laps_lead),
                    arrival.extra_turn ? bonus : 0);
    });
}

}  // namespace

std::string_view to_text(EvalId eval) {
    return eval::with_eval(eval, [](auto one) { return std::string_view(one.kName); });
}

std::string_view meaning_of(EvalId eval) {
    return eval::with_eval(eval, [](auto one) { return std::string_view(one.kMeaning); });
}

std::optional<EvalId> parse_eval(std::string_view name) {
    for (const EvalId id : kAllEvals)
        if (to_text(id) == name) return id;
    return std::nullopt;
}

int value_per_seed(EvalId eval) {
    return eval::with_eval(eval, [](auto one) { return one.kPerSeed; });
}

int seed_weight(EvalId eval, int all_seeds) {
    const int per_seed = value_per_seed(eval);
    return per_seed > 0 ? per_seed : display_unit(eval, all_seeds);
}

int display_unit(EvalId eval, int all_seeds) {
    return eval == EvalId::five_part ? std::max(all_seeds, 1)
           : eval == EvalId::fitted  ? eval::Fitted::kPerSeed
                                     : 1;
}

int usual_bonus(EvalId eval) {
    return eval::with_eval(eval, [](auto one) { return one.kAgain; });
}

int evaluate(EvalId eval, const Rules& rules, const Board& board, const Arrival& arrival) {
    return with_position_of(
        eval, rules, board, arrival, [&](auto one, const WeightedPosition& position, int again) {
            using One = decltype(one);
            return arrival.over ? eval::finished<One>(position) : One::value(position, again);
        });
}

EvalParts parts_of(EvalId eval, const Rules& rules, const Board& board, const Arrival& arrival) {
    return with_position_of(
        eval, rules, board, arrival,
        [&](auto one, const WeightedPosition& position, int again) -> EvalParts {
            using One = decltype(one);
            if (!arrival.over) return One::parts(position, again);
            if constexpr (requires { One::finished_parts(position); })
                return One::finished_parts(position);
            else
                return {eval::stores_part(position, One::kPerSeed)};
        });
}

}  // namespace kalah
