#include "samples/statistics_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "report/charts.hpp"
#include "report/text.hpp"
#include "system/csv.hpp"

namespace kalah::samples {
namespace {

bool is_signed(const Quantity& quantity) {
    return quantity.key == "first_margin";
}

std::string value_text(const Quantity& quantity, double value) {
    return is_signed(quantity) ? fmt::format("{:+.{}f}", value, quantity.digits)
                               : fmt::format("{:.{}f}", value, quantity.digits);
}

std::string mean_text(const Quantity& quantity, const arena::Mean& mean) {
    return value_text(quantity, mean.value) + report::plus_minus(mean.error, quantity.digits);
}

Quantity choices_quantity() {
    return {"legal_moves", "legal moves per position"};
}

std::string games_text(const Group& group) {
    std::string text = report::counted(static_cast<std::size_t>(group.games), "game");
    if (group.distinct_games < group.games)
        text += fmt::format(", {} of them distinct", group.distinct_games);
    return text + " from " + report::counted(static_cast<std::size_t>(group.openings), "opening");
}

/// Says how many games were left out; nothing if none was.
std::string left_out_text(const LeftOut& left_out) {
    if (left_out.all() == 0) return "";
    std::string parts;
    for (const auto& [count, what] : {std::pair(left_out.forfeited, "forfeited"),
                                      std::pair(left_out.cut_short, "lost by a fault"),
                                      std::pair(left_out.unfinished, "unfinished")})
        if (count > 0) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", count, what);
    return fmt::format("left out: {} ({})",
                       report::counted(static_cast<std::size_t>(left_out.all()), "game"), parts);
}

/// "#####" for a value between 0 and `most`.
std::string bar(double value, double most) {
    constexpr double kWidth = 40;
    const auto length = most > 0 ? std::lround(kWidth * value / most) : 0;
    return std::string(static_cast<std::size_t>(std::max(length, 0L)), '#');
}

std::string phase_name(const PhaseMean& phase) {
    return phase.least_seeds == phase.most_seeds
               ? std::to_string(phase.most_seeds)
               : fmt::format("{} to {}", phase.most_seeds, phase.least_seeds);
}

/// Null where there is no interval.
Json mean_json(const arena::Mean& mean) {
    return Json()
        .set("value", mean.value)
        .set("low", mean.error ? Json(mean.value - *mean.error) : Json())
        .set("high", mean.error ? Json(mean.value + *mean.error) : Json());
}

report::SpanRow span_of(const std::string& label, const Quantity& quantity,
                        const arena::Mean& mean) {
    report::SpanRow row{label, mean_text(quantity, mean), mean.value};
    if (mean.error) {
        row.low = mean.value - *mean.error;
        row.high = mean.value + *mean.error;
    }
    return row;
}

/// One quantity of all groups, side by side.
report::Chart chart_of(const std::vector<Group>& groups, const Quantity& quantity) {
    std::vector<report::SpanRow> rows;
    report::Table table{"", {{"Games", report::Align::left}, {quantity.meaning}}};
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double low = is_signed(quantity) ? 0 : kInfinity;
    double high = is_signed(quantity) ? 0 : -kInfinity;
    if (quantity.key == "first_score") low = high = 0.5;
    for (const Group& group : groups)
        for (const Measured& measured : group.measured) {
            if (measured.quantity.key != quantity.key) continue;
            rows.push_back(span_of(title_of(group), quantity, measured.mean));
            table.rows.push_back({title_of(group), mean_text(quantity, measured.mean)});
            const double error = measured.mean.error.value_or(0);
            low = std::min(low, measured.mean.value - error);
            high = std::max(high, measured.mean.value + error);
        }
    if (high - low < 1e-9) {
        low -= 0.5;
        high += 0.5;
    }
    const std::string title =
        static_cast<char>(std::toupper(quantity.meaning.front())) + quantity.meaning.substr(1);
    std::optional<double> zero;
    if (is_signed(quantity)) zero = 0;
    if (quantity.key == "first_score") zero = 0.5;
    return {title,
            report::span_chart({title, "a point and its 95 % interval for each kind of games"},
                               report::round_axis(low, high, 5), rows, zero),
            table};
}

report::Chart phase_chart(const std::vector<Group>& groups) {
    constexpr std::array kTones{report::Tone::a, report::Tone::b, report::Tone::c,
                                report::Tone::even, report::Tone::plain};
    std::vector<report::Curve> curves;
    report::Table table{
        "", {{"Games", report::Align::left}, {"Seeds in the pits"}, {"Legal moves per position"}}};
    double most_moves = 1;
    double most_seeds = 1;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        report::Curve curve{title_of(groups[i]), kTones[i % kTones.size()]};
        const std::vector<PhaseMean> rising(groups[i].phases.rbegin(), groups[i].phases.rend());
        for (const PhaseMean& phase : rising) {
            const double middle = (phase.least_seeds + phase.most_seeds) / 2.0;
            const std::string text = mean_text(choices_quantity(), phase.legal_moves);
            curve.points.push_back(
                {middle, phase.legal_moves.value, phase_name(phase) + " seeds: " + text});
            most_moves = std::max(most_moves, phase.legal_moves.value);
            most_seeds = std::max(most_seeds, static_cast<double>(phase.most_seeds));
        }
        for (const PhaseMean& phase : groups[i].phases)
            table.rows.push_back({title_of(groups[i]), phase_name(phase),
                                  mean_text(choices_quantity(), phase.legal_moves)});
        curves.push_back(std::move(curve));
    }
    const std::string title = "Legal moves by seeds left in the pits";
    return {
        title,
        report::curve_chart({title, "one line for each kind of games"},
                            report::titled(report::round_axis(0, most_seeds, 6), "seeds"),
                            report::titled(report::round_axis(0, most_moves, 5), "moves"), curves),
        table};
}

/// What was measured of any group: the first player's results are not known of all.
std::vector<Quantity> quantities_of(const std::vector<Group>& groups) {
    std::vector<Quantity> all;
    for (const Group& group : groups)
        for (const Measured& measured : group.measured)
            if (std::none_of(all.begin(), all.end(), [&](const Quantity& known) {
                    return known.key == measured.quantity.key;
                }))
                all.push_back(measured.quantity);
    return all;
}

report::Table table_of(const std::vector<Group>& groups) {
    report::Table table{"Means with their 95 % intervals", {{"", report::Align::left}}};
    for (const Group& group : groups) table.columns.push_back({title_of(group)});
    table.rows.push_back({"games"});
    for (const Group& group : groups) table.rows.back().emplace_back(std::to_string(group.games));
    for (const Quantity& quantity : quantities_of(groups)) {
        table.rows.push_back({quantity.meaning});
        for (const Group& group : groups) {
            const auto found = std::find_if(
                group.measured.begin(), group.measured.end(),
                [&](const Measured& each) { return each.quantity.key == quantity.key; });
            table.rows.back().emplace_back(found == group.measured.end()
                                               ? std::string("\u2013")
                                               : mean_text(found->quantity, found->mean));
        }
    }
    return table;
}

}  // namespace

std::string title_of(const Group& group) {
    return group.rules + " " + group.board + (group.players.empty() ? "" : ", " + group.players);
}

std::string to_text(const std::vector<Group>& groups, const LeftOut& left_out) {
    std::string text;
    for (const Group& group : groups) {
        text +=
            fmt::format("{}{}: {}\n", text.empty() ? "" : "\n", title_of(group), games_text(group));
        for (const Measured& measured : group.measured)
            text += fmt::format("  {:<32} {:>7}{}\n", measured.quantity.meaning,
                                value_text(measured.quantity, measured.mean.value),
                                report::plus_minus(measured.mean.error, measured.quantity.digits));
        if (group.paired_games < group.games)
            text += fmt::format(
                "  ({} games count for the first player: both players moved first "
                "from the same opening)\n",
                group.paired_games);
        double most = 0;
        for (const PhaseMean& phase : group.phases) most = std::max(most, phase.legal_moves.value);
        text += "  legal moves by seeds in the pits\n";
        for (const PhaseMean& phase : group.phases)
            text += fmt::format("  {:>10}  {:<40}  {}\n", phase_name(phase),
                                bar(phase.legal_moves.value, most),
                                mean_text(choices_quantity(), phase.legal_moves));
    }
    const std::string out = left_out_text(left_out);
    return text + (out.empty() ? "" : out + "\n");
}

std::string to_csv(const std::vector<Group>& groups) {
    std::string text = "rules,board,players,games,openings,measure,seeds,value,low,high\n";
    const auto add = [&](const Group& group, const std::string& key, const std::string& seeds,
                         const arena::Mean& mean) {
        const auto six_digits = [](double value) { return fmt::format("{:.6g}", value); };
        CsvRow row;
        row.foreign(group.rules).foreign(group.board).foreign(group.players);
        row.number(group.games).number(group.openings).text(key);
        seeds.empty() ? row.empty() : row.text(seeds);
        row.raw(six_digits(mean.value));
        for (const int sign : {-1, 1})
            mean.error ? row.raw(six_digits(mean.value + sign * *mean.error)) : row.empty();
        text += row.line();
    };
    for (const Group& group : groups) {
        for (const Measured& measured : group.measured)
            add(group, measured.quantity.key, "", measured.mean);
        for (const PhaseMean& phase : group.phases)
            add(group, "legal_moves", fmt::format("{}..{}", phase.least_seeds, phase.most_seeds),
                phase.legal_moves);
    }
    return text;
}

Json to_json(const std::vector<Group>& groups, const LeftOut& left_out) {
    Json list = Json::array();
    for (const Group& group : groups) {
        Json phases = Json::array();
        for (const PhaseMean& phase : group.phases)
            phases.push(
                Json()
                    .set("seeds", Json::numbers(std::array{phase.least_seeds, phase.most_seeds}))
                    .set("legal_moves", mean_json(phase.legal_moves)));
        Json json = Json()
                        .set("rules", group.rules)
                        .set("board", group.board)
                        .set("players", group.players.empty() ? Json() : Json(group.players))
                        .set("games", group.games)
                        .set("distinct_games", group.distinct_games)
                        .set("openings", group.openings)
                        .set("paired_games", group.paired_games);
        for (const Measured& measured : group.measured)
            json.set(measured.quantity.key, mean_json(measured.mean));
        list.push(json.set("phases", phases));
    }
    return Json()
        .set("groups", list)
        .set("left_out", Json()
                             .set("forfeited", left_out.forfeited)
                             .set("cut_short", left_out.cut_short)
                             .set("unfinished", left_out.unfinished));
}

report::Document document_of(const std::vector<Group>& groups, const LeftOut& left_out,
                             const StatisticsSource& source) {
    report::Document document{"What games of Kalah are like", source.text,
                              "Made by " + source.maker + "."};
    report::Section numbers{"numbers", "Numbers"};
    numbers.blocks.emplace_back(table_of(groups));
    numbers.blocks.emplace_back(report::Paragraph{
        "Intervals hold 95 %. They count openings, not games or moves, as independent."});
    if (const std::string out = left_out_text(left_out); !out.empty())
        numbers.blocks.emplace_back(report::Warning{"Games " + out});
    report::Section charts{"charts", "Charts"};
    report::Charts all;
    all.all.push_back(phase_chart(groups));
    for (const Quantity& quantity : quantities_of(groups))
        all.all.push_back(chart_of(groups, quantity));
    charts.blocks.emplace_back(std::move(all));
    report::Section how{"how", "How to repeat it"};
    how.blocks.emplace_back(report::Code{"Command", source.command});
    document.sections = {std::move(numbers), std::move(charts), std::move(how)};
    return document;
}

}  // namespace kalah::samples
