#include "store/tournaments.hpp"

#include <cassert>

#include "store/game_rows.hpp"
#include "store/sql_store.hpp"

namespace kalah::store {
namespace {

constexpr double kOverheadUnit = 1e6;

void insert_schedule(Connection& database, TournamentId id, std::span<const ScheduledGame> games) {
    StoredGameId next = next_number(database, "games", games.size());
    const Rows insert =
        database.prepare("INSERT INTO schedule VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)");
    for (const ScheduledGame& game : games)
        run(*insert, id, game.number, game.round, game.board, game.south, game.north, game.start,
            game.opening, next++);
}

/// In the order of read_scheduled.
constexpr const char* kScheduled =
    "number, round, board, schedule.south, schedule.north, schedule.start, opening, game";

ScheduledGame read_scheduled(const Statement& row, int first = 0) {
    ScheduledGame game;
    fetch_from(first, row, game.number, game.round, game.board, game.south, game.north, game.start,
               game.opening, game.game);
    return game;
}

/// In the order of read_tournament.
constexpr const char* kTournaments = R"sql(
SELECT id, plan, created, finished,
    (SELECT count(*) FROM schedule JOIN games ON games.id = schedule.game
     WHERE tournament = tournaments.id),
    (SELECT count(*) FROM schedule WHERE tournament = tournaments.id), referee
FROM tournaments)sql";

StoredTournament read_tournament(Connection& database, const Statement& row) {
    StoredTournament found;
    std::optional<int> referee;
    fetch(row, found.id, found.plan, found.created, found.finished, found.played, found.scheduled,
          referee);
    found.elsewhere = referee && database.referee() != 0 && database.is_alive(*referee);
    return found;
}

Error no_such(const std::string& path, std::optional<TournamentId> id) {
    if (id) return Error{path + ": there is no tournament " + std::to_string(*id)};
    return Error{path + ": there is no tournament in it ('kalah tournament --store' makes one)"};
}

}  // namespace

std::string time_factor_key(StoredGameId game) {
    return "arena-time-factor/" + std::to_string(game);
}

void insert_played(Connection& database, const PlayedGame& game, const std::string& origin) {
    assert(game.record.decided());
    insert_finished(database, game.schedule.game, origin, game.record);
    run(database, "UPDATE schedule SET overhead = ? WHERE game = ?",
        static_cast<std::int64_t>(game.overhead * kOverheadUnit), game.schedule.game);
    if (game.time_factor != 1)
        run(database, "INSERT INTO notes VALUES (?, ?) ON CONFLICT DO NOTHING",
            time_factor_key(game.schedule.game), std::to_string(game.time_factor));
}

Result<TournamentId> SqlStore::add_tournament(const std::string& plan,
                                              std::span<const ScheduledGame> games,
                                              Milliseconds now) {
    return read<TournamentId>([&] {
        // A game that was reported must not be played again after a power cut.
        database_.wait_for_disk();
        Transaction transaction(database_);
        const TournamentId id = next_number(database_, "tournaments");
        run(database_, "INSERT INTO tournaments (id, plan, referee, created) VALUES (?, ?, ?, ?)",
            id, plan, database_.referee(), now);
        insert_schedule(database_, id, games);
        transaction.commit();
        return id;
    });
}

Result<StoredTournament> SqlStore::tournament(std::optional<TournamentId> id) {
    return read<StoredTournament>([&]() -> Result<StoredTournament> {
        if (lacks("tournaments")) return no_such(path_, id);
        auto row = query(database_,
                         std::string(kTournaments) +
                             " WHERE ?1 IS NULL OR id = ?1 ORDER BY finished = 0 DESC, id DESC",
                         id);
        if (!row->step()) return no_such(path_, id);
        return read_tournament(database_, *row);
    });
}

Result<std::vector<StoredTournament>> SqlStore::tournaments(std::size_t limit) {
    return read<std::vector<StoredTournament>>([&] {
        std::vector<StoredTournament> found;
        if (lacks("tournaments")) return found;
        auto rows =
            query(database_, std::string(kTournaments) + " ORDER BY id DESC LIMIT ?", limit);
        while (rows->step()) found.push_back(read_tournament(database_, *rows));
        return found;
    });
}

std::optional<Error> SqlStore::take_tournament(TournamentId id) {
    return guarded<std::optional<Error>>([&]() -> std::optional<Error> {
        database_.wait_for_disk();  // as above
        Transaction transaction(database_, Others::wait);
        const auto row = query(database_, "SELECT referee FROM tournaments WHERE id = ?", id);
        if (!row->step()) return no_such(path_, id);
        std::optional<int> holder;
        fetch(*row, holder);
        if (holder && database_.is_alive(*holder))
            return Error{path_ + ": another program is playing tournament " + std::to_string(id)};
        const auto queue = column<QueueId>(query(
            database_, "SELECT id FROM queues WHERE tournament = ? AND state IN ('open', 'paused')",
            id));
        if (!queue.empty())
            return Error{path_ + ": workers play tournament " + std::to_string(id) +
                         ": follow it with 'kalah resume --queue', or stop them with 'kalah jobs "
                         "stop " +
                         std::to_string(queue.front()) + "'"};
        run(database_, "UPDATE tournaments SET referee = ? WHERE id = ?", database_.referee(), id);
        transaction.commit();
        return std::nullopt;
    });
}

std::optional<WriteError> SqlStore::release_tournament(TournamentId id) {
    return write([&] { run(database_, "UPDATE tournaments SET referee = NULL WHERE id = ?", id); });
}

std::optional<WriteError> SqlStore::add_round(TournamentId id, std::span<const ScheduledGame> games,
                                              std::span<const std::string> needs) {
    return write([&] {
        const auto finished = column<Milliseconds>(query(
            database_,
            std::string("SELECT finished FROM tournaments WHERE id = ?") + database_.lock_rows(),
            id));
        const auto known =
            value<std::size_t>(database_, "SELECT count(*) FROM schedule WHERE tournament = ?", id);
        if (finished != std::vector<Milliseconds>{0} || games.empty() ||
            games.front().number != known)
            return;
        insert_schedule(database_, id, games);
        const Rows insert = database_.prepare(
            "INSERT INTO jobs (queue, number, text, needs) SELECT id, ?, '', ? FROM queues "
            "WHERE tournament = ? AND state <> 'stopped'");
        for (std::size_t i = 0; i < needs.size(); ++i) run(*insert, games[i].number, needs[i], id);
        if (!needs.empty()) database_.notify();
    });
}

Result<std::vector<ScheduledGame>> SqlStore::schedule(TournamentId id) {
    return read<std::vector<ScheduledGame>>([&] {
        auto rows = query(database_,
                          std::string("SELECT ") + kScheduled +
                              " FROM schedule WHERE tournament = ? ORDER BY number",
                          id);
        std::vector<ScheduledGame> games;
        while (rows->step()) games.push_back(read_scheduled(*rows));
        return games;
    });
}

std::optional<WriteError> SqlStore::add_game(const PlayedGame& game, const std::string& origin) {
    return write([&] { insert_played(database_, game, origin); });
}

std::optional<WriteError> SqlStore::settle_game(const PlayedGame& game, const std::string& origin) {
    return write([&] {
        const auto finished = column<Milliseconds>(
            query(database_,
                  std::string("SELECT finished FROM tournaments WHERE id = (SELECT tournament FROM "
                              "schedule WHERE game = ?)") +
                      database_.lock_rows(),
                  game.schedule.game));
        if (finished != std::vector<Milliseconds>{0}) return;
        if (query(database_, "SELECT 1 FROM games WHERE id = ?", game.schedule.game)->step())
            return;
        insert_played(database_, game, origin);
    });
}

Result<std::vector<TournamentResult>> SqlStore::results(TournamentId id, std::size_t from) {
    return read<std::vector<TournamentResult>>([&]() -> Result<std::vector<TournamentResult>> {
        auto rows =
            query(database_,
                  std::string("SELECT ") + kSummary + ", " + kScheduled +
                      ", moves, overhead FROM schedule JOIN games ON games.id = schedule.game "
                      "WHERE tournament = ? AND number >= ? ORDER BY number",
                  id, from);
        std::vector<TournamentResult> results;
        while (rows->step()) {
            const auto game = read_summary(*rows);
            if (!game) return in_game(path_, rows->integer(0), game.error());
            TournamentResult& result = results.emplace_back();
            result = {read_scheduled(*rows, kSummaryColumns), *game};
            fetch_from(rows->columns() - 2, *rows, result.moves, result.overhead);
            result.overhead /= kOverheadUnit;
        }
        return results;
    });
}

std::optional<Error> SqlStore::for_each_game(TournamentId id,
                                             const std::function<bool(PlayedGame)>& callback,
                                             std::size_t from) {
    const auto played = results(id, from);
    if (!played) return played.error();
    for (const TournamentResult& result : *played) {
        const auto game = load(result.schedule.game);
        if (!game) return game.error();
        if (!callback({result.schedule, game->record, result.overhead, game->time_factor})) break;
    }
    return std::nullopt;
}

std::optional<WriteError> SqlStore::finish_tournament(TournamentId id, std::size_t first_uncounted,
                                                      Milliseconds now) {
    return write([&] {
        const int ended =
            run(database_,
                "UPDATE tournaments SET referee = NULL, finished = ? WHERE id = ? AND finished = 0",
                now, id);
        if (ended == 0) return;
        // Before the games, so that no worker adds another.
        run(database_,
            "UPDATE jobs SET state = 'done', worker = NULL, result = '' "
            "WHERE queue IN (SELECT id FROM queues WHERE tournament = ?)",
            id);
        run(database_, "UPDATE queues SET state = 'done' WHERE tournament = ?", id);
        // Workers, who have no right to delete games, leave none that does not count.
        const auto surplus = query(database_,
                                   "SELECT 1 FROM games JOIN schedule ON schedule.game = games.id "
                                   "WHERE tournament = ? AND number >= ? LIMIT 1",
                                   id, first_uncounted);
        if (!surplus->step()) return;
        uncount_games(database_, id, first_uncounted);
        run(database_,
            "DELETE FROM games WHERE id IN (SELECT game FROM schedule WHERE tournament = ? AND "
            "number >= ?)",
            id, first_uncounted);
    });
}

}  // namespace kalah::store
