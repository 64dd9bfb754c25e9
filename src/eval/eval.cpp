#include "eval/eval.hpp"

namespace kalah {

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
    return eval == EvalId::five_part ? all_seeds
           : eval == EvalId::fitted  ? eval::Fitted::kPerSeed
                                     : 1;
}

}  // namespace kalah
