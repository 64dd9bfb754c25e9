#include "arena/plan.hpp"

#include <array>
#include <set>

#include "kgp/line.hpp"

namespace kalah::arena {
namespace {

constexpr std::array<std::string_view, 5> kNames{"match", "round-robin", "gauntlet", "knockout",
                                                 "swiss"};
constexpr std::size_t kMostEntrants = 1000;

}  // namespace

std::string_view name(Kind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<Kind> parse_kind(std::string_view text) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == text) return static_cast<Kind>(i);
    return std::nullopt;
}

std::optional<std::string> validate(const Plan& plan) {
    if (plan.entrants.size() < 2) return "at least two players are needed";
    if (plan.entrants.size() > kMostEntrants)
        return "at most " + std::to_string(kMostEntrants) + " players can take part";
    if (plan.kind == Kind::match && plan.entrants.size() != 2)
        return "a match is between two players";
    std::set<std::string> names;
    for (const Entrant& entrant : plan.entrants) {
        if (entrant.name.empty()) return "a player needs a name";
        if (kgp::clean_text(entrant.name, entrant.name.size()) != entrant.name)
            return "a player's name is one line of text in UTF-8, without control characters";
        if (!names.insert(entrant.name).second)
            return "two players are called \"" + entrant.name + "\": give them names of their own";
    }
    if (plan.boards.empty()) return "a board is needed";
    for (std::size_t i = 0; i < plan.boards.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (plan.boards[i] == plan.boards[j])
                return "board " + plan.boards[i] + " stands twice: play more --games instead";
    if (plan.games % 2 != 0)
        return "games are played in pairs with sides swapped: their number must be even";
    if (plan.rounds != 0 && plan.kind != Kind::swiss)
        return "only a Swiss tournament has a number of rounds of its own";
    if (plan.sprt && plan.kind != Kind::match) return "sprt tests one player against one other";
    if (plan.sprt)
        if (const auto wrong = validate(*plan.sprt)) return "sprt: " + *wrong;
    if (plan.program_time.count() <= 0 || plan.start_time.count() <= 0)
        return "programs need some time to move and to start";
    return std::nullopt;
}

}  // namespace kalah::arena
