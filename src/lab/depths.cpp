// depths: document 000, section 2.1: how deep each search comes within the limit, and what a depth
// costs.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lab/desk.hpp"
#include "lab/registry.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr std::array<const char*, 3> kSearches{"minimax", "alphabeta", "knowledge"};
constexpr std::array<const char*, 3> kPublished{"10", "12", "fluctuates"};  // in 30 s
constexpr std::array<const char*, 2> kEvals{"simple", "knowledge"};

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
    return fmt::format("depth/{}/{}", kSearches[search], kEvals[eval]);
}
std::string nodes_key(std::size_t search, std::size_t eval, int depth) {
    return fmt::format("nodes/{}/{}/depth={:02}", kSearches[search], kEvals[eval], depth);
}

/// The first is the start; the others come after some random moves.
Board position_of(const Rules& rules, std::uint64_t seed, int number) {
    return number == 0 ? start_board({6, 6})
                       : random_position(rules, {6, 6}, 2 * number, seed,
                                         static_cast<std::uint64_t>(number));
}

Work work(const Design& design) {
    const RunSize size = size_of(design.scale);
    Work all;
    for (std::size_t search = 0; search < kSearches.size(); ++search)
        for (std::size_t eval = 0; eval < kEvals.size(); ++eval) {
            const std::string player = fmt::format("{}:eval={},", kSearches[search], kEvals[eval]);
            for (int position = 0; position < size.positions; ++position)
                all.tasks.push_back(
                    {depth_key(search, eval), position, size.seconds, design.scale != Scale::tiny,
                     [=, seed = design.seed, limit = size.limit](Desk& desk) {
                         const Rules rules = rules_of("empty-capture");
                         const auto report =
                             desk.think(player + limit, rules, position_of(rules, seed, position));
                         return std::vector<Value>{
                             {depth_key(search, eval), double(report.depth), "sowings"}};
                     }});
            for (int depth = 1; depth <= size.depths[search]; ++depth)
                all.tasks.push_back({nodes_key(search, eval, depth), 0, 1e-8 * std::pow(5.5, depth),
                                     false, [=](Desk& desk) {
                                         const auto report = desk.think(
                                             fmt::format("{}depth={}", player, depth),
                                             rules_of("empty-capture"), start_board({6, 6}));
                                         return std::vector<Value>{{nodes_key(search, eval, depth),
                                                                    double(report.nodes), "nodes"}};
                                     }});
        }
    return all;
}

report::Section depth_section(const Findings& findings) {
    using report::Align;
    report::Section section{"depths", "Depth reached", {}};
    report::Table table;
    table.caption =
        fmt::format("Deepest finished iteration, {} a search, {} positions of 6x6",
                    size_of(findings.design.scale).limit, size_of(findings.design.scale).positions);
    table.columns = {{"Search", Align::left},
                     {"Utility", Align::left},
                     {"Published (30 s)"},
                     {"From the start"},
                     {"Median"},
                     {"Least"},
                     {"Most"}};
    for (std::size_t search = 0; search < kSearches.size(); ++search)
        for (std::size_t eval = 0; eval < kEvals.size(); ++eval) {
            const auto& depths = findings.of(depth_key(search, eval));
            if (depths.empty()) continue;
            const auto [least, most] = std::minmax_element(depths.begin(), depths.end());
            table.rows.push_back({kSearches[search], kEvals[eval], kPublished[search],
                                  fixed(depths[0], 0), median_text(depths), fixed(*least, 0),
                                  fixed(*most, 0)});
        }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
        "When knowledge-based alpha-beta has nothing left to look at, plain alpha-beta goes on "
        "from that depth; its depth is then that of the whole."});
    return section;
}

report::Section nodes_section(const Findings& findings) {
    using report::Align;
    report::Section section{"nodes", "Nodes by depth", {}};
    report::Table table;
    table.caption = "Positions from the start of 6x6, each depth searched at once";
    table.columns = {{"Depth"}};
    std::vector<report::Curve> curves;
    std::vector<report::Cell> factors{"factor"};
    double most = 10;
    int deepest = 1;
    constexpr std::array<report::Tone, 3> kTones{report::Tone::b, report::Tone::a,
                                                 report::Tone::plain};
    for (std::size_t search = 0; search < kSearches.size(); ++search)
        for (std::size_t eval = 0; eval < kEvals.size(); ++eval) {
            const std::string label = fmt::format("{}, {}", kSearches[search], kEvals[eval]);
            table.columns.push_back({label});
            report::Curve curve{label, kTones[search], eval == 1, {}};
            for (int depth = 1; depth <= size_of(findings.design.scale).depths[search]; ++depth) {
                const auto& nodes = findings.of(nodes_key(search, eval, depth));
                if (nodes.empty()) continue;
                curve.points.push_back({double(depth), nodes[0], grouped(nodes[0])});
                most = std::max(most, nodes[0]);
                deepest = std::max(deepest, depth);
            }
            const auto& points = curve.points;
            factors.emplace_back(points.size() < 2 ? "-"
                                                   : fixed(std::pow(points.back().y / points[0].y,
                                                                    1 / double(points.size() - 1)),
                                                           2));
            curves.push_back(curve);
        }
    for (int depth = 1; depth <= deepest; ++depth) {
        std::vector<report::Cell> row{std::to_string(depth)};
        for (const report::Curve& curve : curves)
            row.emplace_back(static_cast<std::size_t>(depth) <= curve.points.size()
                                 ? grouped(curve.points[static_cast<std::size_t>(depth) - 1].y)
                                 : "-");
        table.rows.push_back(row);
    }
    table.rows.push_back(factors);
    section.blocks.emplace_back(report::Paragraph{
        "The last row is the branching factor: by how much the nodes grow with each depth, as the "
        "geometric mean from depth 1 on."});
    const std::string title = "Nodes by depth";
    const std::string source = "Measured by kalah lab run depths; the thesis has no such numbers.";
    section.blocks.emplace_back(report::Charts{
        {{title,
          report::curve_chart(
              {title, source},
              report::titled(report::round_axis(1, deepest, 12), "depth in sowings"),
              report::titled(report::count_axis(1, most), "positions, log scale"), curves),
          table, source}},
        report::Charts::Width::full});
    return section;
}

std::vector<report::Section> sections(const Findings& findings) {
    return {depth_section(findings), nodes_section(findings)};
}

}  // namespace

Experiment depths() {
    return {"depths",
            "How deep the searches of the thesis come",
            "document 000 (the thesis), 2.1",
            "In 30 s minimax typically reached depth 10 and alpha-beta 12; that of "
            "knowledge-based alpha-beta fluctuated. How deep do ours come, and by how much do the "
            "positions grow with each depth?",
            work,
            sections};
}

}  // namespace kalah::lab
