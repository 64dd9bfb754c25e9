#include "arena/schedule.hpp"

#include <algorithm>
#include <bit>
#include <set>

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

/// In which round of the circle method two entrants meet: everybody plays once in each round, or
/// all but one if their number is odd. With an even number the last one stands in the middle of the
/// circle.
std::size_t circle_round(const Pairing& pairing, std::size_t entrants) {
    const auto a = static_cast<std::size_t>(std::min(pairing.first, pairing.second));
    const auto b = static_cast<std::size_t>(std::max(pairing.first, pairing.second));
    if (entrants % 2 != 0) return (a + b) % entrants;
    return (b == entrants - 1 ? 2 * a : a + b) % (entrants - 1);
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

constexpr int kNobody = -1;

/// Places of the first round, so that in every round the best meets the worst of those left if all
/// favourites win: 0 7 3 4 1 6 2 5.
std::vector<int> bracket(int entrants) {
    std::vector<int> places{0};
    while (static_cast<int>(places.size()) < entrants) {
        const int size = 2 * static_cast<int>(places.size());
        std::vector<int> next;
        for (const int place : places) next.insert(next.end(), {place, size - 1 - place});
        places = std::move(next);
    }
    for (int& place : places)
        if (place >= entrants) place = kNobody;
    return places;
}

int winner(int a, int b, int round, const std::vector<TournamentGame>& results) {
    if (a == kNobody || b == kNobody) return std::max(a, b);
    double points = 0;  // of a, minus those of b
    long margin = 0;
    int faults = 0;  // games that a lost by a fault, minus those of b
    for (const TournamentGame& result : results) {
        if (result.round != round ||
            (result.entrants != std::array{a, b} && result.entrants != std::array{b, a}))
            continue;
        points += result.points_of(a) - result.points_of(b);
        if (!result.forfeited()) margin += result.margin_of(a);
        if (result.loser) faults += *result.loser == result.side_of(a) ? 1 : -1;
    }
    if (points != 0) return points > 0 ? a : b;
    if (margin != 0) return margin > 0 ? a : b;
    if (faults != 0) return faults < 0 ? a : b;
    return std::min(a, b);
}

/// Calls back with every pairing decided so far; returns who is left, in the order of the bracket.
template <class OnDecided>
std::vector<int> play_through(int entrants, const std::vector<TournamentGame>& results,
                              OnDecided decided) {
    std::vector<int> left = bracket(entrants);
    const int rounds = rounds_played(results);
    for (int round = 0; round < rounds && left.size() > 1; ++round) {
        std::vector<int> next;
        for (std::size_t i = 0; i < left.size(); i += 2) {
            next.push_back(winner(left[i], left[i + 1], round, results));
            decided(Decided{round, {left[i], left[i + 1]}, next.back()});
        }
        left = std::move(next);
    }
    return left;
}

/// Pairs the first of the list with a later one, and the rest likewise. Gives up after kMostTries,
/// more than any tournament of a sensible length needs.
class SwissPairing {
  public:
    SwissPairing(std::vector<int> order, const std::set<std::pair<int, int>>& met)
        : order_(std::move(order)), met_(met) {}

    /// Empty if no choice avoids a second pairing of the same two.
    std::vector<Pairing> without_repeats() {
        std::vector<Pairing> pairings;
        return search(order_, pairings) ? pairings : std::vector<Pairing>{};
    }
    std::vector<Pairing> neighbours() const {
        std::vector<Pairing> pairings;
        for (std::size_t i = 0; i + 1 < order_.size(); i += 2)
            pairings.push_back({order_[i], order_[i + 1]});
        return pairings;
    }

  private:
    bool search(const std::vector<int>& left, std::vector<Pairing>& pairings) {
        if (left.empty()) return true;
        if (++tries_ > kMostTries) return false;
        for (std::size_t i = 1; i < left.size(); ++i) {
            if (met_.contains(std::minmax(left[0], left[i]))) continue;
            std::vector<int> rest = left;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            rest.erase(rest.begin());
            pairings.push_back({left[0], left[i]});
            if (search(rest, pairings)) return true;
            pairings.pop_back();
        }
        return false;
    }

    static constexpr int kMostTries = 100'000;
    std::vector<int> order_;
    const std::set<std::pair<int, int>>& met_;
    int tries_ = 0;
};

}  // namespace

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

std::optional<Error> too_many_games(const Plan& plan, const std::vector<BoardSetup>& setups) {
    constexpr std::size_t kMostGames = 2'000'000;  // some gigabytes
    std::size_t pairs = 0;
    for (const BoardSetup& setup : setups) pairs += setup.pairs;
    // Later rounds have at most as many meetings as the first.
    const std::size_t meetings = next_pairings(plan, {}).size();
    if (2 * pairs * meetings <= kMostGames) return std::nullopt;
    return Error{std::to_string(2 * pairs * meetings) + " games in a round are too many, " +
                 std::to_string(kMostGames) + " is the most: play fewer (--games)"};
}

Result<ReadyPlan> ready(Plan plan) {
    if (const auto wrong = validate(plan)) return Error{*wrong};
    auto setups = board_setups(plan);
    if (!setups) return setups.error();
    if (auto many = too_many_games(plan, *setups)) return *many;
    return ReadyPlan{std::move(plan), setups.take()};
}

std::size_t opening_blocks(const Plan& plan) {
    const std::size_t entrants = plan.entrants.size();
    switch (plan.kind) {
        case Kind::match:
            return 1;
        case Kind::round_robin:
            return entrants - (entrants % 2 == 0 ? 1 : 0);
        case Kind::swiss:
            return static_cast<std::size_t>(rounds_of(plan)) * (entrants / 2);
        case Kind::gauntlet:
        case Kind::knockout:
            return entrants - 1;
    }
    return 1;
}

std::vector<store::ScheduledGame> games_of(const Plan& plan, const std::vector<Pairing>& pairings,
                                           const std::vector<BoardSetup>& setups, int round,
                                           std::size_t first_number) {
    std::size_t most = 0;
    std::size_t games_of_two = 0;
    for (const BoardSetup& setup : setups) {
        most = std::max(most, setup.pairs);
        games_of_two += 2 * setup.pairs;
    }
    const std::size_t before = first_number / games_of_two;  // pairings of earlier rounds
    std::vector<store::ScheduledGame> games;
    for (std::size_t opening = 0; opening < most; ++opening) {
        for (std::size_t board = 0; board < setups.size(); ++board) {
            const BoardSetup& setup = setups[board];
            if (opening >= setup.pairs) continue;
            for (std::size_t i = 0; i < pairings.size(); ++i) {
                const Pairing& pairing = pairings[i];
                const std::size_t block = plan.kind == Kind::round_robin
                                              ? circle_round(pairing, plan.entrants.size())
                                              : before + i;
                const Game& forced =
                    setup.openings[(block * setup.pairs + opening) % setup.openings.size()];
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

std::vector<Pairing> knockout_round(int entrants, const std::vector<TournamentGame>& results) {
    const std::vector<int> left = play_through(entrants, results, [](const Decided&) {});
    std::vector<Pairing> pairings;
    for (std::size_t i = 0; i + 1 < left.size(); i += 2)
        if (left[i] != kNobody && left[i + 1] != kNobody)
            pairings.push_back({left[i], left[i + 1]});
    return pairings;
}

std::vector<Decided> knockout_meetings(int entrants, const std::vector<TournamentGame>& results) {
    std::vector<Decided> meetings;
    play_through(entrants, results, [&](const Decided& decided) {
        if (decided.pairing.first != kNobody && decided.pairing.second != kNobody)
            meetings.push_back(decided);
    });
    return meetings;
}

std::vector<int> knockout_wins(int entrants, const std::vector<TournamentGame>& results) {
    std::vector<int> wins(static_cast<std::size_t>(entrants));
    play_through(entrants, results, [&](const Decided& decided) {
        if (decided.winner != kNobody) ++wins[static_cast<std::size_t>(decided.winner)];
    });
    return wins;
}

std::vector<int> byes(const Plan& plan, const std::vector<TournamentGame>& results) {
    std::vector<int> resting;
    if (plan.kind != Kind::swiss || plan.entrants.size() % 2 == 0) return resting;
    std::vector<std::set<int>> playing;
    for (const TournamentGame& result : results) {
        const auto round = static_cast<std::size_t>(result.round);
        if (playing.size() <= round) playing.resize(round + 1);
        playing[round].insert(result.entrants.begin(), result.entrants.end());
    }
    for (const std::set<int>& round : playing)
        for (int entrant = 0; entrant < static_cast<int>(plan.entrants.size()); ++entrant)
            if (round.size() + 1 == plan.entrants.size() && !round.contains(entrant))
                resting.push_back(entrant);
    return resting;
}

std::vector<Pairing> swiss_round(const Plan& plan, const std::vector<TournamentGame>& results) {
    std::vector<int> order;
    for (const Standing& standing : standings(plan, results)) order.push_back(standing.entrant);
    if (order.size() % 2 != 0) {
        const std::vector<int> rested = byes(plan, results);
        auto resting = order.end() - 1;
        for (auto place = order.end(); place != order.begin();) {
            --place;
            if (std::find(rested.begin(), rested.end(), *place) != rested.end()) continue;
            resting = place;
            break;
        }
        order.erase(resting);
    }
    std::set<std::pair<int, int>> met;
    for (const TournamentGame& result : results)
        met.insert(std::minmax(result.entrants[0], result.entrants[1]));
    SwissPairing search(order, met);
    auto pairings = search.without_repeats();
    return pairings.empty() ? search.neighbours() : pairings;
}

}  // namespace kalah::arena
