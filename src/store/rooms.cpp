#include "store/rooms.hpp"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "store/game_rows.hpp"
#include "store/inside.hpp"

namespace kalah::store {
namespace {

void write(SQLite::Database& database, const StoredRoom& room) {
    SQLite::Statement insert(database, "INSERT OR REPLACE INTO rooms VALUES (?, ?, ?, ?)");
    insert.bind(1, room.name);
    insert.bind(2, room.state);
    insert.bind(3, room.changed);
    insert.bind(4, static_cast<int>(room.worth));
    insert.exec();
}

std::size_t number_of_rooms(SQLite::Database& database) {
    return static_cast<std::size_t>(database.execAndGet("SELECT count(*) FROM rooms").getInt64());
}

}  // namespace

std::optional<WriteError> Rooms::save(const StoredRoom& room) {
    Store::Inside& inside = *store_->inside_;
    return inside.guarded([&]() -> std::optional<WriteError> {
        write(inside.database, room);
        return std::nullopt;
    });
}

Result<GameId> Rooms::finish(const GameRecord& record, const std::string& origin,
                             const std::function<StoredRoom(GameId)>& room) {
    Store::Inside& inside = *store_->inside_;
    return inside.guarded([&]() -> Result<GameId> {
        SQLite::Transaction transaction(inside.database, SQLite::TransactionBehavior::IMMEDIATE);
        const GameId id = reserve_games(inside.database, 1);
        insert_finished(inside.database, id, origin, record);
        write(inside.database, room(id));
        transaction.commit();
        return id;
    });
}

Result<std::optional<StoredRoom>> Rooms::load(const std::string& name) {
    using Found = std::optional<StoredRoom>;
    Store::Inside& inside = *store_->inside_;
    return inside.guarded([&]() -> Result<Found> {
        SQLite::Statement query(inside.database,
                                "SELECT state, changed, worth FROM rooms WHERE name = ?");
        query.bind(1, name);
        if (!query.executeStep()) return Found();
        return Found({name, query.getColumn(0).getString(), query.getColumn(1).getInt64(),
                      static_cast<Worth>(query.getColumn(2).getInt())});
    });
}

Result<std::size_t> Rooms::count() {
    Store::Inside& inside = *store_->inside_;
    return inside.guarded(
        [&]() -> Result<std::size_t> { return number_of_rooms(inside.database); });
}

Result<std::size_t> Rooms::erase_old(Milliseconds before, std::size_t most, Milliseconds spared) {
    Store::Inside& inside = *store_->inside_;
    return inside.guarded([&]() -> Result<std::size_t> {
        SQLite::Transaction transaction(inside.database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement old(inside.database, "DELETE FROM rooms WHERE changed < ?");
        old.bind(1, before);
        old.exec();
        std::size_t count = number_of_rooms(inside.database);
        if (count > most) {
            SQLite::Statement rest(
                inside.database,
                "DELETE FROM rooms WHERE name IN (SELECT name FROM rooms "
                "WHERE worth < ? OR changed < ? ORDER BY worth, changed LIMIT ?)");
            rest.bind(1, static_cast<int>(Worth::a_game));
            rest.bind(2, spared);
            rest.bind(3, static_cast<std::int64_t>(count - most));
            count -= static_cast<std::size_t>(rest.exec());
        }
        transaction.commit();
        return count;
    });
}

}  // namespace kalah::store
