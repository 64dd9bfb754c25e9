#include "store/journal.hpp"

#include <cassert>

#include "store/game_rows.hpp"
#include "store/sqlite_store.hpp"
#include "system/json.hpp"

namespace kalah::store {
namespace {

/// Writes entries of the journal; its statements are prepared once.
class EntryWriter {
  public:
    EntryWriter(SQLite::Database& database, std::vector<StoredGameId>& numbers)
        : database_(database), numbers_(numbers) {}

    void operator()(const JournalMove& move) {
        run(move_, move.game.text, move.ply, move.pit, microseconds(move.note.seconds),
            move.note.source, move.note.comment);
    }
    void operator()(const JournalTakeBack& take_back) {
        run(database_, "DELETE FROM journal WHERE game = ? AND ply >= ?", take_back.game.text,
            take_back.keep);
    }
    void operator()(const EndedGame& ended) {
        assert(ended.record.ending != Ending::running);
        if (!complete_game(database_, ended.number, ended.record)) not_running = ended.number;
    }
    void operator()(const SavedGame& game) { save(game, game.number); }
    void operator()(const FinishedGame& finished) {
        numbers_.push_back(reserve_games(database_, 1));
        insert_finished(database_, numbers_.back(), "browser", finished.record);
        save(finished.state, numbers_.back());
    }

    std::optional<StoredGameId> not_running = {};  // a game that ended before

  private:
    void save(const SavedGame& game, std::optional<StoredGameId> number) {
        run(save_, game.name, game.state, game.changed, game.retention, number);
    }
    SQLite::Database& database_;
    std::vector<StoredGameId>& numbers_;
    SQLite::Statement move_{database_, "INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?, ?, ?)"};
    SQLite::Statement save_{database_, "INSERT OR REPLACE INTO saved_games VALUES (?, ?, ?, ?, ?)"};
};

/// Games that a query names, with their moves. Inside a transaction.
template <class... Values>
void erase(SQLite::Database& database, const std::string& names, const Values&... values) {
    run(database, "DELETE FROM journal WHERE game IN " + names, values...);
    run(database, "DELETE FROM saved_games WHERE name IN " + names, values...);
}

}  // namespace

std::optional<WriteError> SqliteStore::write_journal(std::span<const JournalEntry> entries,
                                                     std::vector<StoredGameId>& numbers) {
    numbers.clear();
    return write([&]() -> std::optional<WriteError> {
        EntryWriter writer(database_, numbers);
        for (const JournalEntry& entry : entries) std::visit(writer, entry);
        if (!writer.not_running) return std::nullopt;
        return WriteError{
            {path_ + ": game " + std::to_string(*writer.not_running) + " is not running"}};
    });
}

Result<std::optional<SavedGame>> SqliteStore::saved_game(const std::string& name) {
    using Found = std::optional<SavedGame>;
    return read<Found>([&] {
        auto row =
            query(database_,
                  "SELECT state, changed, retention, number FROM saved_games WHERE name = ?", name);
        if (!row.executeStep()) return Found();
        SavedGame game{name};
        fetch(row, game.state, game.changed, game.retention, game.number);
        return Found(std::move(game));
    });
}

Result<std::vector<SavedMove>> SqliteStore::saved_moves(const std::string& name) {
    return read<std::vector<SavedMove>>([&] { return journal_of(database_, name); });
}

std::optional<WriteError> SqliteStore::erase_saved(Milliseconds before) {
    return write(
        [&] { erase(database_, "(SELECT name FROM saved_games WHERE changed < ?)", before); });
}

Result<std::vector<std::string>> SqliteStore::keep_best_saved(const std::vector<std::string>& names,
                                                              std::size_t most) {
    Json list = Json::array();
    for (const std::string& name : names) list.push(name);
    return read<std::vector<std::string>>([&] {
        Transaction transaction(database_, kToWrite);
        erase(database_,
              "(SELECT name FROM saved_games WHERE name IN (SELECT value FROM json_each(?1)) "
              "ORDER BY retention DESC, changed DESC LIMIT -1 OFFSET ?2)",
              list.line(), most);
        auto left = column<std::string>(query(database_,
                                              "SELECT value FROM json_each(?) WHERE value IN "
                                              "(SELECT name FROM saved_games)",
                                              list.line()));
        transaction.commit();
        return left;
    });
}

}  // namespace kalah::store
