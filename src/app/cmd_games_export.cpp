// kalah games export: games as text, JSON, or tables in CSV.
#include <sys/stat.h>

#include <cerrno>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/terminal/interrupt.hpp"
#include "kalah/notation.hpp"
#include "report/text.hpp"
#include "system/csv.hpp"
#include "system/files.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

struct ExportGamesOptions {
    StoreOptions store;
    std::optional<std::string> game;
    bool all = false;
    bool csv = false;
    bool moves = false;
    std::optional<std::string> out;
};

constexpr const char* kGameColumns =
    "game,origin,started,finished,south,north,rules,start,ending,loser,south_points,north_points,"
    "winner,plies,south_seconds,north_seconds,faults,moves\n";
constexpr const char* kMoveColumns =
    "game,ply,side,name,pit,position,seconds,source,depth,takeover,captured,extra_turn,over,"
    "comment\n";

/// Empty if it is not known.
void add_time(CsvRow& row, store::Milliseconds time) {
    time > 0 ? row.text(utc_time(time)) : row.empty();
}

void add_number_if(CsvRow& row, bool known, auto value) {
    known ? row.number(value) : row.empty();
}

/// Microseconds, as the store keeps them: a sum of them as a double has rounding noise.
void add_seconds(CsvRow& row, const std::optional<double>& seconds) {
    if (!seconds) {
        row.empty();
        return;
    }
    std::string text = fmt::format("{:.6f}", *seconds);
    text.erase(text.find_last_not_of('0') + 1);
    row.raw(text.ends_with('.') ? text + '0' : text);
}

/// The time that a side was measured to think; nothing if it never was.
std::optional<double> seconds_of(const GameRecord& record, Side side) {
    std::optional<double> sum;
    for (std::size_t i = 0; i < record.notes.size(); ++i) {
        const MoveNote& note = record.notes[i];
        if (record.game.played()[i].mover == side && !by_referee(note.source) && note.seconds > 0)
            sum = sum.value_or(0) + note.seconds;
    }
    return sum;
}

std::string game_row(const store::StoredGame& game) {
    const GameRecord& record = game.record;
    CsvRow row;
    row.number(game.id).text(game.origin);
    add_time(row, record.started);
    add_time(row, record.finished);
    row.foreign(record.name_of(Side::south)).foreign(record.name_of(Side::north));
    row.text(to_text(record.game.rules())).text(start_text(record.game.start()));
    row.text(name(record.ending));
    record.loser ? row.text(to_text(*record.loser)) : row.empty();
    for (const Side side : kBothSides) add_number_if(row, record.decided(), record.points(side));
    if (record.decided())
        row.text(record.margin() > 0 ? "south" : record.margin() < 0 ? "north" : "draw");
    else
        row.empty();
    row.number(record.game.played().size());
    for (const Side side : kBothSides) add_seconds(row, seconds_of(record, side));
    return row.number(record.faults.size()).text(moves_text(record.game)).line();
}

std::string move_rows(const store::StoredGame& game) {
    const GameRecord& record = game.record;
    std::string rows;
    for (std::size_t i = 0; i < record.game.played().size(); ++i) {
        const MoveResult& played = record.game.played()[i];
        const MoveNote note = i < record.notes.size() ? record.notes[i] : MoveNote{};
        CsvRow row;
        row.number(game.id).number(i + 1).text(to_text(played.mover));
        row.foreign(record.name_of(played.mover)).number(played.pit + 1);
        row.text(to_text(record.game.board_after(i)));
        add_seconds(row, note.seconds > 0 ? std::optional(note.seconds) : std::nullopt);
        row.text(name(note.source));
        add_number_if(row, note.depth > 0, note.depth);
        add_number_if(row, note.takeover > 0, note.takeover);
        row.number(played.captured).number(played.extra_turn ? 1 : 0).number(played.over ? 1 : 0);
        rows += row.foreign(note.comment).line();
    }
    return rows;
}

std::string text_of(const ExportGamesOptions& options, const store::StoredGame& game) {
    if (options.csv) return options.moves ? move_rows(game) : game_row(game);
    return options.store.json ? store::stored_json(game).line() + "\n" : to_text(game.record.game);
}

std::optional<std::string> write_game(const ExportGamesOptions& options,
                                      const store::StoredGame& game) {
    const std::string text = text_of(options, game);
    if (!options.out) {
        fmt::print("{}", text);
        return std::nullopt;
    }
    const char* ending = options.store.json ? "json" : "kalah";
    return write_file(fmt::format("{}/game-{}.{}", *options.out, game.id, ending), text,
                      Existing::replace);
}

void validate(const ExportGamesOptions& options) {
    if (options.all == options.game.has_value())
        throw usage_error("give the number of a game, or --all");
    if (options.moves && !options.csv) throw usage_error("--moves needs --csv");
    if (options.csv && options.store.json) throw usage_error("choose one of --csv and --json");
    if (options.csv && options.out)
        throw usage_error("--csv writes one table to standard output, not to --out");
    if (options.all && !options.out && !options.store.json && !options.csv)
        throw usage_error("--all needs --out DIR, --json or --csv");
}

void export_games(const ExportGamesOptions& options) {
    validate(options);
    std::vector<store::StoredGameId> numbers;
    if (options.game) numbers.push_back(or_usage_error(parse_game_number(*options.game)));
    const auto opened = or_failure(chosen_store(options.store.file, store::Access::read));
    if (options.all) numbers = or_failure(opened->numbers());
    if (options.out && ::mkdir(options.out->c_str(), 0777) != 0 && errno != EEXIST)
        throw failure(*options.out + ": cannot create the directory");

    stop_on_signals();
    if (options.csv) fmt::print("{}", options.moves ? kMoveColumns : kGameColumns);
    std::size_t damaged = 0;
    for (const store::StoredGameId number : numbers) {
        if (interrupted()) return;
        const auto game = opened->load(number);
        if (!game) {
            // One damaged game of many must not keep the others from being saved.
            ++damaged;
            failed("games export", game.error().message);
            continue;
        }
        if (const auto error = write_game(options, *game)) throw failure(*error);
    }
    if (options.out && !options.store.json)
        fmt::print("{} written to {}\n", report::counted(numbers.size() - damaged, "game"),
                   printable(*options.out));
    if (damaged > 0) throw failure(fmt::format("damaged games left out: {}", damaged));
}

void declare_export_games(Arguments& arguments, ExportGamesOptions& options) {
    arguments.positional("game", options.game, "number of the game, see 'kalah games list'");
    arguments.field(flag_field("all", options.all, "export all games, oldest first"));
    arguments.field(flag_field("csv", options.csv, "write a CSV table, one row per game"));
    arguments.field(flag_field("moves", options.moves, "with --csv: one row per move"));
    arguments.field(text_field("out", "DIR", options.out,
                               "write files game-N.kalah (or game-N.json) to this directory"));
    declare_store(arguments, options.store);
}

}  // namespace

void add_games_export(Program& program) {
    program.add<ExportGamesOptions>(
        {"games export", "write games as text (for 'kalah play --load'), JSON or CSV",
         "Examples:\n"
         "  kalah games export 12 > game.kalah\n"
         "  kalah games export --all --out games\n"
         "  kalah games export --all --json > games.jsonl\n"
         "  kalah games export --all --csv > games.csv\n"
         "  kalah games export --all --csv --moves > moves.csv\n"
         "The text has rules, first position and moves; JSON also has players, times, comments\n"
         "and faults. 'kalah games import' reads both."},
        declare_export_games, export_games);
}

}  // namespace kalah::app
