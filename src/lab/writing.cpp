#include "lab/writing.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <set>

#include <fmt/format.h>

#include "arena/board_setup.hpp"
#include "arena/results.hpp"
#include "lab/conditions.hpp"
#include "players/spec.hpp"

namespace kalah::lab {
namespace {

std::string day_of(const std::string& milliseconds) {
    const auto seconds = static_cast<std::time_t>(number_of<std::int64_t>(milliseconds) / 1000);
    std::tm parts{};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min);
}

report::Section question_section(const Experiment& experiment, const Results& results) {
    report::Section section{"question", "Question", {}};
    section.blocks.emplace_back(report::Paragraph{std::string(experiment.question)});
    const Publication& source = experiment.publication;
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "Source: {}{}, {}.", source.name,
        source.about.empty() ? "" : fmt::format(" ({})", source.about), experiment.place)});
    if (results.state == State::unfinished)
        section.blocks.emplace_back(report::Warning{
            "The run is not complete: what follows is what has been measured so far. The command "
            "at the end goes on with it."});
    if (results.state == State::other_parameters)
        section.blocks.emplace_back(report::Warning{
            "Another version of the program has measured this, with other limits or sizes: this "
            "one can neither go on with it nor say whether it was complete."});
    if (results.design.scale == Scale::tiny)
        section.blocks.emplace_back(
            report::Warning{"Scale tiny is for tests of this program: its results mean nothing."});
    return section;
}

report::Section answers_section(const std::vector<Answer>& answers) {
    report::Section section{"says", "What this says", {}};
    for (const Answer& answer : answers)
        section.blocks.emplace_back(report::Paragraph{answer.question + " " + answer.text});
    return section;
}

/// A warning if the load exceeded the cores before or while times were measured.
std::optional<report::Warning> load_warning(const Results& results) {
    const auto cores = number_of<double>(results.note("cores"));
    const auto load =
        number_of<double>(results.note(results.notes.contains("load/high") ? "load/high" : "load"));
    if (cores == 0 || load <= cores) return std::nullopt;
    return report::Warning{fmt::format(
        "The machine was busy: a load of {:.1f} on {:.0f} cores. Times below are "
        "too long, and searches within a time limit came less deep than on an idle machine.",
        load, cores)};
}

report::Section repeat_section(const Experiment& experiment, const Results& results) {
    report::Section section{"repeat", "Do it again", {}};
    section.blocks.emplace_back(report::Code{"Command", results.note("command")});
    report::Table table;
    table.columns = {{"", report::Align::left}, {"", report::Align::left}};
    table.rows = {{"Scale", results.note("scale")}, {"Seed", results.note("seed")}};
    for (const auto& [key, text] : results.parameters)
        table.rows.push_back({"Parameter: " + key, text});
    table.rows.push_back({"Machine", values_text(results.notes, "machine")});
    if (!experiment.publication.machine.empty())
        table.rows.push_back({fmt::format("Machine of {}", experiment.publication.name),
                              std::string(experiment.publication.machine)});
    if (results.notes.contains("load"))
        table.rows.push_back({"Load, least and most", values_text(results.notes, "load")});
    table.rows.push_back({"Measured by", values_text(results.notes, "version")});
    table.rows.push_back({"Begun", day_of(results.note("started"))});
    section.blocks.emplace_back(table);
    return section;
}

}  // namespace

std::string fixed(double value, int digits) {
    return fmt::format("{:.{}f}", value, digits);
}

std::string grouped(double value) {
    std::string text = fmt::format("{:.0f}", value);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, " ");
    }
    return text;
}

std::string tally_text(const Tally& tally) {
    if (tally.games() == 0) return "-";
    std::string text = fmt::format("{} : {}", tally.wins, tally.losses);
    if (tally.draws > 0)
        text += fmt::format(" ({} draw{})", tally.draws, tally.draws == 1 ? "" : "s");
    return text;
}

std::string percent_text(std::optional<double> percent) {
    return percent ? fmt::format("{:.1f} %", *percent) : "-";
}

std::string median_text(const std::vector<double>& values) {
    if (values.empty()) return "-";
    const double middle = median(values);
    return fixed(middle, middle == std::floor(middle) ? 0 : 1);
}

std::string mean_text(const std::vector<double>& values, int digits) {
    if (values.empty()) return "-";
    return fmt::format("{:.{}f} \u00B1 {:.{}f}", mean(values), digits, mean_error(values), digits);
}

std::string score_text(const arena::Summary& summary) {
    if (summary.sample.games == 0) return "-";
    std::string text = fmt::format("{:.1f} %", 100 * summary.score);
    if (summary.score_low && summary.score_high)
        text +=
            fmt::format(", {:.1f} to {:.1f}", 100 * *summary.score_low, 100 * *summary.score_high);
    return text;
}

arena::Summary encounter(const PlayedMatch& match, int entrant, int opponent) {
    std::vector<arena::TournamentGame> theirs;
    for (const arena::TournamentGame& game : match.games)
        if (is_between(game, entrant, opponent)) theirs.push_back(game);
    return arena::summarise(arena::results_of(theirs, entrant), arena::most_seeds(match.plan));
}

report::SpanRow score_row(const std::string& label, const arena::Summary& summary,
                          std::optional<double> published, const std::string& opponent) {
    report::SpanRow row{label, percent_text(100 * summary.score), 100 * summary.score};
    if (summary.score_low) row.low = 100 * *summary.score_low;
    if (summary.score_high) row.high = 100 * *summary.score_high;
    row.mark = published;
    if (!opponent.empty()) row.detail = "against " + opponent;
    return row;
}

report::Charts score_chart(const std::string& title, const std::vector<report::SpanRow>& rows,
                           const std::string& source) {
    if (rows.empty()) return {};
    bool published = false;
    for (const report::SpanRow& row : rows) published = published || row.mark;
    report::Table numbers;
    numbers.columns = {{"", report::Align::left}, {"Score"}, {"95 % interval"}};
    if (published) numbers.columns.push_back({"Published"});
    for (const report::SpanRow& row : rows) {
        numbers.rows.push_back(
            {row.label + (row.detail.empty() ? "" : " " + row.detail), row.value,
             row.low && row.high ? fmt::format("{:.1f} to {:.1f} %", *row.low, *row.high) : "-"});
        if (published) numbers.rows.back().push_back(percent_text(row.mark));
    }
    report::SpanKey key{"measured, with its 95 % interval", ""};
    if (published) key.ring = "published";
    const report::Described what{title, source};
    const report::Axis axis =
        report::titled(report::round_axis(0, 100, 10), "score in %, draws count half");
    return wide_chart(what, report::span_chart(what, axis, rows, 50, key), std::move(numbers));
}

report::Charts wide_chart(const report::Described& what, std::string svg, report::Table numbers) {
    return {{{what.title, std::move(svg), std::move(numbers), what.description}},
            report::Charts::Width::full};
}

report::Charts depth_time_chart(const report::Described& what, std::string_view clock,
                                const std::vector<DepthTime>& times, double most) {
    if (times.empty()) return {};
    report::Curve published{fmt::format("published, {}", clock), report::Tone::b, true};
    report::Curve measured{"measured", report::Tone::a, false};
    report::Table numbers{"", {{"Depth"}, {"Published, s"}, {"Measured, s"}}};
    double least = 1;
    for (const DepthTime& time : times) {
        least = std::min(least, time.measured);
        most = std::max(most, time.measured);
        measured.points.push_back(
            {double(time.depth), time.measured, report::time_text(time.measured)});
        if (time.published)
            published.points.push_back(
                {double(time.depth), *time.published, report::time_text(*time.published)});
        numbers.rows.push_back({std::to_string(time.depth),
                                time.published ? fixed(*time.published, 5) : "-",
                                fixed(time.measured, 6)});
    }
    const int first = times.front().depth;
    const int last = std::max(times.back().depth, first + 1);
    return wide_chart(
        what,
        report::curve_chart(
            what, report::titled(report::round_axis(first, last, last - first), "depth in sowings"),
            report::titled(report::time_axis(least, most), "time, log scale"),
            {published, measured}),
        std::move(numbers));
}

std::vector<report::Cell> depth_cells(const std::vector<double>& depths) {
    const auto [least, most] = std::minmax_element(depths.begin(), depths.end());
    return {median_text(depths), fixed(*least, 0), fixed(*most, 0)};
}

std::string published_depth(std::optional<int> published) {
    return published ? std::to_string(*published) : "fluctuates";
}

std::string limit_text(const std::string& player) {
    const auto spec = players::parse_player(player);
    if (!spec) return "?";
    const SearchLimits& limits = spec->settings.limits;
    if (limits.time) {
        const auto time = limits.time->count();
        return time % 1000 == 0 ? fmt::format("{} s a move", time / 1000)
                                : fmt::format("{} ms a move", time);
    }
    if (limits.nodes) return fmt::format("{} nodes a move", *limits.nodes);
    if (limits.depth) return fmt::format("depth {}", *limits.depth);
    return "no limit";
}

std::string games_source(const Results& results, const std::string& key) {
    const PlayedMatch& match = results.match(key);
    if (match.games.empty()) return "";
    return fmt::format(
        "Our games: {} of tournament {} in {}.sqlite ('kalah report --store {}.sqlite "
        "--tournament {} --out games.html' replays them).",
        match.games.size(), match.id, results.note("experiment"), results.note("experiment"),
        match.id);
}

std::string games_source(const Results& results) {
    std::size_t games = 0;
    std::set<store::TournamentId> ids;
    for (const auto& [key, match] : results.matches) {
        games += match.games.size();
        ids.insert(match.id);
    }
    if (games == 0) return "";
    const std::string name = results.note("experiment");
    return fmt::format(
        "Our games: {} of tournaments {} to {} in {}.sqlite ('kalah report --store {}.sqlite "
        "--tournament {} --out games.html' replays those of the first).",
        games, *ids.begin(), *ids.rbegin(), name, name, *ids.begin());
}

report::Document document_of(const Experiment& experiment, const Results& results,
                             const std::string& writer) {
    report::Document document;
    document.title = experiment.title;
    document.subtitle = fmt::format("Experiment {}, scale {}, seed {}", experiment.name,
                                    results.note("scale"), results.note("seed"));
    document.footer = fmt::format(
        "Measured numbers, limits and sizes are read from {}.sqlite; published numbers and texts "
        "are those of {}, which wrote this page.",
        experiment.name, writer);
    document.sections.push_back(question_section(experiment, results));
    if (const auto answers = experiment.answers(results); !answers.empty())
        document.sections.push_back(answers_section(answers));
    const auto busy = load_warning(results);
    const bool warn = busy && depends_on_speed(experiment.workload(results.design));
    for (report::Section& section : experiment.sections(results)) {
        if (warn && !section.blocks.empty()) section.blocks.insert(section.blocks.begin(), *busy);
        if (section.blocks.empty())
            section.blocks.emplace_back(report::Paragraph{"Nothing has been measured of it yet."});
        document.sections.push_back(std::move(section));
    }
    document.sections.push_back(repeat_section(experiment, results));
    return document;
}

report::Document document_of_all(const std::vector<NamedDocument>& documents,
                                 const std::string& writer) {
    report::Document all{"The experiments", fmt::format("{} reports on one page", documents.size()),
                         "Written by " + writer + "."};
    for (const auto& [name, document] : documents) {
        report::Section section{name, document.title, {report::Paragraph{document.subtitle}}};
        for (const report::Section& part : document.sections) {
            section.blocks.emplace_back(report::Heading{part.title});
            section.blocks.insert(section.blocks.end(), part.blocks.begin(), part.blocks.end());
        }
        section.blocks.emplace_back(report::Paragraph{document.footer});
        all.sections.push_back(std::move(section));
    }
    return all;
}

}  // namespace kalah::lab
