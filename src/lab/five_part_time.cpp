// five-part-time: document 001, experiment 1: how long the first move takes at each depth.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace five_part_time_parts {
namespace {

constexpr int kFirstDepth = 3;
constexpr int kDeepest = 30;
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
constexpr double kLimit = 1;  // seconds per move in its tournament
constexpr const char* kRules = "empty-capture,majority-stop=yes";

/// The deepest search; searches end earlier once one takes longer than the limit.
int last_depth(Scale scale) {
    return scale == Scale::tiny ? 5 : kDeepest;
}
/// The document ran its program five times.
int trials(Scale scale) {
    return scale == Scale::sound ? 15 : 5;
}
std::string key_of(int depth) {
    return fmt::format("seconds/depth={:02}", depth);
}
std::string nodes_key(int depth) {
    return fmt::format("nodes/depth={:02}", depth);
}

Result<std::vector<Value>> first_moves(TaskContext& context, int last) {
    std::vector<Value> values;
    for (int depth = kFirstDepth; depth <= last; ++depth) {
        const auto report = context.timed(fmt::format("alphabeta:eval=five-part,depth={}", depth),
                                          rules_of(kRules), start_board({6, 6}));
        if (!report) return report.error();
        values.push_back({key_of(depth), report->seconds, "s"});
        values.push_back({nodes_key(depth), static_cast<double>(report->nodes), "nodes"});
        if (report->seconds > kLimit) break;
    }
    return values;
}

Workload workload(const Design& design) {
    const int last = last_depth(design.scale);
    Workload all{
        {{"depths", last == kDeepest
                        ? fmt::format("{}, and on until a search takes over 1 s", kFirstDepth)
                        : fmt::format("{} to {}", kFirstDepth, last)},
         {"trials", std::to_string(trials(design.scale))}}};
    for (int trial = 0; trial < trials(design.scale); ++trial)
        all.tasks.push_back({key_of(kFirstDepth), trial, last == kDeepest ? 4 : 0.05, true,
                             [last](TaskContext& context) { return first_moves(context, last); }});
    return all;
}

/// Mean times by depth, in ms, as far as the document has them.
std::vector<AtDepth> published_times() {
    std::vector<AtDepth> all;
    for (std::size_t i = 0; i < kPublished.size(); ++i)
        all.push_back({kFirstDepth + static_cast<int>(i), kPublished[i][3]});
    return all;
}
/// The means of the values stored under key(depth), by depth.
template <class Key>
std::vector<AtDepth> means(const Results& results, Key key, double factor) {
    std::vector<AtDepth> all;
    for (int depth = kFirstDepth; depth <= kDeepest; ++depth)
        if (const auto found = results.of(key(depth)); !found.empty())
            all.push_back({depth, factor * mean(found)});
    return all;
}
/// The growth over as many depths as the document has.
std::vector<double> first_growth(std::vector<AtDepth> values) {
    values.resize(std::min(values.size(), kPublished.size()));
    return growth(values);
}

/// Of the mean of the printed trials, by Student's quantile.
std::string published_interval(std::size_t row) {
    const auto& times = kPublished[row];
    const auto found = mean_estimate({times[0], times[1], times[2]});
    return fmt::format("{:.2f} to {:.2f}", found->low, found->high);
}

/// All trials in ms, or the shortest and the longest of many.
std::string trials_text(const std::vector<double>& seconds) {
    constexpr std::size_t kFew = 5;
    if (seconds.empty()) return "-";
    const auto [least, most] = std::minmax_element(seconds.begin(), seconds.end());
    if (seconds.size() > kFew)
        return fmt::format("{}: {:.3f} to {:.3f}", seconds.size(), 1e3 * *least, 1e3 * *most);
    std::string text;
    for (const double time : seconds) text += (text.empty() ? "" : ", ") + fixed(1e3 * time, 3);
    return text;
}

report::Table time_table(const Results& results) {
    report::Table table;
    table.caption =
        "Move Time (ms), as printed, and ours (processor time; short searches are repeated until "
        "they take 10 ms); growth: by how much more than at the depth before";
    table.columns = {{"Depth"},
                     {"Trial 1"},
                     {"Trial 2"},
                     {"Trial 3"},
                     {"AVG"},
                     {"95 % interval"},
                     {"Growth"},
                     {"Measured: trials"},
                     {"Mean, 95 % interval"},
                     {"Growth"},
                     {"Nodes"},
                     {"Growth"}};
    const auto theirs = growth(published_times());
    const auto times = means(results, key_of, 1e3);
    const auto ours = growth(times);
    const auto counts = means(results, nodes_key, 1);
    const auto nodes = growth(counts);
    const auto step = [](const std::vector<double>& steps, std::size_t i) {
        return i > 0 && i <= steps.size() ? fixed(steps[i - 1], 2) : "-";
    };
    for (std::size_t i = 0; i < std::max(kPublished.size(), times.size()); ++i) {
        const int depth = kFirstDepth + static_cast<int>(i);
        auto& row = table.rows.emplace_back(std::vector<report::Cell>{std::to_string(depth)});
        for (std::size_t column = 0; column < 4; ++column)
            row.emplace_back(i < kPublished.size() ? fixed(kPublished[i][column], 2) : "-");
        row.emplace_back(i < kPublished.size() ? published_interval(i) : "-");
        row.emplace_back(step(theirs, i));
        row.emplace_back(trials_text(results.of(key_of(depth))));
        row.emplace_back(estimate_text(mean_estimate(results.of(key_of(depth))), 3, 1e3));
        row.emplace_back(step(ours, i));
        row.emplace_back(i < counts.size() ? grouped(counts[i].value) : "-");
        row.emplace_back(step(nodes, i));
    }
    return table;
}

std::vector<Answer> answers(const Results& results) {
    const auto times = means(results, key_of, 1);
    if (times.empty()) return {};
    const auto longest = [&](int depth) {
        const auto all = results.of(key_of(depth));
        return *std::max_element(all.begin(), all.end());
    };
    int safe = kFirstDepth - 1;
    while (safe < times.back().depth && longest(safe + 1) < kLimit) ++safe;
    const std::string next = safe < times.back().depth
                                 ? fmt::format("the longest search of depth {} took {:.2f} s",
                                               safe + 1, longest(safe + 1))
                                 : std::string("no deeper one was measured");
    return {
        {"Which depth is safe within one second?",
         fmt::format("Depth {} here, 9 in the document: {} trials stayed below 1 s, and {}.", safe,
                     results.of(key_of(kFirstDepth)).size(), next)},
        {"How does the time grow with the depth?",
         fmt::format("By a factor of {} per depth in the document, {} here, nodes {} (depth {} to "
                     "{}; 95 % intervals of the geometric mean; equal growth has p {}). Times "
                     "themselves do not compare across machines and programs.",
                     estimate_text(geometric_mean(growth(published_times())), 2),
                     estimate_text(geometric_mean(first_growth(times)), 2),
                     estimate_text(geometric_mean(first_growth(means(results, nodes_key, 1))), 2),
                     kFirstDepth, kFirstDepth + static_cast<int>(kPublished.size()) - 1,
                     p_text(same_mean(growth(published_times()), first_growth(times))))}};
}

report::Charts time_chart(const Results& results) {
    std::vector<DepthTime> times;
    for (const auto& [depth, seconds] : means(results, key_of, 1)) {
        DepthTime& time = times.emplace_back(DepthTime{depth, seconds});
        if (const auto at = static_cast<std::size_t>(depth - kFirstDepth); at < kPublished.size())
            time.published = kPublished[at][3] / 1e3;
    }
    return depth_time_chart({"Time of the first move by depth",
                             "Published: document 001, experiment 1. Measured: mean of trials."},
                            kFivePart.machine, times, 1);
}

std::vector<report::Section> sections(const Results& results) {
    report::Section section{"first-moves", "Published and measured", {time_table(results)}};
    section.blocks.emplace_back(report::Paragraph{
        "The document says that the program ran five times at each depth, and prints three trials. "
        "It searched deeper until a move took over one second, and so does ours."});
    section.blocks.emplace_back(time_chart(results));
    return {section};
}

}  // namespace
}  // namespace five_part_time_parts

Experiment five_part_time() {
    using namespace five_part_time_parts;
    return {"five-part-time",
            "How long a heuristic of five parts thinks",
            kFivePart,
            "experiment 1",
            "How long does the first move take at depth 3 to 10, and which depth is safe within "
            "one second? Plain alpha-beta with the five-part heuristic from the start of 6x6, "
            "searched at once.",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
