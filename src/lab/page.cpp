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

report::Section question_section(const Experiment& experiment, const Findings& findings) {
    report::Section section{"question", "Question", {}};
    section.blocks.emplace_back(report::Paragraph{std::string(experiment.question)});
    const Publication& source = experiment.publication;
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "Source: {}{}, {}.", source.name,
        source.about.empty() ? "" : fmt::format(" ({})", source.about), experiment.place)});
    if (findings.state == State::unfinished)
        section.blocks.emplace_back(report::Warning{
            "The run is not complete: what follows is what has been measured so far. The command "
            "at the end goes on with it."});
    if (findings.state == State::other_terms)
        section.blocks.emplace_back(report::Warning{
            "Another version of the program has measured this, with other limits or sizes: this "
            "one can neither go on with it nor say whether it was complete."});
    if (findings.design.scale == Scale::tiny)
        section.blocks.emplace_back(
            report::Warning{"Scale tiny is for tests of this program: its results mean nothing."});
    return section;
}

report::Section repeat_section(const Findings& findings) {
    report::Section section{"repeat", "Do it again", {}};
    section.blocks.emplace_back(report::Code{"Command", findings.note("command")});
    report::Table table;
    table.columns = {{"", report::Align::left}, {"", report::Align::left}};
    table.rows = {{"Scale", findings.note("scale")}, {"Seed", findings.note("seed")}};
    for (const auto& [key, text] : findings.terms) table.rows.push_back({"Terms: " + key, text});
    table.rows.push_back({"Machine", findings.note("machine")});
    if (findings.notes.contains("load"))
        table.rows.push_back({"Load at the beginning", findings.note("load")});
    table.rows.push_back({"Measured by", findings.note("version")});
    table.rows.push_back({"Begun", day_of(findings.note("started"))});
    section.blocks.emplace_back(table);
    return section;
}

}  // namespace

report::Document document_of(const Experiment& experiment, const Findings& findings,
                             const std::string& writer) {
    report::Document document;
    document.title = experiment.title;
    document.subtitle = fmt::format("Experiment {}, scale {}, seed {}", experiment.name,
                                    findings.note("scale"), findings.note("seed"));
    document.footer = fmt::format(
        "Measured numbers, limits and sizes are read from {}.sqlite; published numbers and texts "
        "are those of {}, which wrote this page.",
        experiment.name, writer);
    document.sections.push_back(question_section(experiment, findings));
    for (report::Section& section : experiment.sections(findings)) {
        if (section.blocks.empty())
            section.blocks.emplace_back(report::Paragraph{"Nothing has been measured of it yet."});
        document.sections.push_back(std::move(section));
    }
    document.sections.push_back(repeat_section(findings));
    return document;
}

}  // namespace kalah::lab
