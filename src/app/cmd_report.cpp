#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/review_games.hpp"
#include "app/terminal/interrupt.hpp"
#include "kalah/version.hpp"
#include "report/report.hpp"
#include "report/text.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
    std::optional<std::string> store;
    std::optional<store::TournamentId> tournament;
    std::optional<std::string> out;
    std::optional<std::string> folder;
    std::optional<report::Format> format;
    bool csv = false;
    bool review = false;
    ReviewBudget budget;
    bool anonymous = false;
    std::optional<std::string> key;
    bool json = false;
};

/// The format given, else the one that the file's ending implies.
Result<report::Format> chosen_format(const ReportOptions& options) {
    if (options.csv) return report::Format::csv;
    if (options.format) return *options.format;
    const std::string& out = *options.out;
    if (out == "-" || out.ends_with(".html") || out.ends_with(".htm")) return report::Format::html;
    if (out.ends_with(".md")) return report::Format::markdown;
    if (out.ends_with(".csv")) return report::Format::csv;
    return Error{"--out " + in_quotes(out) +
                 ": name a file that ends in .html, .md or .csv, or give --format"};
}

const char* name_of(report::Format format) {
    return format == report::Format::html  ? "html"
           : format == report::Format::csv ? "csv"
                                           : "markdown";
}

/// Whether `path` is `folder` or in it, whether they are there or not.
bool is_within(const std::string& path, const std::string& folder) {
    std::error_code ignored;
    const fs::path inner = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
    const fs::path outer = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
    const fs::path relative = inner.lexically_relative(outer);
    return !relative.empty() && *relative.begin() != "..";
}

void validate(const ReportOptions& options) {
    const bool to_terminal = options.out == "-" || (options.csv && !options.out);
    if (options.folder && (options.out || options.csv || options.format))
        throw usage_error("--out-dir writes all files: omit --out, --format and --csv");
    if (!options.folder && !options.out && !options.csv)
        throw usage_error("give --out FILE, --out-dir FOLDER or --csv");
    if (options.csv && options.format) throw usage_error("give --csv or --format, not both");
    if (to_terminal && !options.folder && options.json)
        throw usage_error("--json goes with a file: --out - prints the report itself");
    if (options.key && !options.anonymous) throw usage_error("--key goes with --anonymous");
    if (options.key && options.folder && is_within(*options.key, *options.folder))
        throw usage_error("--key must be outside the folder of --out-dir: it names the players");
    if (options.key && options.out && is_within(*options.key, *options.out))
        throw usage_error("--key and --out name the same file");
    if ((options.budget.time || options.budget.nodes) && !options.review)
        throw usage_error("--time and --nodes go with --review");
    std::error_code ignored;
    for (const auto& file : {options.out, options.key})
        if (file && fs::equivalent(*options.store, *file, ignored))
            throw usage_error("--out names the store itself");
}

/// By the key, if it was written before.
report::Pseudonyms pseudonyms_of(const arena::Plan& plan, const ReportOptions& options) {
    std::error_code ignored;
    if (!options.key || !fs::is_regular_file(*options.key, ignored))
        return report::Pseudonyms(plan);
    const auto known = report::Pseudonyms::from_key(plan, or_failure(read_file(*options.key)));
    if (!known)
        throw failure(printable(*options.key) +
                      ": not the key of these players; name another file with --key");
    return *known;
}

/// Readable for the user alone, as it tells who is who; a key that was there keeps its rights.
void write_key(const std::string& path, const report::Pseudonyms& pseudonyms) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) ::close(fd);
    if (const auto error = write_file(path, pseudonyms.key(), Existing::replace)) {
        if (fd >= 0) ::unlink(path.c_str());  // an empty file would be taken for another's key
        throw failure(*error);
    }
}

/// Every game of the report that was found in the store, by its number.
report::GameReviews reviews_of(arena::Tournament& tournament, const report::ReportData& data,
                               const ReportOptions& options) {
    std::vector<std::size_t> numbers;
    std::vector<GameRecord> records;
    or_failure(tournament.for_each_record(
        [&](const arena::TournamentGame& game, const GameRecord& record) {
            // Games that ended since the data were gathered do not count.
            const auto number = data.numbers.find(game.number);
            if (number == data.numbers.end()) return true;
            numbers.push_back(number->second);
            records.push_back(record);
            return true;
        }));
    std::vector<const GameRecord*> games;
    games.reserve(records.size());
    for (const GameRecord& record : records) games.push_back(&record);
    ReviewedGames found = review_games(games, options.budget);
    report::GameReviews reviews;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i]) reviews.emplace(numbers[i], std::move(*found[i]));
    return reviews;
}

Json summary_json(const report::ReportData& data) {
    Json json = Json()
                    .set("tournament", data.id)
                    .set("finished", data.finished)
                    .set("games", data.games.size())
                    .set("scheduled", data.scheduled);
    if (data.reviews) json.set("reviewed", data.reviews->size());
    return json;
}

Json joined(Json first, const Json& second) {
    for (const std::string& key : second.keys()) first.set(key, *second.find(key));
    return first;
}

/// "12 games", "12 games of 24 (not finished)"
std::string games_text(const report::ReportData& data) {
    return fmt::format("{}{}", report::counted(data.games.size(), "game"),
                       data.finished ? "" : fmt::format(" of {} (not finished)", data.scheduled));
}

void write_one(const ReportOptions& options, const report::ReportData& data) {
    const auto format = or_usage_error(chosen_format(options));
    const std::string text = report::written(data, kalah::version().maker, format);
    const std::string out = options.out.value_or("-");
    if (out == "-") {
        fmt::print("{}", text);
        return;
    }
    if (const auto error = write_file(out, text, Existing::replace)) throw failure(*error);
    if (options.json)
        print_json(
            joined(Json().set("file", out).set("format", name_of(format)).set("bytes", text.size()),
                   summary_json(data)));
    else
        fmt::print("{}: {}, {} KiB\n", printable(out), games_text(data),
                   (text.size() + 1023) / 1024);
}

/// A file of another report could tell the names that this one hides.
void check_folder(const fs::path& folder, const std::vector<report::FolderFile>& files) {
    std::set<fs::path> ours;
    for (const auto& file : files) ours.insert((folder / file.path).lexically_normal());
    std::error_code error;
    if (!fs::exists(folder, error)) return;
    if (!fs::is_directory(folder, error)) throw failure(folder.string() + ": not a folder");
    for (auto entry = fs::recursive_directory_iterator(folder, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
        if (!entry->is_directory() && !ours.contains(entry->path().lexically_normal()))
            throw failure(
                fmt::format("{}: no file of this report is called that; remove it, or "
                            "name another folder",
                            printable(entry->path().string())));
    if (error) throw failure(folder.string() + ": " + error.message());
}

void write_folder(const ReportOptions& options, report::ReportData& data) {
    const fs::path folder(*options.folder);
    const auto files = report::folder_of(data, kalah::version().maker);
    check_folder(folder, files);
    std::size_t bytes = 0;
    for (const auto& file : files) {
        const fs::path path = folder / file.path;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error) throw failure(path.parent_path().string() + ": " + error.message());
        if (const auto wrong = write_file(path.string(), file.content, Existing::replace))
            throw failure(*wrong);
        bytes += file.content.size();
    }
    if (options.json)
        print_json(joined(
            Json().set("folder", *options.folder).set("files", files.size()).set("bytes", bytes),
            summary_json(data)));
    else
        fmt::print("{}: {}, {}, {}, {} KiB\n", printable(*options.folder), games_text(data),
                   report::counted(data.plan.entrants.size(), "player"),
                   report::counted(files.size(), "file"), (bytes + 1023) / 1024);
}

void act_report(const ReportOptions& options) {
    validate(options);
    if (!options.folder && options.out) static_cast<void>(or_usage_error(chosen_format(options)));
    const auto store = or_failure(chosen_store(options.store, store::Access::read));
    const auto tournament = or_failure(
        arena::Tournament::load(store, options.tournament, arena::Tournament::Use::look));
    const report::Pseudonyms pseudonyms = pseudonyms_of(tournament->plan(), options);
    auto data = or_failure(report::gather(*tournament, report::kMostReplayed,
                                          options.anonymous ? &pseudonyms : nullptr));
    if (options.review) data.reviews = reviews_of(*tournament, data, options);
    if (options.key) write_key(*options.key, pseudonyms);
    if (options.folder)
        write_folder(options, data);
    else
        write_one(options, data);
    if (options.review && interrupted())
        throw failure(fmt::format("interrupted: {} of {} reviewed", data.reviews->size(),
                                  report::counted(data.games.size(), "game")));
}

void declare_report(Arguments& arguments, ReportOptions& options) {
    declare_stored_tournament(arguments, options.store, options.tournament);
    arguments.field(
        text_field("out", "FILE", options.out,
                   "the report, FILE.html or FILE.md, or the standings, FILE.csv; replaces an\n"
                   "existing file; - prints it"));
    arguments.field(
        text_field("out-dir", "FOLDER", options.folder,
                   "folder to hand out: index.html, a page for each player, the standings\n"
                   "and the games as CSV, and the games"));
    arguments.field(choice_field<std::optional<report::Format>>(
        "format", options.format,
        {{"html", report::Format::html}, {"markdown", report::Format::markdown}},
        "the format, if the name of the file does not end in .html or .md"));
    arguments.field(flag_field("csv", options.csv, "print the standings as a CSV table"));
    arguments.field(flag_field("anonymous", options.anonymous,
                               "numbers instead of names, wherever a name could appear"));
    arguments.field(text_field("key", "FILE", options.key,
                               "with --anonymous: write who is who to this CSV file, for your\n"
                               "eyes only; if it is there already, the players keep its numbers"));
    declare_json(arguments, options.json);
    arguments.heading("Review");
    arguments.field(
        flag_field("review", options.review, "review all games: accuracy and worst moves"));
    declare_review_budget(arguments, options.budget);
}

}  // namespace

void add_report(Program& program) {
    program.add<ReportOptions>(
        {"report", "write a page about a match or a tournament",
         "Examples:\n"
         "  kalah report --store course.sqlite --out report.html\n"
         "  kalah report --store course.sqlite --out-dir course --review\n"
         "  kalah report --store course.sqlite --csv > standings.csv\n"
         "  kalah report --store course.sqlite --out-dir public --anonymous --key key.csv\n"
         "  chromium --headless --no-pdf-header-footer --print-to-pdf=report.pdf report.html\n"
         "Pages have standings, charts and a replay of every game, and need no network; also "
         "while\n"
         "the tournament is being played. The last command makes a PDF of one; so does printing\n"
         "from any browser. See docs/report.md."},
        declare_report, act_report);
}

}  // namespace kalah::app
