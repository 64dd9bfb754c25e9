#include <fmt/format.h>

#include "report/charts.hpp"
#include "report/sections.hpp"

namespace kalah::report {
namespace {

Table intervals_of(const arena::Summary& summary) {
    Table table;
    table.caption = "Seen from A";
    table.columns = {{"", Align::left}, {"All games"}, {"A plays first"}, {"A plays second"}};
    const auto share = [](const arena::Mean& mean) {
        return percent(mean.value) + plus_minus(mean.error, 1, 100);
    };
    const auto seeds = [](const arena::Mean& mean) {
        return signed_number(mean.value, 2) + plus_minus(mean.error, 2);
    };
    table.rows.push_back({"Score", percent(summary.score) + plus_minus(summary.score_error, 1, 100),
                          share(summary.score_first), share(summary.score_second)});
    table.rows.push_back({"Margin", seeds(summary.margin), seeds(summary.margin_first),
                          seeds(summary.margin_second)});
    return table;
}

Table evidence_of(const arena::SampleSize& sample) {
    Table table;
    table.caption = "What the games are worth as evidence";
    table.columns = {{"Games"},    {"distinct"}, {"Pairs"},
                     {"distinct"}, {"Openings"}, {"Worth, in pairs"}};
    table.rows.push_back({std::to_string(sample.games), std::to_string(sample.distinct_games),
                          std::to_string(sample.pairs), std::to_string(sample.distinct_pairs),
                          std::to_string(sample.openings),
                          fmt::format("{:.1f}", sample.effective_pairs)});
    return table;
}

/// Some ten points of the curve, the last one among them.
Table curve_table(const std::vector<double>& curve) {
    Table table;
    table.columns = {{"Pairs"}, {"LLR"}};
    const std::size_t step = curve.size() / 10 + 1;
    for (std::size_t i = 0; i < curve.size(); ++i)
        if ((i + 1) % step == 0 || i + 1 == curve.size())
            table.rows.push_back({std::to_string(i + 1), signed_number(curve[i], 2)});
    return table;
}

}  // namespace

std::optional<Section> pairs_section(const ReportData& data) {
    if (!data.is_match() || data.games.empty()) return std::nullopt;
    Section section{"pairs", "Pairs"};
    const arena::Pentanomial& pairs = data.summary.pairs;
    if (pairs.pairs() > 0) {
        const std::vector<std::pair<const char*, int>> counts = {
            {"0", pairs.lost_both},
            {"\u00BD", pairs.lost_and_drew},
            {"1", pairs.drew_both + pairs.won_and_lost},
            {"1\u00BD", pairs.won_and_drew},
            {"2", pairs.won_both}};
        std::vector<Bar> bars;
        for (std::size_t i = 0; i < counts.size(); ++i)
            bars.push_back(
                {static_cast<double>(counts[i].second),
                 i < 2   ? Tone::b
                 : i > 2 ? Tone::a
                         : Tone::even,
                 counts[i].first,
                 fmt::format("{} points of A: {}", counts[i].first,
                             counted(static_cast<std::size_t>(counts[i].second), "pair"))});
        Table table;
        table.columns = {{"A\u2019s points", Align::left}, {"Pairs"}};
        table.rows = {{"0, lost both", std::to_string(pairs.lost_both)},
                      {"\u00BD, lost and drew", std::to_string(pairs.lost_and_drew)},
                      {"1, drew both", std::to_string(pairs.drew_both)},
                      {"1, won and lost", std::to_string(pairs.won_and_lost)},
                      {"1\u00BD, won and drew", std::to_string(pairs.won_and_drew)},
                      {"2, won both", std::to_string(pairs.won_both)}};
        const Described what{"Pairs by A\u2019s points",
                             "How many pairs of games brought A 0, 1/2, 1, 1 1/2 and 2 points."};
        section.blocks.emplace_back(
            Charts{{{what.title, bar_chart(what, bars), std::move(table)}}, Charts::Width::half});
    }
    section.blocks.emplace_back(intervals_of(data.summary));
    section.blocks.emplace_back(evidence_of(data.summary.sample));
    section.blocks.emplace_back(
        Paragraph{"Every opening is played twice with sides swapped; the two games are a pair. "
                  "Intervals are 95 %, "
                  "over openings."});
    return section;
}

std::optional<Section> sprt_section(const ReportData& data) {
    if (!data.sprt) return std::nullopt;
    const arena::Sprt& test = data.sprt->test();
    const arena::SprtOptions& options = test.options();
    Section section{"sprt", "Sequential test"};
    Figures figures;
    figures.all = {{"Verdict", std::string(name(test.decision())),
                    fmt::format("that A is better by {:g} Elo rather than by {:g}", options.elo1,
                                options.elo0)},
                   {"LLR", signed_number(test.llr(), 2),
                    fmt::format("bounds {} and {}", signed_number(options.lower(), 2),
                                signed_number(options.upper(), 2))},
                   {"Pairs", std::to_string(data.sprt->curve().size()), "that count"}};
    section.blocks.emplace_back(std::move(figures));
    const Described what{
        "Log-likelihood ratio after each pair",
        fmt::format("Ends at {:.2f}; the bounds are {:.2f} and {:.2f}: {}.", test.llr(),
                    options.lower(), options.upper(), name(test.decision()))};
    const std::vector<Bound> bounds = {
        {options.upper(), fmt::format("accept {} Elo", signed_number(options.elo1, 0)), Tone::a},
        {options.lower(), fmt::format("accept {} Elo", signed_number(options.elo0, 0)), Tone::b}};
    section.blocks.emplace_back(
        Charts{{{what.title, line_chart(what, data.sprt->curve(), bounds, "pairs"),
                 curve_table(data.sprt->curve())}},
               Charts::Width::full});
    section.blocks.emplace_back(
        Paragraph{fmt::format("The test ends the match when the ratio reaches a bound; it is wrong "
                              "in at most {:g} % and {:g} % of "
                              "matches if one of the two is true. Elo figures of matches that end "
                              "this way are a little too far "
                              "from 0.",
                              100 * options.alpha, 100 * options.beta)});
    return section;
}

}  // namespace kalah::report
