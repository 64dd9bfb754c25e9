#include <ctime>

#include <fmt/format.h>

#include "lab/run.hpp"

namespace kalah::lab {
namespace {

std::string day_of(const std::string& milliseconds) {
    std::time_t seconds = 0;
    for (const char digit :
         milliseconds.substr(0, std::max<std::size_t>(milliseconds.size(), 3) - 3))
        if (digit >= '0' && digit <= '9') seconds = 10 * seconds + (digit - '0');
    std::tm parts{};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min);
}

report::Section question_section(const Experiment& experiment, const Findings& findings) {
    report::Section section{"question", "Question", {}};
    section.blocks.emplace_back(report::Paragraph{std::string(experiment.question)});
    section.blocks.emplace_back(
        report::Paragraph{"Source: " + std::string(experiment.source) + "."});
    if (!findings.complete)
        section.blocks.emplace_back(report::Warning{
            "The run is not complete: what follows is what has been measured so far. The command "
            "at the end goes on with it."});
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
    table.rows = {{"Scale", findings.note("scale")},
                  {"Seed", findings.note("seed")},
                  {"Machine", findings.note("machine")},
                  {"Program", findings.note("version")},
                  {"Begun", day_of(findings.note("started"))}};
    section.blocks.emplace_back(table);
    return section;
}

}  // namespace

report::Document document_of(const Experiment& experiment, const Findings& findings) {
    report::Document document;
    document.title = experiment.title;
    document.subtitle = fmt::format("Experiment {}, scale {}, seed {}", experiment.name,
                                    findings.note("scale"), findings.note("seed"));
    document.footer = fmt::format("Everything here is read from {}.sqlite; written by {}.",
                                  experiment.name, findings.note("version"));
    document.sections.push_back(question_section(experiment, findings));
    for (report::Section& section : experiment.sections(findings))
        document.sections.push_back(std::move(section));
    document.sections.push_back(repeat_section(findings));
    return document;
}

}  // namespace kalah::lab
