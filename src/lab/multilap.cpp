// multilap: document 003: does an evaluation that sees the seeds in the pits take longer turns than
// one of the stores alone, under multi-lap sowing, and is it harder to beat?
#include <array>
#include <map>

#include <fmt/format.h>

#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/tree_pairs.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace multilap_parts {
namespace {

constexpr std::array<int, 4> kDepths{1, 2, 4, 6};
/// `again` and `fitted` are the same as `store` under these rules.
constexpr std::array<const char*, 4> kEvals{"long-turn", "knowledge", "knowledge-both",
                                            "five-part"};

std::string key_of(const char* eval, int depth) {
    return fmt::format("{}/depth={}", eval, depth);
}

int games(Scale scale) {
    return scale == Scale::tiny ? 4 : scale == Scale::quick ? 1000 : 4000;
}

Workload workload(const Design& design) {
    Workload all{{{"games of a match", std::to_string(games(design.scale))}}};
    for (const char* eval : kEvals)
        for (const int depth : kDepths) {
            if (design.scale == Scale::tiny && depth > 2) continue;
            arena::Plan plan =
                plan_of(design, arena::Kind::match, "multilap", "4-ply", games(design.scale));
            plan.boards = {"6x4"};
            plan.entrants = {{eval, fmt::format("alphabeta:eval={},depth={}", eval, depth)},
                             {"store", fmt::format("alphabeta:eval=store,depth={}", depth)}};
            all.tasks.push_back(trees_task(key_of(eval, depth), plan));
            all.matches.push_back({key_of(eval, depth), plan, depth < 6 ? 0.001 : 0.003});
        }
    return all;
}

/// What a player's turns are like, per turn. A turn is one move here: no move gives another.
struct TurnLength {
    double laps = 0;
    double sown = 0;
    double turns = 0;
};

/// One entrant minus the other, for each opening: the mean over its games.
struct Differences {
    std::vector<double> laps;
    std::vector<double> sown;
};

struct Turns {
    std::array<TurnLength, 2> mean;  // over all turns, by entrant
    Differences difference;          // the evaluation minus store
};

Turns turns_of(const PlayedMatch& match) {
    Turns found;
    std::map<std::string, std::array<TurnLength, 2>> by_opening;
    for (std::size_t i = 0; i < match.games.size(); ++i) {
        const auto& played = match.records[i].game.played();
        for (std::size_t ply = 0; ply < played.size(); ++ply) {
            if (by_referee(match.records[i].notes[ply].source)) continue;
            const auto side = static_cast<std::size_t>(played[ply].mover);
            const auto entrant = static_cast<std::size_t>(match.games[i].entrants[side]);
            for (TurnLength* sum :
                 {&found.mean[entrant], &by_opening[match.games[i].opening][entrant]}) {
                sum->laps += played[ply].laps;
                sum->sown += played[ply].sown;
                ++sum->turns;
            }
        }
    }
    for (TurnLength& mean : found.mean)
        if (mean.turns > 0) mean = {mean.laps / mean.turns, mean.sown / mean.turns, mean.turns};
    for (const auto& [opening, sums] : by_opening) {
        if (sums[0].turns == 0 || sums[1].turns == 0) continue;
        found.difference.laps.push_back(sums[0].laps / sums[0].turns -
                                        sums[1].laps / sums[1].turns);
        found.difference.sown.push_back(sums[0].sown / sums[0].turns -
                                        sums[1].sown / sums[1].turns);
    }
    return found;
}

report::Table turns_table(const Results& results) {
    report::Table table;
    table.caption =
        "Laps and seeds sown per turn; the difference is that of the two players on one opening, "
        "mean over openings with its 95 % interval";
    table.columns = {{"Evaluation", report::Align::left},
                     {"Depth"},
                     {"Games"},
                     {"Laps"},
                     {"Laps of store"},
                     {"Difference"},
                     {"Seeds sown"},
                     {"Seeds sown by store"},
                     {"Difference"},
                     {"Score against store, 95 % interval"},
                     {"Trees that differ"}};
    for (const char* eval : kEvals)
        for (const int depth : kDepths) {
            const PlayedMatch& match = results.match(key_of(eval, depth));
            if (match.games.empty()) continue;
            const Turns turns = turns_of(match);
            table.rows.push_back({eval, std::to_string(depth), std::to_string(match.games.size()),
                                  fixed(turns.mean[0].laps, 3), fixed(turns.mean[1].laps, 3),
                                  mean_text(turns.difference.laps, 3), fixed(turns.mean[0].sown, 2),
                                  fixed(turns.mean[1].sown, 2), mean_text(turns.difference.sown, 2),
                                  score_text(encounter(match, 0, 1)),
                                  trees_cell(results, key_of(eval, depth))});
        }
    return table;
}

report::Charts score_charts(const Results& results) {
    std::vector<report::SpanRow> rows;
    for (const char* eval : kEvals)
        for (const int depth : kDepths) {
            const PlayedMatch& match = results.match(key_of(eval, depth));
            if (match.games.empty()) continue;
            rows.push_back(score_row(fmt::format("{}, depth {}", eval, depth),
                                     encounter(match, 0, 1), {}, "store"));
        }
    return score_chart("Score against the stores alone", rows, games_source(results));
}

std::vector<report::Section> sections(const Results& results) {
    report::Section section{"turns", "Measured", {}};
    const report::Table table = turns_table(results);
    if (table.rows.empty()) return {section};
    section.blocks.emplace_back(report::Paragraph{
        "The document has no numbers: it wishes for an evaluation of the seeds in the pits "
        "\u201Cto "
        "make it take longer turns and make it harder for the human player\u201D. Its rules: "
        "multi-lap sowing, no extra turns, seeds left on the board at the end count for nobody."});
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
        "Moves forced by the opening do not count. long-turn counts what the best move wins, by "
        "sowing it, and the laps of the line that led there; the others count the pits as they do "
        "under single-lap sowing."});
    section.blocks.emplace_back(score_charts(results));
    return {section};
}

std::vector<Answer> answers(const Results& results) {
    PValues longer;
    PValues scores;
    std::string lengths;
    std::vector<std::string> outcomes;
    for (const int depth : kDepths) {
        const std::string key = key_of(kEvals[0], depth);
        const PlayedMatch& match = results.match(key);
        if (match.games.empty() || same_trees(results, key)) continue;
        const Turns turns = turns_of(match);
        const arena::Summary games = encounter(match, 0, 1);
        longer.push_back(no_difference(turns.difference.laps));
        scores.push_back(even_score(games));
        lengths += fmt::format("{}{} at depth {}", lengths.empty() ? "" : ", ",
                               mean_text(turns.difference.laps, 3), depth);
        outcomes.push_back(
            fmt::format("{} at depth {}", games.score > 0.5 ? "it wins" : "it loses", depth));
    }
    if (outcomes.empty()) return {};
    const PValues decided = corrected(scores);
    std::string wins;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (decided[i] && *decided[i] < kSignificant)
            wins += (wins.empty() ? "" : ", ") + outcomes[i];
    return {{"Does an evaluation of the seeds in the pits take longer turns?",
             fmt::format("{} of {} depths show a difference between long-turn and the stores alone "
                         "(p below {}, corrected); in laps per turn: {}.",
                         significant(corrected(longer)), outcomes.size(), kSignificant, lengths)},
            {"Is it harder to beat?",
             wins.empty() ? "Not decided at any depth." : "Decided: " + wins + "."}};
}

}  // namespace
}  // namespace multilap_parts

Experiment multilap() {
    using namespace multilap_parts;
    return {
        "multilap",
        "Does an evaluation of the pits take longer turns?",
        kBrowserGame,
        "\u201CIt\u2019s a bit stupid\u201D",
        "The document\u2019s program values the stores alone; an evaluation of the seeds in the "
        "pits should take longer turns and be harder to beat. Each evaluation plays that of "
        "the stores at equal depth on 6x4 by the document\u2019s rules, from both sides of many "
        "openings; laps and seeds sown of every turn are counted.",
        workload,
        sections,
        answers};
}

}  // namespace kalah::lab
