#include "arena/schedule.hpp"

#include <algorithm>
#include <bit>

#include "arena/openings.hpp"
#include "arena/rounds.hpp"
#include "kalah/notation.hpp"

namespace kalah::arena {
namespace {

std::vector<Pairing> all_against_all(int entrants) {
    std::vector<Pairing> pairings;
    for (int first = 0; first < entrants; ++first)
        for (int second = first + 1; second < entrants; ++second)
            pairings.push_back({first, second});
    return pairings;
}

std::vector<Pairing> first_against_all(int entrants) {
    std::vector<Pairing> pairings;
    for (int second = 1; second < entrants; ++second) pairings.push_back({0, second});
    return pairings;
}

int rounds_played(const std::vector<TournamentGame>& results) {
    int rounds = 0;
    for (const TournamentGame& result : results) rounds = std::max(rounds, result.round + 1);
    return rounds;
}

Result<Stage> stage(const Plan& plan, const std::string& board) {
    const auto preset = parse_rules(plan.rules);
    if (!preset) return Error{"rules " + in_quotes(plan.rules) + ": " + preset.error().message};
    const auto start = parse_start(board);
    if (!start) return Error{"board " + in_quotes(board) + ", " + to_text(start.error())};
    if (legal_moves(*start).empty())
        return Error{"board " + in_quotes(board) + ": " + to_text(start->to_move) +
                     " is to move and has no seeds to sow"};
    auto openings = chosen_openings(plan, preset->rules, *start);
    if (!openings) return Error{"board " + board + ": " + openings.error().message};
    Stage made{preset->rules, *start, *openings, openings->size()};
    if (plan.games > 0) made.pairs = static_cast<std::size_t>(plan.games) / 2;
    if (made.pairs < made.openings.size())
        made.openings.erase(made.openings.begin() + static_cast<std::ptrdiff_t>(made.pairs),
                            made.openings.end());
    return made;
}

}  // namespace

Result<std::vector<Stage>> stages(const Plan& plan) {
    std::vector<Stage> all;
    for (const std::string& board : plan.boards) {
        auto made = stage(plan, board);
        if (!made) return made.error();
        all.push_back(*made);
    }
    return all;
}

int rounds_of(const Plan& plan) {
    if (plan.rounds > 0) return plan.rounds;
    const auto entrants = static_cast<unsigned>(plan.entrants.size());
    return std::min(static_cast<int>(std::bit_width(entrants - 1)) + 1,
                    static_cast<int>(entrants) - 1);
}

std::vector<Pairing> next_pairings(const Plan& plan, const std::vector<TournamentGame>& results) {
    const int entrants = static_cast<int>(plan.entrants.size());
    const int rounds = rounds_played(results);
    switch (plan.kind) {
        case Kind::match:
            return rounds == 0 ? std::vector<Pairing>{{0, 1}} : std::vector<Pairing>{};
        case Kind::round_robin:
            return rounds == 0 ? all_against_all(entrants) : std::vector<Pairing>{};
        case Kind::gauntlet:
            return rounds == 0 ? first_against_all(entrants) : std::vector<Pairing>{};
        case Kind::knockout:
            return knockout_round(entrants, results);
        case Kind::swiss:
            return rounds < rounds_of(plan) ? swiss_round(plan, results) : std::vector<Pairing>{};
    }
    return {};
}

std::optional<Error> too_many_games(const Plan& plan, const std::vector<Stage>& stages) {
    constexpr std::size_t kMostGames = 2'000'000;  // some gigabytes
    std::size_t pairs = 0;
    for (const Stage& stage : stages) pairs += stage.pairs;
    // Later rounds have at most as many meetings as the first.
    const std::size_t meetings = next_pairings(plan, {}).size();
    if (2 * pairs * meetings <= kMostGames) return std::nullopt;
    return Error{std::to_string(2 * pairs * meetings) + " games in a round are too many, " +
                 std::to_string(kMostGames) + " is the most: play fewer (--games)"};
}

std::vector<store::ScheduledGame> games_of(const std::vector<Pairing>& pairings,
                                           const std::vector<Stage>& stages, int round,
                                           std::size_t first_number) {
    std::size_t most = 0;
    for (const Stage& stage : stages) most = std::max(most, stage.pairs);
    std::vector<store::ScheduledGame> games;
    for (std::size_t opening = 0; opening < most; ++opening) {
        for (std::size_t board = 0; board < stages.size(); ++board) {
            const Stage& stage = stages[board];
            if (opening >= stage.pairs) continue;
            const Game& forced = stage.openings[opening % stage.openings.size()];
            for (const Pairing& pairing : pairings) {
                store::ScheduledGame game{first_number + games.size(),
                                          round,
                                          static_cast<int>(board),
                                          pairing.first,
                                          pairing.second,
                                          start_text(forced.start()),
                                          moves_text(forced)};
                games.push_back(game);
                ++game.number;
                std::swap(game.south, game.north);
                games.push_back(game);
            }
        }
    }
    return games;
}

}  // namespace kalah::arena
