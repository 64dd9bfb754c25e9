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
    std::uint64_t tournament = 0;
    std::optional<std::string> out;
    std::optional<report::Format> format;
    bool json = false;
};

/// As told, else by the file's ending.
Result<report::Format> chosen_format(const ReportOptions& options) {
    if (options.format) return *options.format;
    if (*options.out == "-" || options.out->ends_with(".html") || options.out->ends_with(".htm"))
        return report::Format::html;
    if (options.out->ends_with(".md")) return report::Format::markdown;
    return Error{"--out " + in_quotes(*options.out) +
                 ": name a file that ends in .html or .md, or give --format"};
}

/// One line about what was written, where it does not get between the lines of the page.
void tell(const ReportOptions& options, const report::ReportData& data, report::Format format,
          std::size_t bytes) {
    const char* kind = format == report::Format::html ? "html" : "markdown";
    if (options.json)
        fmt::print("{}\n", Json()
                               .set("file", *options.out)
                               .set("format", kind)
                               .set("bytes", bytes)
                               .set("tournament", data.id)
                               .set("finished", data.finished)
                               .set("games", data.games.size())
                               .set("scheduled", data.scheduled)
                               .line());
    else
        fmt::print("{}: {} games{}, {} KiB\n", printable(*options.out), data.games.size(),
                   data.finished ? "" : fmt::format(" of {} (not finished)", data.scheduled),
                   (bytes + 1023) / 1024);
}

int act_report(const ReportOptions& options) {
    constexpr const char* kCommand = "report";
    const auto format = chosen_format(options);
    if (!format) return wrong_usage(kCommand, format.error().message);
    const bool to_terminal = *options.out == "-";
    if (to_terminal && options.json)
        return wrong_usage(kCommand, "--json goes with a file: --out - prints the report itself");
    std::error_code ignored;
    if (std::filesystem::equivalent(*options.store, *options.out, ignored))
        return wrong_usage(kCommand, "--out names the store itself");
    const auto store = chosen_store(options.store, store::Access::read);
    if (!store) return failed(kCommand, store.error().message);
    std::optional<store::TournamentId> id;
    if (options.tournament > 0) id = static_cast<store::TournamentId>(options.tournament);
    const auto tournament = arena::Tournament::load(*store, id, arena::Tournament::Use::look);
    if (!tournament) return failed(kCommand, tournament.error().message);
    const auto data = report::gather(**tournament);
    if (!data) return failed(kCommand, data.error().message);
    const std::string text =
        report::written(report::document_of(*data, kalah::version().maker), *data, *format);
    if (to_terminal) {
        fmt::print("{}", text);
        return kOk;
    }
    if (const auto error = write_file(*options.out, text, Existing::replace))
        return failed(kCommand, *error);
    tell(options, *data, *format, text.size());
    return kOk;
}

void declare_report(Arguments& arguments, ReportOptions& options) {
    arguments.field(
        required(text_field("store", "FILE", options.store, "the store with the tournament")));
    arguments.field(
        number_field("tournament", options.tournament, {1, 1'000'000'000},
                     "its number (default: the newest that is not finished, else the newest)"));
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
         "  kalah report --store course.sqlite --out report.md && pandoc report.md -o report.pdf\n"
         "Writes one file with standings, charts and a replay of every game, which needs no\n"
         "network; also while the tournament is being played. See docs/report.md."},
        declare_report, act_report);
}

}  // namespace kalah::app
