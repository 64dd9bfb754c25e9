// five-part-time: document 001, experiment 1: how long the first move takes at each depth.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/desk.hpp"
#include "lab/registry.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr int kFirstDepth = 3;
/// Milliseconds at depth 3 to 10: three trials and their printed mean.
constexpr std::array<std::array<double, 4>, 8> kPublished{{{2.99, 1.99, 2.30, 2.43},
                                                           {4.01, 4.56, 5.03, 4.53},
                                                           {10.02, 12.46, 11.43, 11.30},
                                                           {30.02, 34.07, 32.48, 32.19},
                                                           {63.42, 77.45, 68.33, 69.73},
                                                           {155.58, 187.34, 165.93, 169.62},
                                                           {344.89, 424.48, 455.36, 408.24},
                                                           {825.15, 1006.66, 1047.36, 959.72}}};
constexpr int kLimit = 1000;  // ms a move in its tournament

int last_depth(Scale scale) {
    return scale == Scale::tiny ? 5 : 14;
}
int trials(Scale scale) {
    return scale == Scale::sound ? 15 : 3;
}
std::string key_of(int depth) {
    return fmt::format("seconds/depth={:02}", depth);
}

Work work(const Design& design) {
    Work all;
    for (int depth = kFirstDepth; depth <= last_depth(design.scale); ++depth)
        for (int trial = 0; trial < trials(design.scale); ++trial)
            all.tasks.push_back(
                {key_of(depth), trial,
                 depth < 12   ? 0.05
                 : depth < 14 ? 0.5
                              : 2,
                 true, [depth](Desk& desk) {
                     const auto report = desk.think(
                         fmt::format("alphabeta:eval=five-part,depth={}", depth),
                         rules_of("empty-capture,majority-stop=yes"), start_board({6, 6}));
                     return std::vector<Value>{{key_of(depth), report.seconds, "s"},
                                               {fmt::format("nodes/depth={:02}", depth),
                                                static_cast<double>(report.nodes), "nodes"}};
                 }});
    return all;
}

std::vector<report::Section> sections(const Findings& findings) {
    using report::Align;
    report::Section section{"first-moves", "Published and measured", {}};
    report::Table table;
    table.caption = "Time of the first move in ms (ours: processor time)";
    table.columns = {{"Depth"}, {"Published: trials"},    {"mean"}, {"Measured: trials"},
                     {"mean"},  {"Measured / published"}, {"Nodes"}};
    report::Curve published{"published, 4.10 GHz", report::Tone::b, true, {}};
    report::Curve measured{"measured", report::Tone::a, false, {}};
    int safe = 0;
    double least = 1;
    for (int depth = kFirstDepth; depth <= last_depth(findings.design.scale); ++depth) {
        const auto& times = findings.of(key_of(depth));
        if (times.empty()) continue;
        std::string trials_text;
        for (const double time : times)
            trials_text += (trials_text.empty() ? "" : ", ") + fixed(1e3 * time, 3);
        const double ours = mean(times);
        least = std::min(least, ours);
        if (*std::max_element(times.begin(), times.end()) * 1e3 < kLimit) safe = depth;
        measured.points.push_back({static_cast<double>(depth), ours, report::time_text(ours)});
        const auto at = static_cast<std::size_t>(depth - kFirstDepth);
        std::vector<report::Cell> row{
            std::to_string(depth),
            "-",
            "-",
            trials_text,
            fixed(1e3 * ours, 3),
            "-",
            grouped(mean(findings.of(fmt::format("nodes/depth={:02}", depth))))};
        if (at < kPublished.size()) {
            const auto& theirs = kPublished[at];
            row[1] = fmt::format("{:.2f}, {:.2f}, {:.2f}", theirs[0], theirs[1], theirs[2]);
            row[2] = fixed(theirs[3], 2);
            row[5] = multiple(1e3 * ours, theirs[3]);
            published.points.push_back(
                {static_cast<double>(depth), theirs[3] / 1e3, fixed(theirs[3], 2) + " ms"});
        }
        table.rows.push_back(row);
    }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "Deepest depth whose trials all stayed below 1 s: published 9, measured {}{}.", safe,
        safe == last_depth(findings.design.scale) ? " (no deeper one was measured)" : "")});
    section.blocks.emplace_back(report::Paragraph{
        "The document's printed values at depth 3 could not be reproduced from its text under any "
        "reading that was tried; the formula is checked against positions computed by hand."});
    const std::string title = "Time of the first move by depth";
    const std::string source = "Published: document 001, experiment 1. Measured: mean of trials.";
    report::Axis across = report::round_axis(kFirstDepth, last_depth(findings.design.scale), 11);
    report::Table numbers{"", {{"Depth"}, {"Published, s"}, {"Measured, s"}}, {}};
    for (const auto& point : measured.points) {
        const auto at = static_cast<std::size_t>(point.x) - kFirstDepth;
        numbers.rows.push_back({fixed(point.x, 0),
                                at < kPublished.size() ? fixed(kPublished[at][3] / 1e3, 5) : "-",
                                fixed(point.y, 6)});
    }
    section.blocks.emplace_back(report::Charts{
        {{title,
          report::curve_chart({title, source}, report::titled(across, "depth in sowings"),
                              report::titled(report::time_axis(least, 1), "time, log scale"),
                              {published, measured}),
          numbers, source}},
        report::Charts::Width::full});
    return {section};
}

}  // namespace

Experiment five_part_time() {
    return {"five-part-time",
            "How long a heuristic of five parts thinks",
            "document 001, experiment 1",
            "How long does the first move take at depth 3 to 10, and which depth is safe within "
            "one second? Plain alpha-beta with the five-part heuristic from the start of 6x6, "
            "searched at once, three trials.",
            work,
            sections};
}

}  // namespace kalah::lab
