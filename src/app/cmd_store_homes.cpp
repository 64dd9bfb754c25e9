// The commands that look into a whole store, back it up, and move it from one home to another.
#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "arena/plan.hpp"
#include "base/text.hpp"
#include "players/spec.hpp"
#include "report/text.hpp"
#include "server/tournament_json.hpp"
#include "store/backup.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

constexpr std::size_t kMostTournaments = 20;  // in a text

Json rows_json(const store::StoreTotals& totals) {
    Json rows = Json::object();
    for (const auto& [table, count] : totals.rows) rows.set(table, count);
    return rows;
}

std::int64_t rows_of(const store::StoreTotals& totals, std::string_view table) {
    for (const auto& [name, count] : totals.rows)
        if (name == table) return count;
    return 0;
}

std::vector<std::string> states_of(store::Store& store,
                                   const std::vector<store::StoredTournament>& tournaments) {
    std::vector<std::string> states;
    for (const store::StoredTournament& each : tournaments) {
        const auto queue = or_failure(store.queue_of(each.id));
        const bool queued = queue && queue->state != store::QueueState::stopped;
        states.emplace_back(each.is_finished() ? "finished" : queued ? "queued" : "unfinished");
    }
    return states;
}

void print_tournaments(const std::vector<store::StoredTournament>& tournaments,
                       const std::vector<std::string>& states, std::size_t all) {
    if (tournaments.empty()) return;
    fmt::print("\ntournament  started           state       games          players\n");
    for (std::size_t i = 0; i < tournaments.size(); ++i) {
        const store::StoredTournament& each = tournaments[i];
        const auto plan = arena::parse_plan(each.plan, {});
        fmt::print("{:>10}  {:<16}  {:<10}  {:<13}  {}\n", each.id, local_time(each.created),
                   states[i], fmt::format("{} of {}", each.played, each.scheduled),
                   plan ? fmt::format("{}: {}", name(plan->kind), names_text(*plan))
                        : "its plan cannot be read");
    }
    if (all > tournaments.size())
        fmt::print("... and {} older ones (--json lists all)\n", all - tournaments.size());
}

void tell_store(const StoreOptions& options) {
    const auto store = or_failure(chosen_store(options.file, store::Access::read));
    const store::StoreTotals totals = or_failure(store->totals());
    const std::vector<std::string> versions = or_failure(store->written_by());
    const auto all = static_cast<std::size_t>(rows_of(totals, "tournaments"));
    const auto tournaments = or_failure(store->tournaments(options.json ? all : kMostTournaments));
    const std::vector<std::string> states = states_of(*store, tournaments);
    if (options.json) {
        Json list = Json::array();
        for (std::size_t i = 0; i < tournaments.size(); ++i)
            list.push(server::tournament_row_json(tournaments[i]).set("state", states[i]));
        Json written_by = Json::array();
        for (const std::string& version : versions) written_by.push(version);
        return print_json(Json()
                              .set("home", totals.home)
                              .set("version", totals.version)
                              .set("bytes", totals.bytes)
                              .set("written_by", std::move(written_by))
                              .set("rows", rows_json(totals))
                              .set("tournaments", std::move(list)));
    }
    fmt::print("{}, version {} of the store, {} bytes\n", totals.home, totals.version,
               grouped(static_cast<std::uint64_t>(totals.bytes)));
    for (const std::string& version : versions) fmt::print("written by kalah {}\n", version);
    for (const auto& [table, count] : totals.rows)
        fmt::print("{:>12}  {}\n", grouped(static_cast<std::uint64_t>(count)), table);
    print_tournaments(tournaments, states, all);
}

void check_store(const StoreOptions& options) {
    stop_on_signals();
    const auto store = or_failure(chosen_store(options.file, store::Access::read));
    std::vector<std::string> problems = or_failure(store->damage());
    const auto numbers = or_failure(store->numbers());
    Progress progress("games", numbers.size());
    const ProgressCallback go_on = progress.watch();
    std::size_t checked = 0;
    for (const store::StoredGameId number : numbers) {
        if (!go_on(checked)) break;
        if (const auto game = store->load(number); !game) problems.push_back(game.error().message);
        ++checked;
    }
    progress.finish();
    if (options.json) {
        Json lines = Json::array();
        for (const std::string& problem : problems) lines.push(problem);
        print_json(Json().set("games", checked).set("problems", std::move(lines)));
    } else {
        for (const std::string& problem : problems) fmt::print("{}\n", problem);
        fmt::print("{} replayed, {} found\n", report::counted(checked, "game"),
                   report::counted(problems.size(), "problem"));
    }
    if (!problems.empty()) throw failure("the store is damaged");
}

struct CopyOptions {
    std::optional<std::string> from, to;
    bool json = false;
};

void copy_store(const CopyOptions& options) {
    const auto copied =
        or_failure(store::copy_store(*options.from, *options.to, now_milliseconds()));
    if (options.json)
        return print_json(Json().set("home", copied.home).set("rows", rows_json(copied)));
    fmt::print("{} copied, with {} of tournaments\n",
               report::counted(static_cast<std::size_t>(rows_of(copied, "games")), "game"),
               report::counted(static_cast<std::size_t>(rows_of(copied, "tournaments")), "plan"));
}

void declare_copy(Arguments& arguments, CopyOptions& options) {
    arguments.positional("from", options.from, "the store to be copied: a file or an address",
                         Arguments::Need::required);
    arguments.positional("to", options.to, "a new or empty store", Arguments::Need::required);
    declare_json(arguments, options.json);
}

struct BackupOptions {
    StoreOptions store;
    std::optional<std::string> file;
};

void declare_backup(Arguments& arguments, BackupOptions& options) {
    arguments.positional("file", options.file, "the new file", Arguments::Need::required);
    declare_store(arguments, options.store);
}

void back_up_store(const BackupOptions& options) {
    stop_on_signals();
    const std::string path = options.store.file.value_or(store::default_store_path());
    Progress progress("pages");
    or_failure(store::back_up(path, *options.file, progress.watch()));
    progress.finish();
    const auto copy = or_failure(chosen_store(options.file, store::Access::read));
    const store::StoreTotals totals = or_failure(copy->totals());
    if (options.store.json)
        return print_json(Json()
                              .set("file", *options.file)
                              .set("bytes", totals.bytes)
                              .set("rows", rows_json(totals)));
    fmt::print("{} in {}, {} bytes\n",
               report::counted(static_cast<std::size_t>(rows_of(totals, "games")), "game"),
               *options.file, grouped(static_cast<std::uint64_t>(totals.bytes)));
}

void vacuum_store(const StoreOptions& options) {
    const auto store = or_failure(chosen_store(options.file, store::Access::read));
    const std::int64_t before = or_failure(store->totals()).bytes;
    const auto writable = or_failure(chosen_store(options.file, store::Access::write));
    or_failure(writable->vacuum());
    const std::int64_t after = or_failure(writable->totals()).bytes;
    if (options.json) return print_json(Json().set("before", before).set("after", after));
    fmt::print("{} bytes before, {} after\n", grouped(static_cast<std::uint64_t>(before)),
               grouped(static_cast<std::uint64_t>(after)));
}

struct ForgetOptions {
    StoreOptions store;
    std::optional<std::string> name;
};

void declare_forget(Arguments& arguments, ForgetOptions& options) {
    arguments.positional("name", options.name, "whom to forget, upper and lower case alike",
                         Arguments::Need::required);
    declare_store(arguments, options.store);
}

/// A level or an engine is no person, and its games would lose their meaning.
void forget_name(const ForgetOptions& options) {
    const std::string& name = *options.name;
    if (trimmed(name).empty()) throw usage_error("the name is empty");
    if (players::parse_player(lower_case(name)))
        throw usage_error(in_quotes(name) + " is a player of the program, not a person");
    (void)or_failure(chosen_store(options.store.file, store::Access::read));  // makes no new store
    const auto store = or_failure(chosen_store(options.store.file, store::Access::write));
    const store::ForgottenRows rows = or_failure(store->forget_name(name));
    if (options.store.json)
        return print_json(Json()
                              .set("identities", rows.identities)
                              .set("games", rows.games)
                              .set("saved_games", rows.saved_games)
                              .set("evals", rows.evals));
    fmt::print(
        "deleted: {} identities; without the name now: {} sides of games, {} saved games, "
        "{} values of positions\n",
        rows.identities, rows.games, rows.saved_games, rows.evals);
}

}  // namespace

void add_store_homes(Program& program) {
    program.add<StoreOptions>(
        {"store info", "show what is in a store",
         "Example:\n"
         "  kalah store info --store games.sqlite\n"
         "Where it is, the version of its tables, its size, the versions of kalah that have\n"
         "written to it, how many rows each table has, and its tournaments: 'unfinished' if the\n"
         "program that played one has ended or still plays it, 'queued' if workers play it\n"
         "(docs/store.md)."},
        declare_store, tell_store);
    program.add<StoreOptions>(
        {"store check", "replay every game of a store",
         "Example:\n"
         "  kalah store check --store games.sqlite\n"
         "Prints a line for each game whose moves and result do not fit its rules, and for what\n"
         "SQLite finds damaged. The exit code is 1 if there is any."},
        declare_store, check_store);
    program.add<CopyOptions>(
        {"store copy", "copy a store into another home, without loss",
         "Examples:\n"
         "  kalah store copy games.sqlite postgresql://kalah@db.example/kalah\n"
         "  kalah store copy postgresql://kalah@db.example/kalah games.sqlite\n"
         "Copies everything, with its numbers, in one transaction. Nobody may be playing in the\n"
         "first store, and the second must be new or empty."},
        declare_copy, copy_store);
    program.add<BackupOptions>(
        {"store backup", "copy a file of games while programs write to it",
         "Example:\n"
         "  kalah store backup /var/backups/games.sqlite --store games.sqlite\n"
         "The new file is a store with all games that were announced when the backup began. It\n"
         "gets its name when it is whole and on disk; a file that is there stays as it is. For\n"
         "PostgreSQL, use pg_dump."},
        declare_backup, back_up_store);
    program.add<ForgetOptions>(
        {"store forget", "delete a person from a store",
         "Example:\n"
         "  kalah store forget Ada --store games.sqlite\n"
         "Deletes the reserved name and the tokens of everybody called NAME, and takes the name\n"
         "out of their games at the server, which stay as games of \"(forgotten)\". A server may\n"
         "run meanwhile; a guest's game that is in progress there needs the command again when it\n"
         "is over (docs/privacy.md)."},
        declare_forget, forget_name);
    program.add<StoreOptions>(
        {"store vacuum", "give the space of deleted rows back",
         "Example:\n"
         "  kalah store vacuum --store games.sqlite\n"
         "A file needs as much space again while this runs, and no other program may use it."},
        declare_store, vacuum_store);
}

}  // namespace kalah::app
