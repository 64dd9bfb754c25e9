#include "store/tournaments.hpp"

#include <cassert>

#include "store/game_rows.hpp"
#include "store/sqlite_store.hpp"

namespace kalah::store {
namespace {

constexpr double kOverheadUnit = 1e6;

void insert_schedule(SQLite::Database& database, TournamentId id,
                     std::span<const ScheduledGame> games) {
    StoredGameId next = reserve_games(database, games.size());
    SQLite::Statement insert(database,
                             "INSERT INTO schedule VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)");
    for (const ScheduledGame& game : games)
        run(insert, id, game.number, game.round, game.board, game.south, game.north, game.start,
            game.opening, next++);
}

/// In the order of read_scheduled.
constexpr const char* kScheduled =
    "number, round, board, schedule.south, schedule.north, schedule.start, opening, game";

ScheduledGame read_scheduled(SQLite::Statement& row, int first = 0) {
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
    (SELECT count(*) FROM schedule WHERE tournament = tournaments.id)
FROM tournaments)sql";

StoredTournament read_tournament(SQLite::Statement& row) {
    StoredTournament found;
    fetch(row, found.id, found.plan, found.created, found.finished, found.played, found.scheduled);
    return found;
}

Error no_such(const std::string& path, std::optional<TournamentId> id) {
    if (id) return Error{path + ": there is no tournament " + std::to_string(*id)};
    return Error{path + ": there is no tournament in it ('kalah tournament --store' makes one)"};
}

/// A game that was reported must not be played again after a power cut: each write waits for the
/// disk.
void wait_for_disk(SQLite::Database& database) {
    database.exec("PRAGMA synchronous = FULL");
}

}  // namespace

Result<TournamentId> SqliteStore::add_tournament(const std::string& plan,
                                                 std::span<const ScheduledGame> games,
                                                 Milliseconds now) {
    return read<TournamentId>([&] {
        wait_for_disk(database_);
        Transaction transaction(database_, kToWrite);
        run(database_, "INSERT INTO tournaments (plan, referee, created) VALUES (?, ?, ?)", plan,
            referee(), now);
        const TournamentId id = database_.getLastInsertRowid();
        insert_schedule(database_, id, games);
        transaction.commit();
        return id;
    });
}

Result<StoredTournament> SqliteStore::tournament(std::optional<TournamentId> id) {
    return read<StoredTournament>([&]() -> Result<StoredTournament> {
        if (lacks("tournaments")) return no_such(path_, id);
        auto row = query(database_,
                         std::string(kTournaments) +
                             " WHERE ?1 IS NULL OR id = ?1 ORDER BY finished = 0 DESC, id DESC",
                         id);
        if (!row.executeStep()) return no_such(path_, id);
        return read_tournament(row);
    });
}

Result<std::vector<StoredTournament>> SqliteStore::tournaments(std::size_t limit) {
    return read<std::vector<StoredTournament>>([&] {
        std::vector<StoredTournament> found;
        if (lacks("tournaments")) return found;
        auto rows =
            query(database_, std::string(kTournaments) + " ORDER BY id DESC LIMIT ?", limit);
        while (rows.executeStep()) found.push_back(read_tournament(rows));
        return found;
    });
}

std::optional<Error> SqliteStore::take_tournament(TournamentId id) {
    return guarded<std::optional<Error>>([&]() -> std::optional<Error> {
        wait_for_disk(database_);
        Transaction transaction(database_, kToWrite);
        auto row = query(database_, "SELECT referee FROM tournaments WHERE id = ?", id);
        if (!row.executeStep()) return no_such(path_, id);
        const auto holder = row.getColumn(0);
        if (lock_ && !holder.isNull() && lock_->is_alive(holder.getInt()))
            return Error{path_ + ": another program is playing tournament " + std::to_string(id)};
        run(database_, "UPDATE tournaments SET referee = ? WHERE id = ?", referee(), id);
        transaction.commit();
        return std::nullopt;
    });
}

std::optional<WriteError> SqliteStore::release_tournament(TournamentId id) {
    return write([&] { run(database_, "UPDATE tournaments SET referee = NULL WHERE id = ?", id); });
}

std::optional<WriteError> SqliteStore::add_round(TournamentId id,
                                                 std::span<const ScheduledGame> games) {
    return write([&] { insert_schedule(database_, id, games); });
}

Result<std::vector<ScheduledGame>> SqliteStore::schedule(TournamentId id) {
    return read<std::vector<ScheduledGame>>([&] {
        auto rows = query(database_,
                          std::string("SELECT ") + kScheduled +
                              " FROM schedule WHERE tournament = ? ORDER BY number",
                          id);
        std::vector<ScheduledGame> games;
        while (rows.executeStep()) games.push_back(read_scheduled(rows));
        return games;
    });
}

std::optional<WriteError> SqliteStore::add_game(const PlayedGame& game, const std::string& origin) {
    assert(game.record.decided());
    return write([&] {
        insert_finished(database_, game.schedule.game, origin, game.record);
        run(database_, "UPDATE schedule SET overhead = ? WHERE game = ?",
            static_cast<std::int64_t>(game.overhead * kOverheadUnit), game.schedule.game);
    });
}

Result<std::vector<TournamentResult>> SqliteStore::results(TournamentId id) {
    return read<std::vector<TournamentResult>>([&]() -> Result<std::vector<TournamentResult>> {
        auto rows =
            query(database_,
                  std::string("SELECT ") + kSummary + ", " + kScheduled +
                      ", moves, overhead FROM schedule JOIN games ON games.id = schedule.game "
                      "WHERE tournament = ? ORDER BY number",
                  id);
        std::vector<TournamentResult> results;
        while (rows.executeStep()) {
            const auto game = read_summary(rows);
            if (!game) return in_game(path_, rows.getColumn(0).getInt64(), game.error());
            TournamentResult& result = results.emplace_back();
            result = {read_scheduled(rows, kSummaryColumns), *game};
            fetch_from(rows.getColumnCount() - 2, rows, result.moves, result.overhead);
            result.overhead /= kOverheadUnit;
        }
        return results;
    });
}

std::optional<Error> SqliteStore::for_each_game(TournamentId id,
                                                const std::function<bool(PlayedGame)>& callback) {
    const auto played = results(id);
    if (!played) return played.error();
    for (const TournamentResult& result : *played) {
        const auto game = load(result.schedule.game);
        if (!game) return game.error();
        if (!callback({result.schedule, game->record, result.overhead})) break;
    }
    return std::nullopt;
}

std::optional<WriteError> SqliteStore::finish_tournament(TournamentId id,
                                                         std::size_t first_uncounted,
                                                         Milliseconds now) {
    return write([&] {
        uncount_games(database_, id, first_uncounted);
        run(database_,
            "DELETE FROM games WHERE id IN (SELECT game FROM schedule WHERE tournament = ? AND "
            "number >= ?)",
            id, first_uncounted);
        run(database_, "UPDATE tournaments SET referee = NULL, finished = ? WHERE id = ?", now, id);
    });
}

}  // namespace kalah::store
