// depths: the thesis, section 2.1: how deep each search comes within the limit, and what a depth
// costs.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr std::array<const char*, 2> kEvals{"simple", "knowledge"};
constexpr double kAlike = 0.02;  // nodes that look the same in a chart
constexpr int kDeepest = 40;     // that a report looks for

struct RunSize {
    int positions;
    const char* limit;
    double seconds;
    std::array<int, 3> depths;  // nodes are counted up to this one, by search
};
RunSize size_of(Scale scale) {
    switch (scale) {
        case Scale::tiny:
            return {2, "nodes=2000", 0.001, {3, 4, 4}};
        case Scale::quick:
            return {6, "time=500ms", 0.5, {8, 11, 11}};
        case Scale::paper:
            return {10, "time=30s", 30, {10, 14, 14}};
        default:
            return {10, "time=5s", 5, {9, 13, 13}};
    }
}

std::string depth_key(std::size_t search, std::size_t eval) {
    return fmt::format("depth/{}/{}", kSearchDepths[search].search, kEvals[eval]);
}
std::string nodes_key(std::size_t search, std::size_t eval, int depth) {
    return fmt::format("nodes/{}/{}/depth={:02}", kSearchDepths[search].search, kEvals[eval],
                       depth);
}

/// The one value of a task, if the search came about.
Result<std::vector<Value>> one_value(const std::string& key, const Result<SearchReport>& report,
                                     const char* unit) {
    if (!report) return report.error();
    const bool nodes = std::string_view(unit) == "nodes";
    return std::vector<Value>{
        {key, nodes ? static_cast<double>(report->nodes) : double(report->depth), unit}};
}

void add_tasks(Workload& all, const Design& design, std::size_t search, std::size_t eval) {
    const RunSize size = size_of(design.scale);
    const std::string player =
        fmt::format("{}:eval={},", kSearchDepths[search].search, kEvals[eval]);
    for (int position = 0; position < size.positions; ++position)
        all.tasks.push_back(
            {depth_key(search, eval), position, size.seconds, design.scale != Scale::tiny,
             [=, seed = design.seed, limit = size.limit](TaskContext& context) {
                 return one_value(depth_key(search, eval),
                                  context.think(player + limit, rules_of("empty-capture"),
                                                thesis_position(2 * position, seed, position)),
                                  "sowings");
             }});
    for (int depth = 1; depth <= size.depths[search]; ++depth)
        all.tasks.push_back({nodes_key(search, eval, depth), 0, 1e-8 * std::pow(5.5, depth), false,
                             [=](TaskContext& context) {
                                 return one_value(
                                     nodes_key(search, eval, depth),
                                     context.think(fmt::format("{}depth={}", player, depth),
                                                   rules_of("empty-capture"), start_board({6, 6})),
                                     "nodes");
                             }});
}

Workload workload(const Design& design) {
    const RunSize size = size_of(design.scale);
    Workload all{
        {{"positions", std::to_string(size.positions)},
         {"limit", limit_text("alphabeta:" + std::string(size.limit))},
         {"nodes counted to depth", fmt::format("{} (minimax), {} (alphabeta), {} (knowledge)",
                                                size.depths[0], size.depths[1], size.depths[2])}}};
    for (std::size_t search = 0; search < kSearchDepths.size(); ++search)
        for (std::size_t eval = 0; eval < kEvals.size(); ++eval)
            add_tasks(all, design, search, eval);
    return all;
}

report::Section depth_section(const Results& results) {
    using report::Align;
    report::Section section{"depths", "Depth reached", {}};
    report::Table table;
    table.columns = {{"Search", Align::left},
                     {"Utility", Align::left},
                     {"Published (30 s)"},
                     {"From the start"},
                     {"Median"},
                     {"Difference"},
                     {"Least"},
                     {"Most"}};
    std::size_t positions = 0;
    for (std::size_t search = 0; search < kSearchDepths.size(); ++search)
        for (std::size_t eval = 0; eval < kEvals.size(); ++eval) {
            const auto& trials = results.trials(depth_key(search, eval));
            const auto depths = results.of(depth_key(search, eval));
            if (depths.empty()) continue;
            positions = std::max(positions, depths.size());
            const auto published = kSearchDepths[search].published;
            auto& row = table.rows.emplace_back(std::vector<report::Cell>{
                kSearchDepths[search].search, kEvals[eval], published_depth(published),
                trials.contains(0) ? fixed(trials.at(0), 0) : "-"});
            for (report::Cell& cell : depth_cells(depths, published)) row.push_back(cell);
        }
    table.caption = fmt::format(
        "Deepest finished iteration in sowings; limit: {}; {} positions of 6x6; "
        "difference: median less published",
        results.parameter("limit"), positions);
    if (positions == 0) return section;
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
        "When knowledge-based alpha-beta has nothing left to look at, plain alpha-beta goes on "
        "from that depth; its depth is then that of the whole."});
    return section;
}

/// Nodes by depth of one AI.
report::Curve nodes_curve(const Results& results, std::size_t search, std::size_t eval) {
    constexpr std::array<report::Tone, 3> kTones{report::Tone::b, report::Tone::a, report::Tone::c};
    report::Curve curve{fmt::format("{}, {}", kSearchDepths[search].search, kEvals[eval]),
                        kTones[search],
                        eval == 1,
                        {},
                        {}};
    for (int depth = 1; depth <= kDeepest; ++depth)
        if (const auto& nodes = results.trials(nodes_key(search, eval, depth)); !nodes.empty())
            curve.points.push_back(
                {double(depth), nodes.begin()->second, grouped(nodes.begin()->second)});
    return curve;
}

/// A row a depth, and the factors in the last one.
report::Table nodes_table(const std::vector<report::Curve>& curves, int deepest) {
    report::Table table;
    table.caption = "Positions from the start of 6x6, each depth searched at once";
    table.columns = {{"Depth"}};
    std::vector<report::Cell> factors{"factor"};
    for (const report::Curve& curve : curves) {
        table.columns.push_back({curve.label});
        const auto& points = curve.points;
        factors.emplace_back(points.size() < 2
                                 ? "-"
                                 : fixed(std::pow(points.back().y / points.front().y,
                                                  1 / (points.back().x - points.front().x)),
                                         2));
    }
    for (int depth = 1; depth <= deepest; ++depth) {
        std::vector<report::Cell> row{std::to_string(depth)};
        for (const report::Curve& curve : curves) {
            const auto found =
                std::find_if(curve.points.begin(), curve.points.end(),
                             [&](const auto& point) { return point.x == double(depth); });
            row.emplace_back(found == curve.points.end() ? "-" : found->hint);
        }
        table.rows.push_back(row);
    }
    table.rows.push_back(factors);
    return table;
}

report::Section nodes_section(const Results& results) {
    report::Section section{"nodes", "Nodes by depth", {}};
    std::vector<report::Curve> curves;
    double most = 10;
    int deepest = 1;
    for (std::size_t search = 0; search < kSearchDepths.size(); ++search)
        for (std::size_t eval = 0; eval < kEvals.size(); ++eval) {
            curves.push_back(nodes_curve(results, search, eval));
            for (const auto& point : curves.back().points) {
                most = std::max(most, point.y);
                deepest = std::max(deepest, static_cast<int>(point.x));
            }
        }
    if (std::all_of(curves.begin(), curves.end(),
                    [](const report::Curve& curve) { return curve.points.empty(); }))
        return section;
    section.blocks.emplace_back(report::Paragraph{
        "The last row is the branching factor: by how much the nodes grow with each depth, as the "
        "geometric mean from the least to the greatest depth of the column. Of lines that differ "
        "by "
        "less than 2 % everywhere one is drawn."});
    const report::Described what{
        "Nodes by depth", "Measured by kalah lab run depths; the thesis has no such numbers."};
    section.blocks.emplace_back(wide_chart(
        what,
        report::curve_chart(what,
                            report::titled(report::round_axis(1, deepest, 12), "depth in sowings"),
                            report::titled(report::count_axis(1, most), "positions, log scale"),
                            report::without_copies(curves, kAlike)),
        nodes_table(curves, deepest)));
    return section;
}

std::vector<report::Section> sections(const Results& results) {
    return {depth_section(results), nodes_section(results)};
}

}  // namespace

Experiment depths() {
    return {"depths",
            "How deep the searches of the thesis come",
            kThesis,
            "2.1",
            "In 30 s minimax typically reached depth 10 and alpha-beta 12; that of "
            "knowledge-based alpha-beta fluctuated. How deep do ours come, and by how much do the "
            "positions grow with each depth?",
            workload,
            sections};
}

}  // namespace kalah::lab
