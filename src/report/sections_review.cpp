#include <algorithm>

#include <fmt/format.h>

#include "players/thought.hpp"
#include "report/player_page.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"

namespace kalah::report {
namespace {

using players::Accuracy;
using players::Grade;
using players::JudgedMove;

/// Which games were reviewed, and how much of it is proved.
std::string coverage_text(const ReportData& data, const std::vector<Accuracy>& all) {
    int moves = 0;
    int exact = 0;
    const auto forfeits = static_cast<std::size_t>(std::count_if(
        data.games.begin(), data.games.end(),
        [&](const auto& game) { return game.forfeited() && data.reviews->contains(game.number); }));
    for (const Accuracy& accuracy : all) {
        moves += accuracy.moves;
        exact += accuracy.exact;
    }
    return fmt::format(
        "{} of {} reviewed: {}, of which {} have exact values (database, solver or a search to "
        "the end); the others are estimates by the champion.{}",
        data.reviews->size(), counted(data.games.size(), "game"),
        counted(static_cast<std::size_t>(moves), "move"), exact,
        forfeits == 0 ? ""
                      : fmt::format(" In {}, whose loser made no move, nothing is judged.",
                                    counted(forfeits, "forfeit")));
}

}  // namespace

std::vector<Accuracy> accuracies(const ReportData& data) {
    std::vector<Accuracy> all(data.plan.entrants.size());
    for (const arena::TournamentGame& game : data.games) {
        const auto found = data.reviews->find(game.number);
        if (found == data.reviews->end()) continue;
        for (const JudgedMove& move : found->second) {
            const int entrant = game.entrants[static_cast<std::size_t>(move.mover())];
            all[static_cast<std::size_t>(entrant)].add(move);
        }
    }
    return all;
}

Table accuracy_table(const ReportData& data, const std::vector<Accuracy>& all,
                     const std::vector<int>& entrants) {
    Table table;
    table.columns = {{"Player", Align::left}, {"Accuracy"}, {"Moves"}, {"exact"}};
    for (const Grade grade : players::kAllGrades)
        table.columns.push_back({std::string(name(grade))});
    table.columns.push_back({"Seeds a move"});
    for (const int entrant : entrants) {
        const Accuracy& accuracy = all[static_cast<std::size_t>(entrant)];
        const auto percent = accuracy.percent();
        std::vector<Cell> row = {data.name_of(entrant),
                                 percent ? fmt::format("{:.1f}", *percent) : "\u2013",
                                 std::to_string(accuracy.moves), std::to_string(accuracy.exact)};
        for (const Grade grade : players::kAllGrades)
            row.emplace_back(std::to_string(accuracy.count(grade)));
        row.emplace_back(accuracy.moves > 0 ? fmt::format("{:.2f}", accuracy.cost / accuracy.moves)
                                            : "\u2013");
        table.rows.push_back(std::move(row));
    }
    return table;
}

Paragraph words_explained() {
    return {
        "A move costs what it gives away of the final difference in seeds. Good: at most 2 "
        "seeds; inaccuracy: at most 4; mistake: at most 8, or a win becomes a draw or a draw a "
        "loss; blunder: more, or a win becomes a loss. Accuracy is the mean over a "
        "player\u2019s moves: 100 for one that costs nothing, half as much for every 4 seeds. "
        "Moves of the opening, only moves, moves of the referee and moves of forfeits do not "
        "count."};
}

std::optional<Section> accuracy_section(const ReportData& data) {
    if (!data.reviews) return std::nullopt;
    const std::vector<Accuracy> all = accuracies(data);
    std::vector<int> entrants;
    for (const arena::Standing& standing : data.standings) entrants.push_back(standing.entrant);
    std::stable_sort(entrants.begin(), entrants.end(), [&](int a, int b) {
        return all[static_cast<std::size_t>(a)].percent().value_or(-1) >
               all[static_cast<std::size_t>(b)].percent().value_or(-1);
    });
    Section section{"accuracy", "Accuracy"};
    if (data.reviews->size() < data.games.size())
        section.blocks.emplace_back(
            Warning{fmt::format("The review was stopped: {} of {} games are reviewed.",
                                data.reviews->size(), data.games.size())});
    section.blocks.emplace_back(accuracy_table(data, all, entrants));
    section.blocks.emplace_back(Paragraph{coverage_text(data, all)});
    section.blocks.emplace_back(words_explained());
    return section;
}

}  // namespace kalah::report
