// five-part-time: document 001, experiment 1: how long the first move takes at each depth.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr int kFirstDepth = 3;
constexpr int kDeepest = 40;  // that a report looks for
/// Milliseconds at depth 3 to 10: three trials and their printed mean.
using Row = std::array<double, 4>;
constexpr std::array<Row, 8> kPublished{{{2.99, 1.99, 2.30, 2.43},
                                         {4.01, 4.56, 5.03, 4.53},
                                         {10.02, 12.46, 11.43, 11.30},
                                         {30.02, 34.07, 32.48, 32.19},
                                         {63.42, 77.45, 68.33, 69.73},
                                         {155.58, 187.34, 165.93, 169.62},
                                         {344.89, 424.48, 455.36, 408.24},
                                         {825.15, 1006.66, 1047.36, 959.72}}};
constexpr double kLimit = 1;  // seconds a move in its tournament
constexpr const char* kRules = "empty-capture,majority-stop=yes";

const Row* published_at(int depth) {
    const auto at = static_cast<std::size_t>(depth - kFirstDepth);
    return at < kPublished.size() ? &kPublished[at] : nullptr;
}

int last_depth(Scale scale) {
    return scale == Scale::tiny ? 5 : 14;
}
int trials(Scale scale) {
    return scale == Scale::sound ? 15 : 3;
}
std::string key_of(int depth) {
    return fmt::format("seconds/depth={:02}", depth);
}
std::string nodes_key(int depth) {
    return fmt::format("nodes/depth={:02}", depth);
}

Result<std::vector<Value>> first_move(TaskContext& context, int depth) {
    constexpr int kWarmUp = 9;  // so that the first trial finds code and tables in the caches
    const auto search = [&](int to) {
        return context.think(fmt::format("alphabeta:eval=five-part,depth={}", to), rules_of(kRules),
                             start_board({6, 6}));
    };
    if (const auto warm = search(std::min(depth, kWarmUp)); !warm) return warm.error();
    const auto report = search(depth);
    if (!report) return report.error();
    return std::vector<Value>{{key_of(depth), report->seconds, "s"},
                              {nodes_key(depth), static_cast<double>(report->nodes), "nodes"}};
}

Workload workload(const Design& design) {
    Workload all{
        {{"depths", fmt::format("{} to {}", kFirstDepth, last_depth(design.scale))},
         {"trials", fmt::format("{}, each after one that does not count", trials(design.scale))}}};
    for (int depth = kFirstDepth; depth <= last_depth(design.scale); ++depth)
        for (int trial = 0; trial < trials(design.scale); ++trial)
            all.tasks.push_back(
                {key_of(depth), trial,
                 depth < 12   ? 0.05
                 : depth < 14 ? 0.5
                              : 2,
                 true, [depth](TaskContext& context) { return first_move(context, depth); }});
    return all;
}

report::Table time_table(const Results& results) {
    report::Table table;
    table.caption = "Time of the first move in ms (ours: processor time)";
    table.columns = {{"Depth"}, {"Published: trials"},    {"mean"}, {"Measured: trials"},
                     {"mean"},  {"Measured / published"}, {"Nodes"}};
    for (int depth = kFirstDepth; depth <= kDeepest; ++depth) {
        const auto times = results.of(key_of(depth));
        if (times.empty()) continue;
        std::string trials_text;
        for (const double time : times)
            trials_text += (trials_text.empty() ? "" : ", ") + fixed(1e3 * time, 3);
        const double ours = 1e3 * mean(times);
        std::vector<report::Cell> row{std::to_string(depth),
                                      "-",
                                      "-",
                                      trials_text,
                                      fixed(ours, 3),
                                      "-",
                                      grouped(mean(results.of(nodes_key(depth))))};
        if (const Row* theirs = published_at(depth)) {
            row[1] =
                fmt::format("{:.2f}, {:.2f}, {:.2f}", (*theirs)[0], (*theirs)[1], (*theirs)[2]);
            row[2] = fixed((*theirs)[3], 2);
            row[5] = multiple(ours, (*theirs)[3]);
        }
        table.rows.push_back(row);
    }
    return table;
}

/// The deepest depth up to which every trial stayed within the limit.
std::optional<report::Paragraph> safe_depth(const Results& results) {
    int safe = 0;
    int deepest = 0;
    bool passed = false;
    for (int depth = kFirstDepth; depth <= kDeepest; ++depth) {
        const auto times = results.of(key_of(depth));
        if (times.empty()) continue;
        deepest = depth;
        passed = passed || *std::max_element(times.begin(), times.end()) >= kLimit;
        if (!passed) safe = depth;
    }
    if (deepest == 0) return std::nullopt;
    return report::Paragraph{
        fmt::format("Deepest depth whose trials all stayed below 1 s: published 9, measured {}{}.",
                    safe, safe == deepest ? " (no deeper one was measured)" : "")};
}

report::Charts time_chart(const Results& results) {
    std::vector<DepthTime> times;
    for (int depth = kFirstDepth; depth <= kDeepest; ++depth)
        if (const auto found = results.of(key_of(depth)); !found.empty()) {
            DepthTime& time = times.emplace_back(DepthTime{depth, mean(found)});
            if (const Row* theirs = published_at(depth)) time.published = (*theirs)[3] / 1e3;
        }
    return depth_time_chart({"Time of the first move by depth",
                             "Published: document 001, experiment 1. Measured: mean of trials."},
                            "4.10 GHz", times, 1);
}

std::vector<report::Section> sections(const Results& results) {
    report::Section section{"first-moves", "Published and measured", {time_table(results)}};
    if (auto safe = safe_depth(results)) section.blocks.emplace_back(*safe);
    section.blocks.emplace_back(report::Paragraph{
        "The document says that the program ran five times at each depth, and prints three trials. "
        "Its printed values at depth 3 could not be reproduced from its text under any "
        "reading that was tried; the formula is checked against positions computed by hand."});
    section.blocks.emplace_back(time_chart(results));
    return {section};
}

}  // namespace

Experiment five_part_time() {
    return {"five-part-time",
            "How long a heuristic of five parts thinks",
            kFivePart,
            "experiment 1",
            "How long does the first move take at depth 3 to 10, and which depth is safe within "
            "one second? Plain alpha-beta with the five-part heuristic from the start of 6x6, "
            "searched at once.",
            workload,
            sections};
}

}  // namespace kalah::lab
