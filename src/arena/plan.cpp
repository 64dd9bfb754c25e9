#include "arena/plan.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace kalah::arena {
namespace {

constexpr std::array<std::string_view, 5> kNames{"match", "round-robin", "gauntlet", "knockout",
                                                 "swiss"};
constexpr std::size_t kMostEntrants = 1000;

std::optional<std::string> objection(const SprtPlan& sprt) {
    if (sprt.elo0 >= sprt.elo1) return "sprt: elo0 must be less than elo1";
    if (sprt.alpha <= 0 || sprt.beta <= 0 || sprt.alpha + sprt.beta >= 1)
        return "sprt: alpha and beta are chances of being wrong: more than 0, together less than 1";
    return std::nullopt;
}

bool has_control_character(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F;
    });
}

}  // namespace

std::string_view name(Kind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<Kind> parse_kind(std::string_view text) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == text) return static_cast<Kind>(i);
    return std::nullopt;
}

std::optional<std::string> objection(const Plan& plan) {
    if (plan.entrants.size() < 2) return "at least two players are needed";
    if (plan.entrants.size() > kMostEntrants)
        return "at most " + std::to_string(kMostEntrants) + " players can take part";
    if (plan.kind == Kind::match && plan.entrants.size() != 2)
        return "a match is between two players";
    std::set<std::string> names;
    for (const Entrant& entrant : plan.entrants) {
        if (entrant.name.empty()) return "a player needs a name";
        if (has_control_character(entrant.name))
            return "a player's name is one line of text, without control characters";
        if (!names.insert(entrant.name).second)
            return "two players are called \"" + entrant.name + "\": give them names of their own";
    }
    if (plan.boards.empty()) return "a board is needed";
    if (plan.games % 2 != 0)
        return "games are played in pairs with sides swapped: their number must be even";
    if (plan.rounds != 0 && plan.kind != Kind::swiss)
        return "only a Swiss tournament has a number of rounds of its own";
    if (plan.sprt && plan.kind != Kind::match) return "sprt tests one player against one other";
    if (plan.sprt) return objection(*plan.sprt);
    return std::nullopt;
}

}  // namespace kalah::arena
