#include <ctime>

#include <fmt/format.h>

#include "lab/run.hpp"

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

report::Section repeat_section(const Results& results) {
    report::Section section{"repeat", "Do it again", {}};
    section.blocks.emplace_back(report::Code{"Command", results.note("command")});
    report::Table table;
    table.columns = {{"", report::Align::left}, {"", report::Align::left}};
    table.rows = {{"Scale", results.note("scale")}, {"Seed", results.note("seed")}};
    for (const auto& [key, text] : results.parameters)
        table.rows.push_back({"Parameter: " + key, text});
    table.rows.push_back({"Machine", values_text(results.notes, "machine")});
    if (results.notes.contains("load"))
        table.rows.push_back({"Load at the beginning", values_text(results.notes, "load")});
    table.rows.push_back({"Measured by", values_text(results.notes, "version")});
    table.rows.push_back({"Begun", day_of(results.note("started"))});
    section.blocks.emplace_back(table);
    return section;
}

}  // namespace

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
    for (report::Section& section : experiment.sections(results)) {
        if (section.blocks.empty())
            section.blocks.emplace_back(report::Paragraph{"Nothing has been measured of it yet."});
        document.sections.push_back(std::move(section));
    }
    document.sections.push_back(repeat_section(results));
    return document;
}

}  // namespace kalah::lab
