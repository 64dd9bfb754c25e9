#include "store/saved_games.hpp"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "store/game_rows.hpp"
#include "store/impl.hpp"
#include "store/journal.hpp"
#include "system/json.hpp"

namespace kalah::store {
namespace {

void write(SQLite::Database& database, const SavedGame& game) {
    SQLite::Statement insert(database, "INSERT OR REPLACE INTO saved_games VALUES (?, ?, ?, ?, ?)");
    insert.bind(1, game.name);
    insert.bind(2, game.state);
    insert.bind(3, game.changed);
    insert.bind(4, static_cast<int>(game.retention));
    if (game.number)
        insert.bind(5, *game.number);
    else
        insert.bind(5);
    insert.exec();
}

std::size_t number_of_games(SQLite::Database& database) {
    return static_cast<std::size_t>(
        database.execAndGet("SELECT count(*) FROM saved_games").getInt64());
}

/// Games that a query names, with their moves: both or neither. `bind` gives the query its values.
template <class Bind>
void erase(SQLite::Database& database, const std::string& names, Bind bind) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const char* text :
         {"DELETE FROM journal WHERE game IN ", "DELETE FROM saved_games WHERE name IN "}) {
        SQLite::Statement remove(database, text + names);
        bind(remove);
        remove.exec();
    }
    transaction.commit();
}

/// Writes entries of the journal; its statements are prepared once.
class EntryWriter {
  public:
    EntryWriter(SQLite::Database& database, std::vector<StoredGameId>& numbers)
        : database_(database), numbers_(numbers) {}

    void operator()(const JournalMove& move) {
        insert_.bind(1, move.game.text);
        insert_.bind(2, static_cast<std::int64_t>(move.ply));
        insert_.bind(3, move.pit);
        insert_.bind(4, microseconds(move.note.seconds));
        insert_.bind(5, static_cast<int>(move.note.source));
        insert_.bind(6, move.note.comment);
        insert_.exec();
        insert_.reset();
    }
    void operator()(const JournalTakeBack& take_back) {
        SQLite::Statement remove(database_, "DELETE FROM journal WHERE game = ? AND ply >= ?");
        remove.bind(1, take_back.game.text);
        remove.bind(2, static_cast<std::int64_t>(take_back.keep));
        remove.exec();
    }
    void operator()(const SavedGame& game) { write(database_, game); }
    void operator()(const FinishedGame& finished) {
        const StoredGameId id = reserve_games(database_, 1);
        insert_finished(database_, id, "browser", finished.record);
        SavedGame state = finished.state;
        state.number = id;
        write(database_, state);
        numbers_.push_back(id);
    }

  private:
    SQLite::Database& database_;
    std::vector<StoredGameId>& numbers_;
    SQLite::Statement insert_{database_,
                              "INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?, ?, ?)"};
};

}  // namespace

std::optional<WriteError> Journal::write(std::span<const JournalEntry> entries,
                                         std::vector<StoredGameId>& numbers) {
    Store::Impl& impl = *store_->impl_;
    numbers.clear();
    return impl.guarded([&]() -> std::optional<WriteError> {
        SQLite::Transaction transaction(impl.database, SQLite::TransactionBehavior::IMMEDIATE);
        EntryWriter writer(impl.database, numbers);
        for (const JournalEntry& entry : entries) std::visit(writer, entry);
        transaction.commit();
        return std::nullopt;
    });
}

std::optional<WriteError> SavedGames::save(const SavedGame& game) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> std::optional<WriteError> {
        write(impl.database, game);
        return std::nullopt;
    });
}

Result<StoredGameId> SavedGames::finish(const GameRecord& record, const std::string& origin,
                                        const std::function<SavedGame(StoredGameId)>& game) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<StoredGameId> {
        SQLite::Transaction transaction(impl.database, SQLite::TransactionBehavior::IMMEDIATE);
        const StoredGameId id = reserve_games(impl.database, 1);
        insert_finished(impl.database, id, origin, record);
        write(impl.database, game(id));
        transaction.commit();
        return id;
    });
}

Result<std::optional<SavedGame>> SavedGames::load(const std::string& name) {
    using Found = std::optional<SavedGame>;
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<Found> {
        SQLite::Statement query(impl.database,
                                "SELECT state, changed, retention, number FROM saved_games "
                                "WHERE name = ?");
        query.bind(1, name);
        if (!query.executeStep()) return Found();
        SavedGame game{name,
                       query.getColumn(0).getString(),
                       query.getColumn(1).getInt64(),
                       static_cast<RetentionClass>(query.getColumn(2).getInt()),
                       {}};
        if (!query.getColumn(3).isNull()) game.number = query.getColumn(3).getInt64();
        return Found(std::move(game));
    });
}

Result<std::vector<SavedMove>> SavedGames::moves(const std::string& name) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded(
        [&]() -> Result<std::vector<SavedMove>> { return journal_of(impl.database, name); });
}

Result<std::size_t> SavedGames::count() {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<std::size_t> { return number_of_games(impl.database); });
}

std::optional<WriteError> SavedGames::erase_old(Milliseconds before) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> std::optional<WriteError> {
        erase(impl.database, "(SELECT name FROM saved_games WHERE changed < ?)",
              [&](SQLite::Statement& old) { old.bind(1, before); });
        return std::nullopt;
    });
}

Result<std::vector<std::string>> SavedGames::keep_best(const std::vector<std::string>& names,
                                                       std::size_t most) {
    Store::Impl& impl = *store_->impl_;
    Json list = Json::array();
    for (const std::string& name : names) list.push(name);
    return impl.guarded([&]() -> Result<std::vector<std::string>> {
        erase(impl.database,
              "(SELECT name FROM saved_games WHERE name IN (SELECT value FROM json_each(?1)) "
              "ORDER BY retention DESC, changed DESC LIMIT -1 OFFSET ?2)",
              [&](SQLite::Statement& worst) {
                  worst.bind(1, list.line());
                  worst.bind(2, static_cast<std::int64_t>(most));
              });
        std::vector<std::string> left;
        SQLite::Statement query(impl.database,
                                "SELECT value FROM json_each(?) WHERE value IN "
                                "(SELECT name FROM saved_games)");
        query.bind(1, list.line());
        while (query.executeStep()) left.push_back(query.getColumn(0).getString());
        return left;
    });
}

}  // namespace kalah::store
