#include <fmt/core.h>

#include <map>
#include <memory>

#include "app/batch.hpp"
#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "endgame/verify.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "report/text.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct InfoOptions {
    DbOptions db;
};

void act_info(const InfoOptions& options) {
    const auto place = or_usage_error(chosen_place(options.db));
    const auto database = or_failure(files::open_database(place));
    const int last = database->max_seeds();

    Json levels = Json::array();
    std::uint64_t bytes = 0;
    if (!options.db.common.json) fmt::print("seeds     positions  checksum          written by\n");
    for (int seeds = 0; seeds <= last; ++seeds) {
        const auto level =
            or_failure(files::LevelFile::open(place.path(seeds), {place.rules, place.pits, seeds}));
        const auto& header = level->header();
        const std::uint64_t positions = endgame::level_size(place.pits, seeds);
        const std::string checksum = fmt::format("{:016x}", header.checksum());
        const std::string writer = files::to_text(header.writer());
        bytes += header.file_size();
        if (options.db.common.json)
            levels.push(Json()
                            .set("seeds", seeds)
                            .set("positions", positions)
                            .set("checksum", checksum)
                            .set("written_by", writer.empty() ? Json() : Json(writer)));
        else
            fmt::print("{:>5}  {:>12}  {}  {}\n", seeds, positions, checksum,
                       writer.empty() ? "kalah before 0.2.0" : writer);
    }
    const std::uint64_t positions = endgame::database_size(place.pits, last);
    if (options.db.common.json)
        print_json(Json()
                       .set("directory", place.directory)
                       .set("rules", to_text(place.rules))
                       .set("pits", place.pits)
                       .set("seeds", last)
                       .set("positions", positions)
                       .set("bytes", bytes)
                       .set("levels", levels));
    else
        fmt::print("{} with {}, up to {}: {}, {}\n", to_text(place.rules),
                   report::counted(place.pits, "pit"), report::counted(last, "seed"),
                   report::counted(positions, "position"), bytes_text(bytes));
}

void declare_info(Arguments& arguments, InfoOptions& options) {
    declare_db(arguments, options.db);
}

struct ProbeOptions {
    DbOptions db;
    std::optional<std::string> position;
    BatchOptions batch;
    int threads = processor_cores();
};

struct MoveValue {
    int pit;
    int future;
};

/// What each move is worth to the mover from here on, or nothing if a file is damaged.
std::optional<std::vector<MoveValue>> values_of(const EndgameDatabase& database,
                                                const Board& board) {
    std::vector<MoveValue> values;
    const Side me = board.to_move;
    const auto lead = [me](const Board& of) { return of.store(me) - of.store(opponent(me)); };
    for (const int pit : legal_moves(board)) {
        Board child = board;
        const bool over = apply(database.rules(), child, pit).over;
        int value = lead(child) - lead(board);
        if (!over) {
            const auto probed = database.probe(child);
            if (!probed) return std::nullopt;
            const int future = *probed;
            value += child.to_move == me ? future : -future;
        }
        values.push_back({pit, value});
    }
    return values;
}

void print_values(const ProbeOptions& options, const Board& board, const Rules& rules, int future,
                  const std::vector<MoveValue>& moves) {
    const int lead = board.store(board.to_move) - board.store(opponent(board.to_move));
    if (options.db.common.json) {
        Json list = Json::array();
        for (const MoveValue& move : moves)
            list.push(Json()
                          .set("pit", move.pit + 1)
                          .set("future", move.future)
                          .set("score", lead + move.future));
        print_json(Json()
                       .set("position", to_text(board))
                       .set("rules", to_text(rules))
                       .set("future", future)
                       .set("score", lead + future)
                       .set("kind", "exact")
                       .set("moves", list));
        return;
    }
    fmt::print("future {:+} score {:+} exact, for {}\n", future, lead + future,
               to_text(board.to_move));
    for (const MoveValue& move : moves)
        fmt::print("move {:>2} future {:+} score {:+}\n", move.pit + 1, move.future,
                   lead + move.future);
}

files::DatabaseLocation place_for(const ProbeOptions& options, int pits) {
    DbOptions chosen = options.db;
    chosen.pits = static_cast<std::uint64_t>(pits);
    return or_usage_error(chosen_place(chosen));
}

/// The value for the mover from here on and that of each move, or why there are none.
struct Probed {
    int future = 0;
    std::vector<MoveValue> moves = {};
};
Result<Probed> probed(const EndgameDatabase& database, const std::string& directory,
                      const Board& board) {
    if (is_over(database.rules(), board)) return Error{"a side has no seeds: the game is over"};
    if (!database.covers(seeds_in_pits(board)))
        return Error{fmt::format("{} in the pits, but the database ends at {}",
                                 report::counted(seeds_in_pits(board), "seed"),
                                 database.max_seeds())};
    const auto future = database.probe(board);
    auto moves = values_of(database, board);
    if (!future || !moves)
        return Error{directory + ": the database is damaged (see 'kalah db verify')"};
    return Probed{*future, std::move(*moves)};
}

void probe_batch(const ProbeOptions& options) {
    if (options.position) throw usage_error("give a position or --batch, not both");
    const std::string directory = place_for(options, 6).directory;
    // All there are: opening them costs little.
    std::map<int, std::shared_ptr<const EndgameDatabase>> databases;
    std::map<int, std::string> missing;
    for (int pits = 1; pits <= EndgameDatabase::kMostPits; ++pits)
        if (const auto found = files::open_database(place_for(options, pits)))
            databases[pits] = *found;
        else
            missing[pits] = found.error().message;
    if (databases.empty()) throw failure(missing.at(EndgameDatabase::kMostPits));
    const auto answer = [&](const Board& board, Json& json) -> std::optional<Error> {
        const auto database = databases.find(board.width);
        if (board.width > EndgameDatabase::kMostPits)
            return Error{
                fmt::format("databases have at most {} pits a side", EndgameDatabase::kMostPits)};
        if (database == databases.end()) return Error{missing.at(board.width)};
        const auto found = probed(*database->second, directory, board);
        if (!found) return found.error();
        const int lead = board.store(board.to_move) - board.store(opponent(board.to_move));
        std::vector<Json> scores(board.width);
        const MoveValue* best = &found->moves.front();
        for (const MoveValue& move : found->moves) {
            scores[static_cast<std::size_t>(move.pit)] = lead + move.future;
            if (move.future > best->future) best = &move;
        }
        Json moves = Json::array();
        for (Json& score : scores) moves.push(std::move(score));
        json.set("future", found->future)
            .set("score", lead + found->future)
            .set("best", best->pit + 1)
            .set("moves", moves);
        return std::nullopt;
    };
    run_batch(options.batch, {place_for(options, 6).rules,
                              {"future", "score", "best", "moves"},
                              [&] { return Answer(answer); },
                              options.threads});
}

void act_probe(const ProbeOptions& options) {
    if (is_batch(options.batch)) return probe_batch(options);
    if (!options.position) throw usage_error("give a position, or --batch FILE");
    const auto board = parse_start(*options.position);
    if (!board)
        throw usage_error("position " + in_quotes(*options.position) + ", " +
                          to_text(board.error()));
    if (board->width > EndgameDatabase::kMostPits)
        throw usage_error(
            fmt::format("databases have at most {} pits a side", EndgameDatabase::kMostPits));
    const auto place = place_for(options, board->width);
    if (is_over(place.rules, *board)) throw usage_error("a side has no seeds: the game is over");
    const auto database = or_failure(files::open_database(place));
    const auto found = or_failure(probed(*database, place.directory, *board));
    print_values(options, *board, place.rules, found.future, found.moves);
}

void declare_probe(Arguments& arguments, ProbeOptions& options) {
    arguments.positional("position", options.position, "position, or size such as 3x2");
    arguments.field(
        text_field("db", "DIR", options.db.directory,
                   "directory (default: $XDG_DATA_HOME/kalah or ~/.local/share/kalah)"));
    declare_common(arguments, options.db.common);
    declare_batch(arguments, options.batch, options.threads);
}

struct VerifyOptions {
    DbOptions db;
    std::uint64_t seeds = EndgameDatabase::kMostSeeds;
    int threads = processor_cores();
    bool checksums = false;
};

/// The first level whose values do not fit their checksums, or nothing; -1 if interrupted.
std::optional<int> damaged_level(const files::DatabaseLocation& place, int last, int threads,
                                 const ProgressCallback& watch) {
    endgame::Work work(watch, 0);
    for (int seeds = 0; seeds <= last; ++seeds) {
        const auto level =
            files::LevelFile::open(place.path(seeds), {place.rules, place.pits, seeds});
        if (!level) return seeds;
        const bool fit = files::all_parts_fit(**level, threads, work);
        if (work.stopped()) return -1;
        if (!fit) return seeds;
    }
    return std::nullopt;
}

void report_verified(const VerifyOptions& options, const EndgameDatabase& database,
                     std::uint64_t positions, double seconds, bool complete) {
    if (options.db.common.json)
        print_json(Json()
                       .set("rules", to_text(database.rules()))
                       .set("pits", database.pits())
                       .set("seeds", database.max_seeds())
                       .set("verified", positions)
                       .set("method", options.checksums ? "checksums" : "rules")
                       .set("seconds", seconds)
                       .set("complete", complete));
    if (!complete)
        throw failure(fmt::format("interrupted after {}, no error so far",
                                  report::counted(positions, "position")));
    if (!options.db.common.json)
        fmt::print("{} up to {}: {}\n{:.2f} s\n", report::counted(positions, "position"),
                   report::counted(database.max_seeds(), "seed"),
                   options.checksums ? "the checksums fit" : "every value is right", seconds);
}

void verify(const VerifyOptions& options) {
    const auto place = or_usage_error(chosen_place(options.db));
    const auto database = or_failure(files::open_database(place, static_cast<int>(options.seeds)));
    const int last = database->max_seeds();
    const int threads = options.threads;
    const std::uint64_t size = endgame::database_size(place.pits, last);
    stop_on_signals();

    Progress checks("bytes", size);
    const auto damaged = damaged_level(place, last, threads, checks.watch());
    const double seconds = checks.finish();
    if (damaged && *damaged < 0) return report_verified(options, *database, 0, seconds, false);
    if (damaged) throw failure(place.path(*damaged) + ": damaged");
    if (options.checksums) return report_verified(options, *database, size, seconds, true);

    Progress progress("positions", size);
    const auto verified = endgame::verify(*database, 0, last, threads, progress.watch());
    const double more = progress.finish();
    if (verified.wrong)
        throw failure(fmt::format("{} has the value {}, but its moves give {}",
                                  to_text(verified.wrong->board), verified.wrong->kept,
                                  verified.wrong->computed));
    report_verified(options, *database, verified.positions, seconds + more, verified.complete);
}

void declare_verify(Arguments& arguments, VerifyOptions& options) {
    arguments.field(number_field("seeds", options.seeds, {0, EndgameDatabase::kMostSeeds},
                                 "only levels up to this many seeds (default: all)"));
    arguments.field(
        flag_field("checksums", options.checksums, "only check the checksums of the files"));
    declare_threads(arguments, options.threads);
    declare_db(arguments, options.db);
}

}  // namespace

void add_db_info(Program& program) {
    program.add<InfoOptions>(
        {"db info", "list the levels of a database",
         "Example:\n"
         "  kalah db info --rules empty-capture\n"
         "Equal checksums mean equal values. Only headers are read; 'kalah db verify --checksums'\n"
         "also reads the values."},
        declare_info, act_info);
}

void add_db_probe(Program& program) {
    program.add<ProbeOptions>(
        {"db probe", "look up a position in a database",
         "Example:\n"
         "  kalah db probe '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>'\n"
         "future: the mover's seeds from here on minus the opponent's, with perfect play.\n"
         "score: the same including the stores."},
        declare_probe, act_probe);
}

void add_db_verify(Program& program) {
    program.add<VerifyOptions>(
        {"db verify", "check every value of a database against the rules",
         "Example:\n"
         "  kalah db verify --seeds 16\n"
         "Checks the checksums of the files, then every value against the values of the positions\n"
         "its moves lead to, using the reference rules."},
        declare_verify, verify);
}

}  // namespace kalah::app
