// again-time: document 002: how long each of the first five searches of a game takes.
#include <array>

#include <fmt/format.h>

#include "kalah/game.hpp"
#include "lab/comparison.hpp"
#include "lab/conditions.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace again_time_parts {
namespace {

constexpr int kSearches = 5;
constexpr std::array<int, 5> kDepths{5, 7, 9, 11, 13};
/// Seconds by search, then by depth, on a 3.7 GHz processor.
constexpr std::array<std::array<const char*, 5>, kSearches> kPublished{
    {{"0.0100286", "0.1274207", "1.2622833", "9.8226737", "57.722357"},
     {"0.0070245", "0.0818351", "0.6230591", "5.3054493", "30.390520"},
     {"0.0090158", "0.0491591", "0.1665511", "1.8031604", "6.2655427"},
     {"0.0140467", "0.0165711", "0.1745789", "1.1574790", "5.0785415"},
     {"0.0040133", "0.0290956", "0.0461538", "0.3656728", "2.5893936"}}};

double published(int search, std::size_t depth) {
    return number_of<double>(kPublished[static_cast<std::size_t>(search)][depth]);
}

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
    const Rules rules = rules_of(kRules);
    Game game(rules, start_board({6, 6}));
    std::vector<Value> values;
    const std::string player = fmt::format("alphabeta:eval=again,depth={}", depth);
    for (int search = 0; search < kSearches && !game.over();) {
        const auto report = context.timed(player, rules, game.board());
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

/// Mean seconds; nothing if the search was not measured.
std::optional<double> measured(const Results& results, int search, std::size_t depth) {
    const auto all = results.of(key_of(kDepths[depth], search));
    return all.empty() ? std::nullopt : std::optional(mean(all));
}

/// One table in the form of the document.
report::Table search_table(const Results& results, bool ours) {
    report::Table table;
    table.caption = ours
                        ? "Seconds of each search, measured (processor time, mean of trials; short "
                          "searches are repeated until they take 10 ms)"
                        : "Seconds of each search, as printed";
    table.columns = {{"Search"}};
    for (const int depth : kDepths)
        table.columns.push_back({fmt::format("{} {}", ours ? "Depth" : "depth:", depth)});
    for (int search = 0; search < kSearches; ++search) {
        auto& row = table.rows.emplace_back(std::vector<report::Cell>{std::to_string(search + 1)});
        for (std::size_t i = 0; i < kDepths.size(); ++i) {
            const auto seconds = measured(results, search, i);
            if (!ours)
                row.emplace_back(kPublished[static_cast<std::size_t>(search)][i]);
            else if (seconds)
                row.emplace_back(fixed(*seconds, 7));
            else
                row.emplace_back("-");
        }
    }
    return table;
}

/// Growth per depth in all five searches, over the depths that were measured.
struct Growth {
    std::vector<double> theirs;
    std::vector<double> ours;
};
/// From one depth to the next one measured, or over all of them.
Growth growth_of(const Results& results, std::size_t first, std::size_t last) {
    Growth all;
    for (int search = 0; search < kSearches; ++search) {
        std::vector<AtDepth> theirs;
        std::vector<AtDepth> ours;
        for (std::size_t i = first; i <= last; ++i)
            if (const auto seconds = measured(results, search, i)) {
                theirs.push_back({kDepths[i], published(search, i)});
                ours.push_back({kDepths[i], *seconds});
            }
        for (const double step : growth(theirs)) all.theirs.push_back(step);
        for (const double step : growth(ours)) all.ours.push_back(step);
    }
    return all;
}

report::Table growth_table(const Results& results) {
    report::Table table{
        "Growth of the time with each depth: geometric mean over the five searches, "
        "95 % interval; p of equal growth (Welch, corrected by Holm)",
        {{"From depth"}, {"to"}, {"Published"}, {"Measured"}}};
    PValues values;
    for (std::size_t i = 0; i + 1 < kDepths.size(); ++i) {
        const Growth steps = growth_of(results, i, i + 1);
        if (steps.ours.empty()) continue;
        table.rows.push_back({std::to_string(kDepths[i]), std::to_string(kDepths[i + 1]),
                              estimate_text(geometric_mean(steps.theirs), 2),
                              estimate_text(geometric_mean(steps.ours), 2)});
        values.push_back(same_mean(steps.theirs, steps.ours));
    }
    add_p_values(table, values);
    return table;
}

std::vector<Answer> answers(const Results& results) {
    const Growth steps = growth_of(results, 0, kDepths.size() - 1);
    if (steps.ours.empty()) return {};
    std::vector<double> falls;
    for (std::size_t i = 0; i < kDepths.size(); ++i)
        if (const auto first = measured(results, 0, i), last = measured(results, kSearches - 1, i);
            first && last)
            falls.push_back(*last / *first);
    return {
        {"How long does a move take at different depths?",
         fmt::format("Each depth takes {} times as long as the one before in the document, {} "
                     "times here (geometric mean, 95 % interval; equal growth has p {}). "
                     "Seconds themselves do not compare across machines and programs.",
                     estimate_text(geometric_mean(steps.theirs), 2),
                     estimate_text(geometric_mean(steps.ours), 2),
                     p_text(same_mean(steps.theirs, steps.ours)))},
        {"Do searches become fast as the game goes on?",
         fmt::format("Here the fifth search takes {} times as long as the first (geometric mean "
                     "over depths), in the document {:.2f} times at depth 13.",
                     estimate_text(geometric_mean(falls), 2), published(4, 4) / published(0, 4))}};
}

report::Charts search_chart(const Results& results) {
    std::vector<DepthTime> times;
    for (std::size_t i = 0; i < kDepths.size(); ++i)
        if (const auto ours = measured(results, 0, i))
            times.push_back({kDepths[i], *ours, published(0, i)});
    return depth_time_chart(
        {"First search by depth", "Published: document 002. Measured: mean of trials."},
        kAgain.machine, times, 60);
}

std::vector<report::Section> sections(const Results& results) {
    return {{"searches",
             "Published and measured",
             {search_table(results, false), search_table(results, true), growth_table(results),
              report::Paragraph{
                  "Whom the published program played against is not said. Here both sides play by "
                  "the same search, and the first five searches of the side that begins are timed; "
                  "an extra move is a search of its own. The game ends with more than half of the "
                  "seeds, as in the document: a rule that our fast board does not cover, so that "
                  "these are times of the plain one."},
              search_chart(results)}}};
}

}  // namespace
}  // namespace again_time_parts

Experiment again_time() {
    using namespace again_time_parts;
    return {"again-time",
            "How long store difference with a bonus thinks",
            kAgain,
            "how long it takes to make a move",
            "How long does each of the first five searches of a game take at depth 5, 7, 9, 11 "
            "and 13? Plain alpha-beta with the bonus for moving again, 6x6.",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
