#include "store/tournaments.hpp"

#include <cassert>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "store/game_rows.hpp"
#include "store/impl.hpp"

namespace kalah::store {
namespace {

using Behaviour = SQLite::TransactionBehavior;

void insert_schedule(SQLite::Database& database, TournamentId id,
                     std::span<const ScheduledGame> games) {
    StoredGameId next = reserve_games(database, games.size());
    SQLite::Statement insert(database,
                             "INSERT INTO schedule VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)");
    for (const ScheduledGame& game : games) {
        insert.bind(1, id);
        insert.bind(2, static_cast<std::int64_t>(game.number));
        insert.bind(3, game.round);
        insert.bind(4, game.board);
        insert.bind(5, game.south);
        insert.bind(6, game.north);
        insert.bind(7, game.start);
        insert.bind(8, game.opening);
        insert.bind(9, next++);
        insert.exec();
        insert.reset();
    }
}

/// In the order of ScheduledGame.
constexpr const char* kPlannedColumns = "number, round, board, south, north, start, opening, game";

ScheduledGame read_scheduled(SQLite::Statement& row) {
    ScheduledGame game;
    game.number = static_cast<std::size_t>(row.getColumn(0).getInt64());
    game.round = row.getColumn(1).getInt();
    game.board = row.getColumn(2).getInt();
    game.south = row.getColumn(3).getInt();
    game.north = row.getColumn(4).getInt();
    game.start = row.getColumn(5).getString();
    game.opening = row.getColumn(6).getString();
    game.game = row.getColumn(7).getInt64();
    return game;
}

Error no_such(const std::string& path, std::optional<TournamentId> id) {
    if (id) return Error{path + ": there is no tournament " + std::to_string(*id)};
    return Error{path + ": there is no tournament in it ('kalah tournament --store' makes one)"};
}

}  // namespace

Tournaments::Tournaments(std::shared_ptr<Store> store) : store_(std::move(store)) {
    // A game that was reported must not be played again after a power cut: each waits for the disk.
    // If SQLite refuses, the next write says why.
    static_cast<void>(store_->impl_->guarded([&]() -> std::optional<WriteError> {
        store_->impl_->database.exec("PRAGMA synchronous = FULL");
        return std::nullopt;
    }));
}

Result<TournamentId> Tournaments::add(const std::string& plan, std::span<const ScheduledGame> games,
                                      Milliseconds now) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<TournamentId> {
        SQLite::Transaction transaction(impl.database, Behaviour::IMMEDIATE);
        SQLite::Statement insert(
            impl.database, "INSERT INTO tournaments (plan, referee, created) VALUES (?, ?, ?)");
        insert.bind(1, plan);
        insert.bind(2, impl.referee());
        insert.bind(3, now);
        insert.exec();
        const TournamentId id = impl.database.getLastInsertRowid();
        insert_schedule(impl.database, id, games);
        transaction.commit();
        return id;
    });
}

Result<StoredTournament> Tournaments::find(std::optional<TournamentId> id) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<StoredTournament> {
        // Read-only, a store of an older version is left as it is.
        if (!impl.database.tableExists("tournaments")) return no_such(impl.path, id);
        SQLite::Statement query(impl.database,
                                "SELECT id, plan, created, finished FROM tournaments "
                                "WHERE ?1 IS NULL OR id = ?1 ORDER BY finished = 0 DESC, id DESC");
        if (id) query.bind(1, *id);
        if (!query.executeStep()) return no_such(impl.path, id);
        return StoredTournament{query.getColumn(0).getInt64(), query.getColumn(1).getString(),
                                query.getColumn(2).getInt64(), query.getColumn(3).getInt64()};
    });
}

std::optional<Error> Tournaments::take(TournamentId id) {
    Store::Impl& impl = *store_->impl_;
    assert(impl.lock);
    return impl.guarded([&]() -> std::optional<Error> {
        SQLite::Transaction transaction(impl.database, Behaviour::IMMEDIATE);
        SQLite::Statement query(impl.database, "SELECT referee FROM tournaments WHERE id = ?");
        query.bind(1, id);
        if (!query.executeStep()) return no_such(impl.path, id);
        const auto referee = query.getColumn(0);
        if (!referee.isNull() && impl.lock->is_alive(referee.getInt()))
            return Error{impl.path + ": another program is playing tournament " +
                         std::to_string(id)};
        SQLite::Statement update(impl.database, "UPDATE tournaments SET referee = ? WHERE id = ?");
        update.bind(1, impl.referee());
        update.bind(2, id);
        update.exec();
        transaction.commit();
        return std::nullopt;
    });
}

std::optional<WriteError> Tournaments::let_go(TournamentId id) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> std::optional<WriteError> {
        SQLite::Statement update(impl.database,
                                 "UPDATE tournaments SET referee = NULL WHERE id = ?");
        update.bind(1, id);
        update.exec();
        return std::nullopt;
    });
}

std::optional<WriteError> Tournaments::add_round(TournamentId id,
                                                 std::span<const ScheduledGame> games) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> std::optional<WriteError> {
        SQLite::Transaction transaction(impl.database, Behaviour::IMMEDIATE);
        insert_schedule(impl.database, id, games);
        transaction.commit();
        return std::nullopt;
    });
}

Result<std::vector<ScheduledGame>> Tournaments::schedule(TournamentId id) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<std::vector<ScheduledGame>> {
        SQLite::Statement query(impl.database,
                                std::string("SELECT ") + kPlannedColumns +
                                    " FROM schedule WHERE tournament = ? ORDER BY number");
        query.bind(1, id);
        std::vector<ScheduledGame> games;
        while (query.executeStep()) games.push_back(read_scheduled(query));
        return games;
    });
}

std::optional<WriteError> Tournaments::add_game(const ScheduledGame& game, const GameRecord& record,
                                                const std::string& origin, double overhead) {
    assert(record.decided());
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> std::optional<WriteError> {
        SQLite::Transaction transaction(impl.database, Behaviour::IMMEDIATE);
        insert_finished(impl.database, game.game, origin, record);
        SQLite::Statement update(impl.database, "UPDATE schedule SET overhead = ? WHERE game = ?");
        update.bind(1, static_cast<std::int64_t>(overhead * 1e6));
        update.bind(2, game.game);
        update.exec();
        transaction.commit();
        return std::nullopt;
    });
}

std::optional<Error> Tournaments::for_each_game(TournamentId id,
                                                const std::function<bool(PlayedGame)>& callback) {
    Store::Impl& impl = *store_->impl_;
    struct Row {
        ScheduledGame game;
        double overhead;
    };
    const auto rows = impl.guarded([&]() -> Result<std::vector<Row>> {
        SQLite::Statement query(impl.database,
                                std::string("SELECT ") + kPlannedColumns +
                                    ", overhead FROM schedule WHERE tournament = ? AND "
                                    "EXISTS (SELECT 1 FROM games WHERE id = game) ORDER BY number");
        query.bind(1, id);
        std::vector<Row> found;
        while (query.executeStep())
            found.push_back({read_scheduled(query), query.getColumn(8).getDouble() / 1e6});
        return found;
    });
    if (!rows) return rows.error();
    for (const Row& row : *rows) {
        const auto game = store_->load(row.game.game);
        if (!game) return game.error();
        if (!callback({row.game, game->record, row.overhead})) break;
    }
    return std::nullopt;
}

std::optional<WriteError> Tournaments::finish(TournamentId id, std::size_t first_uncounted,
                                              Milliseconds now) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> std::optional<WriteError> {
        SQLite::Transaction transaction(impl.database, Behaviour::IMMEDIATE);
        SQLite::Statement remove(impl.database,
                                 "DELETE FROM games WHERE id IN (SELECT game FROM schedule "
                                 "WHERE tournament = ? AND number >= ?)");
        remove.bind(1, id);
        remove.bind(2, static_cast<std::int64_t>(first_uncounted));
        remove.exec();
        SQLite::Statement update(
            impl.database, "UPDATE tournaments SET referee = NULL, finished = ? WHERE id = ?");
        update.bind(1, now);
        update.bind(2, id);
        update.exec();
        transaction.commit();
        return std::nullopt;
    });
}

}  // namespace kalah::store
