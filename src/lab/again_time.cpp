// again-time: document 002: how long each of the first five searches of a game takes.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "kalah/game.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr int kSearches = 5;
constexpr std::array<int, 5> kDepths{5, 7, 9, 11, 13};
/// Seconds by search, then by depth, on a 3.7 GHz processor.
constexpr std::array<std::array<double, 5>, kSearches> kPublished{
    {{0.0100286, 0.1274207, 1.2622833, 9.8226737, 57.722357},
     {0.0070245, 0.0818351, 0.6230591, 5.3054493, 30.390520},
     {0.0090158, 0.0491591, 0.1665511, 1.8031604, 6.2655427},
     {0.0140467, 0.0165711, 0.1745789, 1.1574790, 5.0785415},
     {0.0040133, 0.0290956, 0.0461538, 0.3656728, 2.5893936}}};

constexpr const char* kRules = "empty-capture,majority-stop=yes";

std::size_t depths_of(Scale scale) {
    return scale == Scale::tiny ? 2 : kDepths.size();
}
int trials(Scale scale) {
    return scale == Scale::sound ? 15 : 3;
}
std::string key_of(int depth, int search) {
    return fmt::format("seconds/depth={:02}/search={}", depth, search + 1);
}

/// South's first searches; north plays by the same search.
Result<std::vector<Value>> first_searches(TaskContext& context, int depth) {
    constexpr int kWarmUp = 7;  // so that the first search finds code and tables in the caches
    const Rules rules = rules_of(kRules);
    Game game(rules, start_board({6, 6}));
    std::vector<Value> values;
    const auto player = [](int to) { return fmt::format("alphabeta:eval=again,depth={}", to); };
    const auto warm = context.think(player(std::min(depth, kWarmUp)), rules, game.board());
    if (!warm) return warm.error();
    for (int search = 0; search < kSearches && !game.over();) {
        const auto report = context.think(player(depth), rules, game.board());
        if (!report) return report.error();
        if (game.board().to_move == Side::south) {
            values.push_back({key_of(depth, search), report->seconds, "s"});
            ++search;
        }
        game.play(report->pit);
    }
    return values;
}

Workload workload(const Design& design) {
    Workload all{{{"rules", kRules},
                  {"depths", fmt::format("5 to {}", kDepths[depths_of(design.scale) - 1])},
                  {"trials", std::to_string(trials(design.scale))}}};
    for (std::size_t i = 0; i < depths_of(design.scale); ++i)
        for (int trial = 0; trial < trials(design.scale); ++trial)
            all.tasks.push_back({key_of(kDepths[i], 0), trial,
                                 kDepths[i] < 11   ? 0.05
                                 : kDepths[i] < 13 ? 1
                                                   : 7,
                                 true, [depth = kDepths[i]](TaskContext& context) {
                                     return first_searches(context, depth);
                                 }});
    return all;
}

report::Table search_table(const Results& results) {
    report::Table table;
    table.caption =
        "Seconds of each search: published \u2192 measured (processor time, mean of trials), and "
        "measured / published";
    table.columns = {{"Search"}};
    for (const int depth : kDepths)
        if (!results.trials(key_of(depth, 0)).empty())
            table.columns.push_back({fmt::format("Depth {}", depth)});
    for (int search = 0; search < kSearches; ++search) {
        std::vector<report::Cell> row{std::to_string(search + 1)};
        for (std::size_t i = 0; i < kDepths.size(); ++i) {
            if (results.trials(key_of(kDepths[i], 0)).empty()) continue;
            const double theirs = kPublished[static_cast<std::size_t>(search)][i];
            const auto ours = results.of(key_of(kDepths[i], search));
            if (ours.empty())
                row.emplace_back(fmt::format("{:.4f} \u2192 -", theirs));
            else
                row.emplace_back(fmt::format("{:.4f} \u2192 {:.6f}", theirs, mean(ours)),
                                 multiple(mean(ours), theirs));
        }
        table.rows.push_back(row);
    }
    return table;
}

report::Charts search_chart(const Results& results) {
    std::vector<DepthTime> times;
    for (std::size_t i = 0; i < kDepths.size(); ++i)
        if (const double ours = mean(results.of(key_of(kDepths[i], 0))); ours > 0)
            times.push_back({kDepths[i], ours, kPublished[0][i]});
    return depth_time_chart(
        {"First search by depth", "Published: document 002. Measured: mean of trials."}, "3.7 GHz",
        times, 60);
}

std::vector<report::Section> sections(const Results& results) {
    return {{"searches",
             "Published and measured",
             {search_table(results),
              report::Paragraph{
                  "Whom the published program played against is not said. Here both sides play by "
                  "the same search, and the first five searches of the side that begins are timed; "
                  "an extra move is a search of its own. The game ends with more than half of the "
                  "seeds, as in the document: a rule that our fast board does not cover, so that "
                  "these are times of the plain one."},
              search_chart(results)}}};
}

}  // namespace

Experiment again_time() {
    return {"again-time",
            "How long store difference with a bonus thinks",
            kAgain,
            "how long it takes to make a move",
            "How long does each of the first five searches of a game take at depth 5, 7, 9, 11 "
            "and 13? Plain alpha-beta with the bonus for moving again, 6x6.",
            workload,
            sections};
}

}  // namespace kalah::lab
