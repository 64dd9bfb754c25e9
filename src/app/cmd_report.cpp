#include <filesystem>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "kalah/version.hpp"
#include "report/report.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

struct ReportOptions {
    std::optional<std::string> store;
    std::optional<store::TournamentId> tournament;
    std::optional<std::string> out;
    std::optional<report::Format> format;
    bool json = false;
};

/// The format given, else the one that the file's ending implies.
Result<report::Format> chosen_format(const ReportOptions& options) {
    if (options.format) return *options.format;
    if (*options.out == "-" || options.out->ends_with(".html") || options.out->ends_with(".htm"))
        return report::Format::html;
    if (options.out->ends_with(".md")) return report::Format::markdown;
    return Error{"--out " + in_quotes(*options.out) +
                 ": name a file that ends in .html or .md, or give --format"};
}

/// Prints one line about the file; not for a report that itself goes to standard output.
void tell(const ReportOptions& options, const report::ReportData& data, report::Format format,
          std::size_t bytes) {
    const char* kind = format == report::Format::html ? "html" : "markdown";
    if (options.json)
        print_json(Json()
                       .set("file", *options.out)
                       .set("format", kind)
                       .set("bytes", bytes)
                       .set("tournament", data.id)
                       .set("finished", data.finished)
                       .set("games", data.games.size())
                       .set("scheduled", data.scheduled));
    else
        fmt::print("{}: {} games{}, {} KiB\n", printable(*options.out), data.games.size(),
                   data.finished ? "" : fmt::format(" of {} (not finished)", data.scheduled),
                   (bytes + 1023) / 1024);
}

void act_report(const ReportOptions& options) {
    const auto format = or_usage_error(chosen_format(options));
    const bool to_terminal = *options.out == "-";
    if (to_terminal && options.json)
        throw usage_error("--json goes with a file: --out - prints the report itself");
    std::error_code ignored;
    if (std::filesystem::equivalent(*options.store, *options.out, ignored))
        throw usage_error("--out names the store itself");
    const auto store = or_failure(chosen_store(options.store, store::Access::read));
    const auto tournament = or_failure(
        arena::Tournament::load(store, options.tournament, arena::Tournament::Use::look));
    const auto data = or_failure(report::gather(*tournament));
    const std::string text =
        report::written(report::document_of(data, kalah::version().maker), data, format);
    if (to_terminal) {
        fmt::print("{}", text);
        return;
    }
    if (const auto error = write_file(*options.out, text, Existing::replace)) throw failure(*error);
    tell(options, data, format, text.size());
}

void declare_report(Arguments& arguments, ReportOptions& options) {
    declare_stored_tournament(arguments, options.store, options.tournament);
    arguments.field(required(
        text_field("out", "FILE", options.out,
                   "the report, FILE.html or FILE.md; replaces an existing file; - prints it")));
    arguments.field(choice_field<std::optional<report::Format>>(
        "format", options.format,
        {{"html", report::Format::html}, {"markdown", report::Format::markdown}},
        "the format, if the name of the file does not end in .html or .md"));
    declare_json(arguments, options.json);
}

}  // namespace

void add_report(Program& program) {
    program.add<ReportOptions>(
        {"report", "write a page about a match or a tournament",
         "Examples:\n"
         "  kalah report --store course.sqlite --out report.html\n"
         "  chromium --headless --no-pdf-header-footer --print-to-pdf=report.pdf report.html\n"
         "Writes one file with standings, charts and a replay of every game, which needs no\n"
         "network; also while the tournament is being played. The second command makes a PDF of\n"
         "it; so does printing from any browser. See docs/report.md."},
        declare_report, act_report);
}

}  // namespace kalah::app
