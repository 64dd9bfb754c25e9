// utility-cost: the thesis, section 1.2.2: how much longer the knowledge-based utility takes.
#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "eval/eval.hpp"
#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"
#include "rules/position.hpp"

namespace kalah::lab {
namespace utility_cost_parts {
namespace {

constexpr int kCalls = 100'000;        // as published
constexpr double kPublishedRatio = 2;  // "more than twice as long time"
constexpr std::size_t kPositions =
    1000;  // fewer than the caches hold, more than a predictor learns

int trials(Scale scale) {
    return scale == Scale::tiny ? 7 : scale == Scale::quick ? 31 : 101;
}

/// Seconds of all calls, on positions of one kind: the mean of as many repetitions as it takes to
/// be measurable.
template <class Position>
double timed(EvalId id, const std::vector<Position>& positions) {
    return eval::with_eval(id, [&](auto eval) {
        constexpr std::clock_t kMeasurable = CLOCKS_PER_SEC / 100;
        const std::clock_t start = std::clock();
        std::clock_t taken = 0;
        int repetitions = 0;
        unsigned sum = 0;
        while (taken < kMeasurable) {
            for (int i = 0; i < kCalls; ++i)
                sum += static_cast<unsigned>(
                    eval.value(positions[static_cast<std::size_t>(i) % kPositions], false));
            ++repetitions;
            taken = std::clock() - start;
        }
        const double seconds = static_cast<double>(taken) / CLOCKS_PER_SEC / repetitions;
        // Use the values, or the compiler computes nothing.
        volatile unsigned wanted = sum;
        static_cast<void>(wanted);
        return seconds;
    });
}

template <class Position>
void add_values(std::vector<Value>& values, const std::string& board, const Rules& rules,
                const std::vector<Board>& boards) {
    std::vector<Position> positions;
    positions.reserve(boards.size());
    for (const Board& position : boards) positions.emplace_back(rules, position);
    for (const EvalId id : {EvalId::simple, EvalId::knowledge})
        values.push_back({board + "/" + std::string(to_text(id)), timed(id, positions), "s"});
}

Workload workload(const Design& design) {
    Workload all{{{"calls", std::to_string(kCalls)},
                  {"positions", std::to_string(kPositions)},
                  {"trials", std::to_string(trials(design.scale))}}};
    for (int trial = 0; trial < trials(design.scale); ++trial)
        all.tasks.push_back({"fast/simple", trial, 0.05, true, [seed = design.seed](TaskContext&) {
                                 const Rules rules = rules_of("empty-capture");
                                 std::vector<Board> boards;
                                 for (std::size_t i = 0; i < kPositions; ++i)
                                     boards.push_back(random_position(
                                         rules, {6, 6}, static_cast<int>(i % 30), seed, i));
                                 std::vector<Value> values;
                                 add_values<FastPosition<Capture::empty>>(values, "fast", rules,
                                                                          boards);
                                 add_values<PlainPosition>(values, "plain", rules, boards);
                                 return values;
                             }});
    return all;
}

/// One ratio for each trial: what disturbs a whole trial disturbs both utilities.
std::vector<double> ratios(const Results& results, const std::string& board) {
    const auto& simple = results.trials(board + "/simple");
    std::vector<double> all;
    for (const auto& [trial, knowledge] : results.trials(board + "/knowledge"))
        if (const auto found = simple.find(trial); found != simple.end() && found->second > 0)
            all.push_back(knowledge / found->second);
    return all;
}

report::Table ratio_table(const Results& results) {
    report::Table table;
    table.caption =
        fmt::format("Processor time of {} calls, repeated for 10 ms, median of {} trials",
                    grouped(kCalls), results.trials("fast/simple").size());
    table.columns = {{"Board", report::Align::left},
                     {"Simple, ms"},
                     {"Knowledge-based, ms"},
                     {"Ratio of a trial: median, 95 % interval"},
                     {"Least and most"},
                     {"Ratio, published"}};
    for (const std::string board : {"fast", "plain"}) {
        const auto found = ratios(results, board);
        if (found.empty()) continue;
        const auto [least, most] = std::minmax_element(found.begin(), found.end());
        table.rows.push_back({board, fixed(1e3 * median(results.of(board + "/simple")), 3),
                              fixed(1e3 * median(results.of(board + "/knowledge")), 3),
                              estimate_text(median_estimate(found), 2),
                              fmt::format("{:.2f} to {:.2f}", *least, *most), "more than 2"});
    }
    return table;
}

report::Charts time_chart(const Results& results) {
    std::vector<report::SpanRow> rows;
    double most = 0;
    report::Table numbers;
    numbers.columns = {{"", report::Align::left}, {"Median"}, {"Shortest, ms"}, {"Longest, ms"}};
    for (const std::string board : {"fast", "plain"})
        for (const std::string eval : {"simple", "knowledge"}) {
            auto times = results.of(fmt::format("{}/{}", board, eval));
            if (times.empty()) continue;
            for (double& time : times) time *= 1e3;
            const auto [low, high] = std::minmax_element(times.begin(), times.end());
            rows.push_back({fmt::format("{}, {}", board, eval), fixed(median(times), 3) + " ms",
                            median(times), *low, *high});
            most = std::max(most, *high);
            numbers.rows.push_back(
                {rows.back().label, rows.back().value, fixed(*low, 3), fixed(*high, 3)});
        }
    if (rows.empty()) return {};
    const report::Described what{"Time of 100 000 calls",
                                 "Measured by kalah lab run utility-cost."};
    return wide_chart(
        what,
        report::span_chart(what, report::titled(report::round_axis(0, most, 5), "milliseconds"),
                           rows, {}, {"median; line: shortest to longest", ""}),
        numbers);
}

std::vector<report::Section> sections(const Results& results) {
    return {{"cost",
             "Published and measured",
             {ratio_table(results),
              report::Paragraph{
                  "fast: the board of two machine words that searches use; plain: the reference "
                  "board, an array of pits as the thesis's program most likely had. The positions "
                  "are 1 000 of random games on 6x6, the same for both utilities. Other work on "
                  "the machine counts less than by the clock, but it counts: hence the ratio of "
                  "each trial, and its range."},
              time_chart(results)}}};
}

std::vector<Answer> answers(const Results& results) {
    std::vector<Answer> all;
    for (const std::string board : {"fast", "plain"})
        if (const auto ratio = median_estimate(ratios(results, board)))
            all.push_back(
                {fmt::format("Does the knowledge-based utility take more than twice as long ({} "
                             "board)?",
                             board),
                 fmt::format(
                     "{}: it takes {} times as long (median of trials, 95 % interval).",
                     by_verdict(verdict(ratio, kPublishedRatio), "Yes", "No, less", "Not decided"),
                     estimate_text(ratio, 2))});
    return all;
}

}  // namespace
}  // namespace utility_cost_parts

Experiment utility_cost() {
    using namespace utility_cost_parts;
    return {"utility-cost",
            "What the knowledge-based utility costs",
            kThesis,
            "1.2.2",
            "The thesis ran each of its two utility functions 100 000 times: the knowledge-based "
            "one took more than twice as long. Here both are called as often on the same "
            "positions.",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
