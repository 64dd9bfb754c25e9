#include "lab/tree_pairs.hpp"

namespace kalah::lab {
namespace {

std::string differing_key(const std::string& pair) {
    return "trees-differing/" + pair;
}
std::string compared_key(const std::string& pair) {
    return "trees-compared/" + pair;
}

/// Nothing if they have not been compared.
std::optional<arena::TreeDifference> trees_of(const Results& results, const std::string& pair) {
    const auto differing = results.of(differing_key(pair));
    const auto compared = results.of(compared_key(pair));
    if (differing.empty() || compared.empty()) return std::nullopt;
    return arena::TreeDifference{static_cast<int>(differing.front()),
                                 static_cast<int>(compared.front())};
}

}  // namespace

Task trees_task(const std::string& pair, const arena::Plan& plan, std::size_t entrant,
                std::size_t opponent) {
    constexpr double kSeconds = 0.5;
    arena::Plan match = plan;
    match.kind = arena::Kind::match;
    match.entrants = {plan.entrants[entrant], plan.entrants[opponent]};
    const auto compare = [pair, match](TaskContext& /*context*/) -> Result<std::vector<Value>> {
        const auto setups = arena::board_setups(match);
        if (!setups) return setups.error();
        const auto found = arena::tree_difference(match, *setups);
        if (!found) return Error{"players that differ in more than their search; this is a bug"};
        return std::vector<Value>{{differing_key(pair), double(found->differing), "positions"},
                                  {compared_key(pair), double(found->positions), "positions"}};
    };
    return {differing_key(pair), 0, kSeconds, false, compare};
}

std::string trees_text(const Results& results, const std::string& pair) {
    const auto found = trees_of(results, pair);
    return found ? to_text(*found) : "-";
}

std::string trees_cell(const Results& results, const std::string& pair) {
    const auto found = trees_of(results, pair);
    if (!found) return "-";
    return std::to_string(found->differing) + " of " + std::to_string(found->positions);
}

bool same_trees(const Results& results, const std::string& pair) {
    const auto found = trees_of(results, pair);
    return found && found->none();
}

}  // namespace kalah::lab
