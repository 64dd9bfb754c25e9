// depths: the thesis, section 2.1: how deep each search comes within the limit, and what a depth
// costs.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"
#include "trees/events.hpp"

namespace kalah::lab {
namespace depths_parts {
namespace {

using search::Reason;

constexpr std::array<const char*, 2> kEvals{"simple", "knowledge"};
constexpr double kAlike = 0.02;  // node counts this close look the same in a chart
constexpr int kDeepest = 40;     // the deepest search that a report looks for

/// The searches of the thesis, in the order of kSearchDepths, and two that it did not have.
struct SearchKind {
    const char* name;
    double growth;      // of the nodes with each depth, for the estimate of the time
    const char* keys;   // behind the evaluation and the limit
    const char* table;  // the key of its size; empty: none
    report::Tone tone;
};
constexpr std::array<SearchKind, 5> kSearches{
    {{kSearchDepths[0].search, 5.7, "", "", report::Tone::b},
     {kSearchDepths[1].search, 3.3, "", "", report::Tone::a},
     {kSearchDepths[2].search, 3.3, "", "", report::Tone::c},
     {"mtdf", 2.7, "", "tt", report::Tone::even},
     {"champion", 2.5, ",db=none,book=none", "memory", report::Tone::plain}}};
std::string published_of(std::size_t search) {
    return search < kSearchDepths.size() ? published_depth(kSearchDepths[search].published) : "-";
}

struct RunSize {
    int positions;
    const char* limit;
    double seconds;
    std::array<int, kSearches.size()> depths;  // up to which nodes are counted
};
RunSize size_of(Scale scale) {
    switch (scale) {
        case Scale::tiny:
            return {2, "nodes=2000", 0.001, {3, 4, 4, 4, 4}};
        case Scale::quick:
            return {6, "time=500ms", 0.5, {8, 11, 11, 13, 15}};
        case Scale::paper:
            return {10, "time=30s", 30, {10, 14, 14, 16, 19}};
        default:
            return {10, "time=5s", 5, {9, 13, 13, 15, 17}};
    }
}

std::string depth_key(std::size_t search, std::size_t eval) {
    return fmt::format("depth/{}/{}", kSearches[search].name, kEvals[eval]);
}
std::string count_key(const char* what, std::size_t search, std::size_t eval, int depth) {
    return fmt::format("{}/{}/{}/depth={:02}", what, kSearches[search].name, kEvals[eval], depth);
}
/// `table` is the size of the table, if the search has one.
std::string player_of(std::size_t search, std::size_t eval, const std::string& limit,
                      const char* table) {
    const SearchKind& kind = kSearches[search];
    std::string player = fmt::format("{}:eval={},{}{}", kind.name, kEvals[eval], limit, kind.keys);
    if (*kind.table != '\0') player += fmt::format(",{}={}", kind.table, table);
    return player;
}
constexpr const char* kTable = "16M";
constexpr int kShallow = 9;
/// The player that searches this depth. Short searches have a small table, which is cleared before
/// each repetition; it holds all their positions.
std::string player_at(std::size_t search, std::size_t eval, int depth) {
    return player_of(search, eval, fmt::format("depth={}", depth),
                     depth <= kShallow ? "1M" : kTable);
}

/// How deep one search comes within the limit.
Result<std::vector<Value>> reached_depth(TaskContext& context, std::size_t search, std::size_t eval,
                                         const Board& board, const char* limit) {
    const auto report =
        context.think(player_of(search, eval, limit, kTable), rules_of("empty-capture"), board);
    if (!report) return report.error();
    return std::vector<Value>{{depth_key(search, eval), double(report->depth), "sowings"}};
}

/// What one search of this depth costs, from the start of 6x6.
Result<std::vector<Value>> counts_of(TaskContext& context, std::size_t search, std::size_t eval,
                                     int depth) {
    const auto report = context.timed(player_at(search, eval, depth), rules_of("empty-capture"),
                                      start_board({6, 6}));
    if (!report) return report.error();
    const auto key = [&](const char* what) { return count_key(what, search, eval, depth); };
    return std::vector<Value>{{key("nodes"), double(report->nodes), "nodes"},
                              {key("seconds"), report->seconds, "s"}};
}

/// What gives nodes their values in these searches, which have no database.
constexpr std::array<Reason, 7> kReasons{Reason::moves,   Reason::depth, Reason::over,
                                         Reason::limit,   Reason::table, Reason::etc,
                                         Reason::futility};

/// What cuts the same search short.
Result<std::vector<Value>> cuts_of(TaskContext& context, std::size_t search, std::size_t eval,
                                   int depth) {
    const auto counts = context.cuts(player_at(search, eval, depth), rules_of("empty-capture"),
                                     start_board({6, 6}));
    if (!counts) return counts.error();
    const trees::SearchCounts::Part all = counts->total();
    const auto key = [&](const char* what) { return count_key(what, search, eval, depth); };
    std::vector<Value> values{{key("cut-offs"), double(all.cut_offs), "nodes"},
                              {key("first-move"), double(all.first_move_cut_offs), "nodes"}};
    for (const Reason reason : kReasons)
        values.push_back({key(trees::to_text(reason)),
                          double(all.by_reason[static_cast<std::size_t>(reason)]), "nodes"});
    return values;
}

void add_tasks(Workload& all, const Design& design, std::size_t search, std::size_t eval) {
    const RunSize size = size_of(design.scale);
    for (int position = 0; position < size.positions; ++position)
        all.tasks.push_back({depth_key(search, eval), position, size.seconds,
                             design.scale != Scale::tiny, [=](TaskContext& context) {
                                 return reached_depth(
                                     context, search, eval,
                                     thesis_position(2 * position, design.seed, position),
                                     size.limit);
                             }});
    for (int depth = 1; depth <= size.depths[search]; ++depth) {
        const double nodes = 3 * std::pow(kSearches[search].growth, depth);
        all.tasks.push_back(
            {count_key("nodes", search, eval, depth), 0, 0.02 + 2e-8 * nodes, true,
             [=](TaskContext& context) { return counts_of(context, search, eval, depth); }});
        all.tasks.push_back(
            {count_key("cut-offs", search, eval, depth), 0, 1e-7 * nodes, false,
             [=](TaskContext& context) { return cuts_of(context, search, eval, depth); }});
    }
}

/// Calls `work` with every search and utility.
template <class Work>
void for_each_ai(Work work) {
    for (std::size_t search = 0; search < kSearches.size(); ++search)
        for (std::size_t eval = 0; eval < kEvals.size(); ++eval) work(search, eval);
}

Workload workload(const Design& design) {
    const RunSize size = size_of(design.scale);
    std::string counted;
    for (std::size_t i = 0; i < kSearches.size(); ++i)
        counted += fmt::format("{}{} ({})", i == 0 ? "" : ", ", size.depths[i], kSearches[i].name);
    Workload all{{{"positions", std::to_string(size.positions)},
                  {"limit", limit_text("alphabeta:" + std::string(size.limit))},
                  {"nodes counted to depth", counted},
                  {"tables", fmt::format("1M to depth {}, {} beyond", kShallow, kTable)}}};
    for_each_ai(
        [&](std::size_t search, std::size_t eval) { add_tasks(all, design, search, eval); });
    return all;
}

/// Values of one kind by depth.
std::vector<AtDepth> by_depth(const Results& results, const char* what, std::size_t search,
                              std::size_t eval) {
    std::vector<AtDepth> all;
    for (int depth = 1; depth <= kDeepest; ++depth)
        if (const auto found = results.of(count_key(what, search, eval, depth)); !found.empty())
            all.push_back({depth, found.front()});
    return all;
}

/// By how much the nodes grow with each depth, over all depths that were counted.
std::optional<Estimate> branching(const Results& results, std::size_t search, std::size_t eval) {
    return geometric_mean(growth(by_depth(results, "nodes", search, eval)));
}

/// The median depth, extrapolated to the time limit of the thesis by the growth of the nodes;
/// nothing if the limit here is not a time.
std::optional<double> extrapolated(const Results& results, std::size_t search, std::size_t eval) {
    constexpr double kThesisSeconds = 30;
    const RunSize size = size_of(results.design.scale);
    const auto factor = branching(results, search, eval);
    const auto depths = results.of(depth_key(search, eval));
    if (!factor || depths.empty() || results.state == State::other_parameters ||
        results.design.scale == Scale::tiny)
        return std::nullopt;
    return median(depths) + std::log(kThesisSeconds / size.seconds) / std::log(factor->value);
}

report::Section depth_section(const Results& results) {
    using report::Align;
    report::Section section{"depths", "Depth reached", {}};
    report::Table table;
    table.columns = {{"Search", Align::left},
                     {"Utility", Align::left},
                     {"Published (30 s)"},
                     {"Extrapolated to 30 s"},
                     {"From the start"},
                     {"Median"},
                     {"Least"},
                     {"Most"}};
    std::size_t positions = 0;
    for_each_ai([&](std::size_t search, std::size_t eval) {
        const auto& trials = results.trials(depth_key(search, eval));
        const auto depths = results.of(depth_key(search, eval));
        if (depths.empty()) return;
        positions = std::max(positions, depths.size());
        const auto later = extrapolated(results, search, eval);
        auto& row = table.rows.emplace_back(std::vector<report::Cell>{
            kSearches[search].name, kEvals[eval], published_of(search),
            later ? fixed(*later, 1) : "-", trials.contains(0) ? fixed(trials.at(0), 0) : "-"});
        for (report::Cell& cell : depth_cells(depths)) row.push_back(cell);
    });
    table.caption = fmt::format(
        "Deepest finished iteration in sowings; limit: {}; {} positions of 6x6. Extrapolated: the "
        "median, and as many depths more as the growth of the nodes allows in 30 s",
        results.parameter("limit"), positions);
    if (positions == 0) return section;
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
        "When knowledge-based alpha-beta has nothing left to look at, plain alpha-beta goes on "
        "from that depth; its depth is then that of the whole."});
    return section;
}

/// A row for each search, utility and depth.
report::Table counts_table(const Results& results) {
    using report::Align;
    report::Table table;
    table.caption =
        "From the start of 6x6, each depth searched at once, by mtdf and champion after the "
        "smaller ones; times below 10 ms are means";
    table.columns = {{"Search", Align::left},
                     {"Utility", Align::left},
                     {"Depth"},
                     {"Nodes"},
                     {"Growth"},
                     {"ms"}};
    for_each_ai([&](std::size_t search, std::size_t eval) {
        const auto nodes = by_depth(results, "nodes", search, eval);
        const auto steps = growth(nodes);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto seconds = results.of(count_key("seconds", search, eval, nodes[i].depth));
            table.rows.push_back({kSearches[search].name, kEvals[eval],
                                  std::to_string(nodes[i].depth), grouped(nodes[i].value),
                                  i > 0 ? fixed(steps[i - 1], 2) : "-",
                                  seconds.empty() ? "-" : fixed(1e3 * seconds.front(), 3)});
        }
    });
    return table;
}

/// A row for each search, utility and depth.
report::Table cuts_table(const Results& results) {
    using report::Align;
    report::Table table{
        "The same searches: nodes by what gave them their value (their moves; the evaluation where "
        "the depth ends; the result of a game that is over; the limit of knowledge-based pruning; "
        "the transposition table; its knowledge of one of their moves; the seeds left), "
        "alpha-beta cut-offs at nodes with more than one move, and how many of these the first "
        "move made",
        {{"Search", Align::left},
         {"Utility", Align::left},
         {"Depth"},
         {"Moves"},
         {"Depth ends"},
         {"Game over"},
         {"Limit"},
         {"Table"},
         {"Its moves"},
         {"Futility"},
         {"Cut-offs"},
         {"First move"}}};
    for_each_ai([&](std::size_t search, std::size_t eval) {
        for (const auto& [depth, cut_offs] : by_depth(results, "cut-offs", search, eval)) {
            const auto value = [&, depth = depth](const char* what) {
                return mean(results.of(count_key(what, search, eval, depth)));
            };
            auto& row = table.rows.emplace_back(std::vector<report::Cell>{
                kSearches[search].name, kEvals[eval], std::to_string(depth)});
            for (const Reason reason : kReasons)
                row.emplace_back(grouped(value(trees::to_text(reason))));
            row.emplace_back(grouped(cut_offs));
            row.emplace_back(cut_offs > 0 ? percent_text(100 * value("first-move") / cut_offs)
                                          : "-");
        }
    });
    return table;
}

report::Section nodes_section(const Results& results) {
    report::Section section{"nodes", "What a depth costs", {}};
    std::vector<report::Curve> curves;
    double most = 10;
    int deepest = 1;
    report::Table factors{
        "By how much the nodes grow with each depth: geometric mean over all "
        "depths, 95 % interval",
        {{"AI", report::Align::left}, {"Branching factor"}}};
    for_each_ai([&](std::size_t search, std::size_t eval) {
        report::Curve& curve = curves.emplace_back(
            report::Curve{fmt::format("{}, {}", kSearches[search].name, kEvals[eval]),
                          kSearches[search].tone, eval == 1});
        for (const auto& [depth, nodes] : by_depth(results, "nodes", search, eval)) {
            curve.points.push_back({double(depth), nodes, grouped(nodes)});
            most = std::max(most, nodes);
            deepest = std::max(deepest, depth);
        }
        if (curve.points.empty())
            curves.pop_back();
        else
            factors.rows.push_back(
                {curve.label, estimate_text(branching(results, search, eval), 2)});
    });
    if (curves.empty()) return section;
    section.blocks.emplace_back(factors);
    const report::Described what{
        "Nodes by depth",
        "Measured by kalah lab run depths; the thesis has no such numbers. Of lines that differ by "
        "less than 2 % everywhere one is drawn."};
    section.blocks.emplace_back(wide_chart(
        what,
        report::curve_chart(what,
                            report::titled(report::round_axis(1, deepest, 12), "depth in sowings"),
                            report::titled(report::count_axis(1, most), "positions, log scale"),
                            report::without_copies(curves, kAlike)),
        counts_table(results)));
    if (report::Table cuts = cuts_table(results); !cuts.rows.empty())
        section.blocks.emplace_back(std::move(cuts));
    return section;
}

std::vector<Answer> answers(const Results& results) {
    std::string depths;
    std::string factors;
    std::string ranges;
    for_each_ai([&](std::size_t search, std::size_t eval) {
        const auto add = [&](std::string& text, const std::string& value) {
            text += fmt::format("{}{}, {}: {}", text.empty() ? "" : "; ", kSearches[search].name,
                                kEvals[eval], value);
        };
        if (const auto later = extrapolated(results, search, eval)) add(depths, fixed(*later, 1));
        if (const auto factor = branching(results, search, eval))
            add(factors, estimate_text(factor, 2));
        if (const auto found = results.of(depth_key(search, eval)); !found.empty()) {
            const auto [least, most] = std::minmax_element(found.begin(), found.end());
            add(ranges, fmt::format("{:.0f} to {:.0f}", *least, *most));
        }
    });
    std::vector<Answer> all;
    if (!depths.empty())
        all.push_back({"How deep do the searches come in 30 s?",
                       fmt::format("Extrapolated from {} by the growth of the nodes: {}. The "
                                   "thesis: minimax 10, alpha-beta 12.",
                                   results.parameter("limit"), depths)});
    if (!factors.empty())
        all.push_back({"By how much do the positions grow with each depth?", factors + "."});
    if (!ranges.empty())
        all.push_back({"Does the depth of knowledge-based alpha-beta fluctuate?",
                       fmt::format("From position to position: {}.", ranges)});
    return all;
}

std::vector<report::Section> sections(const Results& results) {
    return {depth_section(results), nodes_section(results)};
}

}  // namespace
}  // namespace depths_parts

Experiment depths() {
    using namespace depths_parts;
    return {"depths",
            "How deep the searches come",
            kThesis,
            "2.1",
            "In 30 s minimax typically reached depth 10 and alpha-beta 12; that of "
            "knowledge-based alpha-beta fluctuated. How deep do ours come, and those that the "
            "thesis did not have, and by how much do the positions grow with each depth?",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
