#include "report/facts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "report/game_data.hpp"

namespace kalah::report {
namespace {

using arena::TournamentGame;

std::vector<std::vector<Encounter>> encounters_of(const Facts& facts) {
    const std::size_t count = facts.plan.entrants.size();
    std::vector<std::vector<Encounter>> all(count, std::vector<Encounter>(count));
    for (const TournamentGame& game : facts.games) {
        for (std::size_t side = 0; side < 2; ++side) {
            const int own = game.entrants[side];
            const int against = game.entrants[1 - side];
            Encounter& met = all[static_cast<std::size_t>(own)][static_cast<std::size_t>(against)];
            ++met.games;
            met.points += game.points_of(own);
            met.margin += game.margin_of(own);
        }
    }
    return all;
}

std::vector<OpeningFacts> openings_of(const std::vector<TournamentGame>& games) {
    std::map<std::tuple<int, std::string, std::string>, OpeningFacts> all;
    for (const TournamentGame& game : games) {
        auto [place, is_new] = all.try_emplace(
            {game.board, game.start, game.opening},
            OpeningFacts{game.board, game.start, game.opening, 0, 0, 0, game.number});
        const int beginner = game.entrants[static_cast<std::size_t>(game.begins)];
        ++place->second.games;
        place->second.points += game.points_of(beginner);
        place->second.margin += game.margin_of(beginner);
    }
    std::vector<OpeningFacts> sorted;
    for (auto& [key, opening] : all) sorted.push_back(std::move(opening));
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& x, const auto& y) {
        return x.mean_margin() > y.mean_margin();
    });
    return sorted;
}

void look_at(Facts& facts, const TournamentGame& game, const GameRecord& record,
             std::vector<std::vector<double>>& thinking, std::size_t replayed) {
    const auto& played = record.game.played();
    for (std::size_t i = 0; i < std::min(played.size(), record.notes.size()); ++i)
        if (!by_referee(record.notes[i].source)) {
            const int mover = game.entrants[static_cast<std::size_t>(played[i].mover)];
            thinking[static_cast<std::size_t>(mover)].push_back(record.notes[i].seconds);
        }
    for (std::size_t i = 0; i < record.faults.size(); ++i) {
        const Fault& fault = record.faults[i];
        facts.faults.push_back({game.number, game.entrants[static_cast<std::size_t>(fault.side)],
                                fault,
                                record.loser == fault.side && i + 1 == record.faults.size()});
    }
    if (facts.data.size() < replayed || !record.faults.empty())
        facts.data.push_back({game.number, row_json(game, record), moves_json(record)});
    if (record.started > 0 && (facts.first == 0 || record.started < facts.first))
        facts.first = record.started;
    facts.last = std::max(facts.last, record.finished);
}

void look_at_overhead(Facts& facts) {
    std::vector<double> a_move;
    double seconds = 0;
    int moves = 0;
    for (const TournamentGame& game : facts.games) {
        const int moved = game.moved[0] + game.moved[1];
        seconds += game.overhead;
        moves += moved;
        if (moved > 0) a_move.push_back(game.overhead / moved);
    }
    facts.overhead = spread(std::move(a_move));
    if (moves > 0) facts.overhead_mean = seconds / moves;
}

}  // namespace

Spread spread(std::vector<double> values) {
    Spread result;
    if (values.empty()) return result;
    std::sort(values.begin(), values.end());
    const std::size_t count = values.size();
    result.count = count;
    result.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    result.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(count);
    const auto rank = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(count)));
    result.high = values[rank - 1];
    result.most = values.back();
    return result;
}

bool Facts::can_replay(std::size_t number) const {
    return std::binary_search(
        data.begin(), data.end(), GameData{number},
        [](const GameData& x, const GameData& y) { return x.number < y.number; });
}

Result<Facts> gather(arena::Tournament& tournament, std::size_t replayed) {
    Facts facts;
    facts.plan = tournament.plan();
    facts.id = tournament.id();
    facts.finished = tournament.is_finished();
    facts.scheduled = tournament.scheduled();
    facts.games = tournament.games();
    facts.sprt = tournament.sprt();
    std::vector<std::vector<double>> thinking(facts.plan.entrants.size());
    std::size_t next = 0;
    auto error =
        tournament.for_each_record([&](const TournamentGame& game, const GameRecord& record) {
            // Whoever plays it may have gone on since it was loaded: what is new does not count.
            while (next < facts.games.size() && facts.games[next].number < game.number) ++next;
            if (next < facts.games.size() && facts.games[next].number == game.number)
                look_at(facts, game, record, thinking, replayed);
            return true;
        });
    if (error) return *error;
    facts.standings = arena::standings(facts.plan, facts.games);
    facts.ratings = arena::rate(facts.plan.entrants.size(), arena::meetings_of(facts.games));
    facts.encounters = encounters_of(facts);
    facts.summary = arena::summarise(arena::results_of_all(facts.games));
    facts.openings = openings_of(facts.games);
    for (auto& seconds : thinking) facts.thinking.push_back(spread(std::move(seconds)));
    look_at_overhead(facts);
    return facts;
}

}  // namespace kalah::report
