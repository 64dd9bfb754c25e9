// exactness: our own question. How often each published AI, at each depth, plays an optimal move,
// and how many seeds its moves lose, by the solver.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace exactness_parts {
namespace {

struct Ai {
    const char* name;
    const char* player;  // without its depth
    int deepest;
    report::Tone tone;
    bool broken;
};
/// Minimax plays the moves of alpha-beta, so their rows must agree: a test of both. It goes only as
/// deep as is affordable (at depth 8 it takes fifty times as long).
constexpr int kMinimaxDeepest = 6;
constexpr std::array<Ai, 8> kAis{{
    {"minimax, simple", "minimax:eval=simple", kMinimaxDeepest, report::Tone::a, true},
    {"minimax, knowledge", "minimax:eval=knowledge", kMinimaxDeepest, report::Tone::b, true},
    {"alpha-beta, simple", "alphabeta:eval=simple", 10, report::Tone::a, false},
    {"alpha-beta, knowledge", "alphabeta:eval=knowledge", 10, report::Tone::b, false},
    {"knowledge-based, simple", "knowledge:eval=simple", 10, report::Tone::a, true},
    {"knowledge-based, knowledge", "knowledge:eval=knowledge", 10, report::Tone::b, true},
    {"five-part", "alphabeta:eval=five-part", 10, report::Tone::c, false},
    {"again", "alphabeta:eval=again", 10, report::Tone::even, false},
}};
constexpr std::array<int, 6> kDepths{1, 2, 4, 6, 8, 10};
constexpr int kMost = 35;  // the most sowings before a position

int positions(Scale scale) {
    return scale == Scale::tiny ? 6 : scale == Scale::quick ? 2002 : 3000;
}
/// The fewest sowings before a position: exact values of earlier positions take seconds each.
int least(Scale scale) {
    return scale == Scale::tiny ? 24 : scale == Scale::quick ? 14 : 6;
}
int deepest(Scale scale) {
    return scale == Scale::tiny ? 2 : 10;
}
int database_seeds(Scale scale) {
    return scale == Scale::tiny ? 8 : 18;
}

std::string key_of(const Ai& ai, int depth) {
    return fmt::format("loss/{}/depth={:02}", ai.player, depth);
}

Result<std::vector<Value>> losses(TaskContext& context, const Design& design, int number) {
    const Rules rules = rules_of("empty-capture");
    const int first = least(design.scale);
    const int sowings = first + number % (kMost + 1 - first);
    const Board board =
        random_position(rules, {6, 4}, sowings, design.seed, static_cast<std::uint64_t>(number));
    const auto exact = context.exact(rules, board, database_seeds(design.scale));
    if (!exact) return exact.error();
    int best = exact->front().value;
    for (const auto& move : *exact) best = std::max(best, move.value);
    double optimal = 0;
    double lost = 0;
    for (const auto& move : *exact) {
        optimal += move.value == best ? 1 : 0;
        lost += best - move.value;
    }
    const auto moves = static_cast<double>(exact->size());
    std::vector<Value> values{{"seeds", double(seeds_in_pits(board)), "seeds"},
                              {"value", double(best), "seeds"},
                              {"optimal/random", optimal / moves, "share"},
                              {"loss/random", lost / moves, "seeds"}};
    for (const Ai& ai : kAis)
        for (const int depth : kDepths) {
            if (depth > std::min(ai.deepest, deepest(design.scale))) break;
            const auto report =
                context.think(fmt::format("{},depth={}", ai.player, depth), rules, board);
            if (!report) return report.error();
            for (const auto& move : *exact)
                if (move.pit == report->pit)
                    values.push_back({key_of(ai, depth), double(best - move.value), "seeds"});
        }
    return values;
}

Workload workload(const Design& design) {
    Workload all{
        {{"positions", std::to_string(positions(design.scale))},
         {"sowings before a position", fmt::format("{} to {}", least(design.scale), kMost)},
         {"depths", fmt::format("1 to {}, minimax to {}", deepest(design.scale),
                                std::min(kMinimaxDeepest, deepest(design.scale)))},
         {"AIs", std::to_string(kAis.size())}}};
    for (int number = 0; number < positions(design.scale); ++number)
        all.tasks.push_back({"seeds", number,
                             design.scale == Scale::tiny    ? 0.01
                             : design.scale == Scale::quick ? 0.06
                                                            : 1.5,
                             false, [design, number](TaskContext& context) {
                                 return losses(context, design, number);
                             }});
    return all;
}

std::optional<Estimate> optimal_share(const std::vector<double>& losses) {
    return share_estimate({static_cast<int>(std::count(losses.begin(), losses.end(), 0.0)),
                           static_cast<int>(losses.size())});
}

report::Charts loss_chart(const Results& results) {
    std::vector<report::Curve> curves;
    double most = 0.5;
    report::Table numbers;
    numbers.columns = {{"AI", report::Align::left}, {"Depth"}, {"Seeds a move"}};
    for (const Ai& ai : kAis) {
        report::Curve curve{ai.name, ai.tone, ai.broken, {}, {}};
        for (const int depth : kDepths) {
            const auto found = results.of(key_of(ai, depth));
            if (found.empty()) continue;
            const double loss = mean(found);
            most = std::max(most, loss);
            curve.points.push_back({double(depth), loss, fixed(loss, 2)});
            numbers.rows.push_back({ai.name, std::to_string(depth), fixed(loss, 3)});
        }
        if (!curve.points.empty()) curves.push_back(curve);
    }
    if (curves.empty()) return {};
    const report::Described what{
        "Seeds lost a move, by depth",
        fmt::format("Exact values by the solver, {} random positions of 6x4, empty-capture.",
                    results.trials("seeds").size())};
    return wide_chart(what,
                      report::curve_chart(
                          what, report::titled(report::round_axis(0, 10, 5), "depth in sowings"),
                          report::titled(report::round_axis(0, most, 5), "mean loss, seeds a move"),
                          report::without_copies(curves)),
                      numbers);
}

report::Table optimal_table(const Results& results) {
    report::Table table;
    table.caption =
        "Optimal moves in %, and the mean loss in seeds a move, both with 95 % intervals";
    table.columns = {{"AI", report::Align::left}};
    std::vector<int> depths;
    for (const int depth : kDepths)
        if (std::any_of(kAis.begin(), kAis.end(),
                        [&](const Ai& ai) { return !results.trials(key_of(ai, depth)).empty(); })) {
            depths.push_back(depth);
            table.columns.push_back({fmt::format("Depth {}", depth)});
        }
    for (const Ai& ai : kAis) {
        if (results.trials(key_of(ai, kDepths.front())).empty()) continue;
        std::vector<report::Cell> row{ai.name};
        for (const int depth : depths) {
            const auto found = results.of(key_of(ai, depth));
            if (found.empty())
                row.emplace_back("-");
            else
                row.emplace_back(estimate_text(optimal_share(found), 1, 100), mean_text(found, 2));
        }
        table.rows.push_back(row);
    }
    return table;
}

/// Two AIs on the same positions: the share of optimal moves of the second minus that of the first.
struct Comparison {
    const Ai* first;
    const Ai* second;
    int depth;
    arena::PairedShares optimal;  // a: the second, b: the first
    int differing;                // positions where they lose another number of seeds
};
std::vector<Comparison> comparisons(const Results& results) {
    constexpr std::array<std::array<std::size_t, 2>, 4> kPairs{{{2, 3}, {2, 4}, {2, 6}, {2, 7}}};
    std::vector<Comparison> all;
    for (const auto& [first, second] : kPairs)
        for (const int depth : kDepths) {
            const auto a = results.of(key_of(kAis[first], depth));
            const auto b = results.of(key_of(kAis[second], depth));
            if (a.empty() || a.size() != b.size()) continue;
            Comparison& each =
                all.emplace_back(Comparison{&kAis[first], &kAis[second], depth, {}, 0});
            for (std::size_t i = 0; i < b.size(); ++i) {
                int& count = a[i] == 0 ? (b[i] == 0 ? each.optimal.both : each.optimal.only_b)
                                       : (b[i] == 0 ? each.optimal.only_a : each.optimal.neither);
                ++count;
                each.differing += a[i] != b[i] ? 1 : 0;
            }
        }
    return all;
}
/// McNemar's; nothing where the two lose the same everywhere.
PValues p_values(const std::vector<Comparison>& all) {
    PValues values;
    for (const Comparison& each : all)
        values.push_back(each.differing == 0 ? std::nullopt
                                             : std::optional(arena::mcnemar_p(each.optimal)));
    return values;
}
/// "+1.3 (+0.4 to +2.2)", in percentage points.
std::string difference_text(const Comparison& each) {
    const auto interval = arena::difference_interval(each.optimal);
    const int more = each.optimal.only_a - each.optimal.only_b;
    return fmt::format("{:+.1f} ({:+.1f} to {:+.1f})", 100.0 * more / each.optimal.trials(),
                       100 * interval.low, 100 * interval.high);
}

report::Table comparison_table(const Results& results) {
    const auto all = comparisons(results);
    const PValues values = p_values(all);
    const auto tested = std::count_if(values.begin(), values.end(),
                                      [](const auto& value) { return value.has_value(); });
    report::Table table{fmt::format("Optimal moves on the same positions: percentage points of the "
                                    "second less the first, 95 % interval (Newcombe), and p of no "
                                    "difference (McNemar), corrected by Holm for {} comparisons",
                                    tested),
                        {{"First", report::Align::left},
                         {"Second", report::Align::left},
                         {"Depth"},
                         {"Losses that differ"},
                         {"Difference, points"}}};
    for (const Comparison& each : all)
        table.rows.push_back({each.first->name, each.second->name, std::to_string(each.depth),
                              fmt::format("{} of {}", each.differing, each.optimal.trials()),
                              difference_text(each)});
    add_p_values(table, values);
    return table;
}

std::vector<Answer> answers(const Results& results) {
    const auto all = comparisons(results);
    if (all.empty()) return {};
    const PValues values = corrected(p_values(all));
    std::vector<Answer> found;
    for (std::size_t i = 0; i < all.size();) {
        std::string decided;
        int count = 0;
        const Ai* second = all[i].second;
        int depths = 0;
        for (; i < all.size() && all[i].second == second; ++i, ++depths) {
            if (!values[i] || *values[i] >= kSignificant) continue;
            ++count;
            decided += fmt::format("{}{} at depth {}", decided.empty() ? "" : ", ",
                                   difference_text(all[i]), all[i].depth);
        }
        found.push_back(
            {fmt::format("Does {} find more optimal moves than alpha-beta, simple?", second->name),
             decided.empty() ? fmt::format("No difference is shown at {} depths.", depths)
                             : fmt::format("Decided at {} of {} depths, in percentage points: {}.",
                                           count, depths, decided)});
    }
    return found;
}

std::vector<report::Section> sections(const Results& results) {
    report::Section section{"exactness", "Measured", {}};
    const auto seeds = results.of("seeds");
    if (seeds.empty()) return {section};
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "Nothing was published to compare with. {} positions, {:.1f} seeds in the pits on average. "
        "A random move is optimal in {:.1f} % of them and loses {:.2f} seeds.",
        seeds.size(), mean(seeds), 100 * mean(results.of("optimal/random")),
        mean(results.of("loss/random")))});
    section.blocks.emplace_back(optimal_table(results));
    section.blocks.emplace_back(comparison_table(results));
    section.blocks.emplace_back(report::Paragraph{
        "Minimax chooses what alpha-beta chooses and takes far longer: it is asked at the smaller "
        "depths only, to see that it does. Lines of the chart that are the same are drawn once. "
        "The heuristic of five parts wants to win, by however little: a decided game is worth 1000 "
        "to it. That its moves lose seeds does not say that they lose games."});
    section.blocks.emplace_back(loss_chart(results));
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "Positions come from games of random moves, {} sowings long, with at least two moves "
        "to choose from: not those that good players meet. Earlier positions are left out, because "
        "their exact values take seconds each.",
        results.parameter("sowings before a position"))});
    return {section};
}

}  // namespace
}  // namespace exactness_parts

Experiment exactness() {
    using namespace exactness_parts;
    return {"exactness",
            "How often the published AIs play the best move",
            {"new", ""},
            "exact values by 'kalah solve'",
            "How often does each published AI, at each depth, play a move that keeps the exact "
            "value, and how many seeds does a move lose on average? On random positions of 6x4 "
            "under empty-capture, whose moves were all solved.",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
