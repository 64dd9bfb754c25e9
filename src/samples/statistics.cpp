#include "samples/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <tuple>

#include "arena/results.hpp"
#include "kalah/game.hpp"
#include "kalah/notation.hpp"

namespace kalah::samples {
namespace {

/// The moves that were forced at the beginning.
std::string opening_of(const GameRecord& record) {
    Game opening(record.game.rules(), record.game.start());
    for (std::size_t i = 0; i < record.notes.size() && i < record.game.played().size(); ++i) {
        if (record.notes[i].source != MoveSource::forced) break;
        opening.play(record.game.played()[i].pit);
    }
    return moves_text(opening);
}

/// A size; for games from positions, the size with as many seeds and a remark.
std::string board_name(const Board& start) {
    std::string text = start_text(start);
    if (text.front() != '<') return text;
    const int seeds = seeds_in_all(start);
    if (seeds % (2 * start.width) != 0) return text;
    return to_text(BoardSize{start.width, seeds / (2 * start.width)}) + " positions";
}

std::size_t phase_of(int seeds, int all) {
    if (seeds >= all) return 0;
    return static_cast<std::size_t>(all - seeds) * kPhases / static_cast<std::size_t>(all);
}

/// The cluster of each game, numbered from 0.
template <class Games>
std::vector<std::size_t> clusters_of(const Games& games, bool by_opening) {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> numbers;
    std::vector<std::size_t> clusters;
    clusters.reserve(games.size());
    for (const auto& game : games) {
        const std::uint64_t moves = by_opening && game.has_opening ? 0 : game.moves;
        clusters.push_back(
            numbers.try_emplace({game.opening, moves}, numbers.size()).first->second);
    }
    return clusters;
}

}  // namespace

Collector::Facts Collector::facts_of(const GameRecord& record) {
    const Game& game = record.game;
    const Side first = game.start().to_move;
    const int seeds = seeds_in_all(game.start());
    const std::string start = start_text(game.start());
    const std::string opening = opening_of(record);
    Facts facts;
    facts.opening = arena::fingerprint(start + ' ' + opening);
    facts.has_opening = start.front() == '<' || !opening.empty();
    facts.moves = arena::fingerprint(moves_text(game));
    facts.names = {record.name_of(first), record.name_of(opponent(first))};
    facts.plies = static_cast<int>(game.played().size());
    facts.first_margin = first == Side::south ? record.margin() : -record.margin();
    for (std::size_t ply = 0; ply < game.played().size(); ++ply) {
        const Board& board = game.board_after(ply);
        const MoveResult& move = game.played()[ply];
        const int choices = legal_moves(board).size();
        facts.turns += ply == 0 || move.mover != game.played()[ply - 1].mover ? 1 : 0;
        facts.captures += move.captured > 0 ? 1 : 0;
        facts.captured += move.captured;
        facts.choices += choices;
        auto& phase = facts.phases[phase_of(seeds_in_pits(board), seeds)];
        ++phase.first;
        phase.second += choices;
    }
    return facts;
}

void Collector::add(const GameRecord& record, const std::string& players) {
    if (record.ending != Ending::finished) {
        store::PlayedGame played{{}, record};
        played.schedule.opening = opening_of(record);
        ++(!record.loser                          ? left_out_.unfinished
           : arena::result_of(played).forfeited() ? left_out_.forfeited
                                                  : left_out_.cut_short);
        return;
    }
    const Board& start = record.game.start();
    Games games{to_text(record.game.rules()), board_name(start), players, seeds_in_all(start)};
    const auto [place, fresh] = places_.try_emplace(
        games.rules + '\n' + games.board + '\n' + games.players, groups_.size());
    if (fresh) groups_.push_back(std::move(games));
    groups_[place->second].facts.push_back(facts_of(record));
}

std::vector<bool> Collector::balanced(const std::vector<Facts>& facts) {
    // Games of the same two from the same opening that wait for one with the other moving first.
    std::map<std::tuple<std::uint64_t, std::string, std::string>, std::vector<std::size_t>> waiting;
    std::vector<bool> counts(facts.size(), false);
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const auto& [first, second] = facts[i].names;
        if (first == second) {
            counts[i] = true;
            continue;
        }
        auto& partners = waiting[{facts[i].opening, second, first}];
        if (partners.empty()) {
            waiting[{facts[i].opening, first, second}].push_back(i);
        } else {
            counts[i] = counts[partners.back()] = true;
            partners.pop_back();
        }
    }
    return counts;
}

/// Legal moves: means over all moves, each of which is one value of its cluster.
void Collector::measure_choices(Group& group, const Games& games,
                                const std::vector<std::size_t>& clusters) {
    const std::size_t count = 1 + *std::max_element(clusters.begin(), clusters.end());
    arena::ClusteredMean all(count);
    std::vector<arena::ClusteredMean> by_phase(kPhases, arena::ClusteredMean(count));
    for (std::size_t i = 0; i < games.facts.size(); ++i) {
        const Facts& game = games.facts[i];
        all.add(clusters[i], game.choices, game.plies);
        for (std::size_t phase = 0; phase < kPhases; ++phase)
            by_phase[phase].add(clusters[i], game.phases[phase].second, game.phases[phase].first);
    }
    group.measured.push_back(
        {{"legal_moves", "legal moves per position"}, arena::spread_mean(all, 0, INFINITY)});
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
        if (by_phase[phase].clusters() == 0) continue;
        PhaseMean mean;
        for (int seeds = 1; seeds <= games.seeds; ++seeds) {
            if (phase_of(seeds, games.seeds) != phase) continue;
            if (mean.least_seeds == 0) mean.least_seeds = seeds;
            mean.most_seeds = seeds;
        }
        mean.legal_moves = arena::spread_mean(by_phase[phase], 0, INFINITY);
        group.phases.push_back(mean);
    }
}

/// All that a game has one value of.
void Collector::measure(Group& group, const Games& games,
                        const std::vector<std::size_t>& clusters) {
    const auto fair = balanced(games.facts);
    group.paired_games = static_cast<int>(std::count(fair.begin(), fair.end(), true));
    const std::size_t count = 1 + *std::max_element(clusters.begin(), clusters.end());
    enum class Of : bool { all_games, paired_games };
    const auto add = [&](const Quantity& quantity, double least, double most, Of of,
                         const std::function<double(const Facts&)>& value) {
        arena::ClusteredMean mean(count);
        for (std::size_t i = 0; i < games.facts.size(); ++i)
            if (of == Of::all_games || fair[i]) mean.add(clusters[i], value(games.facts[i]));
        if (mean.clusters() > 0)
            group.measured.push_back({quantity, arena::spread_mean(mean, least, most)});
    };
    const auto add_count = [&](const char* key, const char* meaning, int (*value)(const Facts&)) {
        add({key, meaning}, 0, INFINITY, Of::all_games, value);
    };
    add_count("moves", "moves per game", [](const Facts& game) { return game.plies; });
    add_count("turns", "turns per game", [](const Facts& game) { return game.turns; });
    add_count("extra_turns", "extra moves per game",
              [](const Facts& game) { return game.plies - game.turns; });
    add_count("captures", "captures per game", [](const Facts& game) { return game.captures; });
    add_count("captured", "seeds captured per game",
              [](const Facts& game) { return game.captured; });
    add_count("margin", "seeds between winner and loser",
              [](const Facts& game) { return std::abs(game.first_margin); });
    add({"draws", "share of draws", 3, true}, 0, 1, Of::all_games,
        [](const Facts& game) { return game.first_margin == 0 ? 1 : 0; });
    add({"first_score", "first player's points per game", 3, true}, 0, 1, Of::paired_games,
        [](const Facts& game) {
            return game.first_margin > 0 ? 1 : game.first_margin == 0 ? 0.5 : 0;
        });
    add({"first_margin", "first player's lead in seeds"}, -games.seeds, games.seeds,
        Of::paired_games, [](const Facts& game) { return game.first_margin; });
}

Group Collector::group_of(const Games& games) {
    Group group{games.rules, games.board, games.players, static_cast<int>(games.facts.size())};
    std::set<std::uint64_t> openings;
    std::set<std::pair<std::uint64_t, std::uint64_t>> distinct;
    for (const Facts& game : games.facts) {
        openings.insert(game.opening);
        distinct.insert({game.opening, game.moves});
    }
    group.openings = static_cast<int>(openings.size());
    group.distinct_games = static_cast<int>(distinct.size());
    const auto clusters = clusters_of(games.facts, openings.size() > 1);
    measure_choices(group, games, clusters);
    measure(group, games, clusters);
    return group;
}

std::vector<Group> Collector::groups() const {
    std::vector<Group> all;
    for (const Games& games : groups_) all.push_back(group_of(games));
    return all;
}

}  // namespace kalah::samples
