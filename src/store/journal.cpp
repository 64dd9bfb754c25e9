#include "store/journal.hpp"

#include <sodium.h>

#include <array>
#include <cassert>

#include "store/game_rows.hpp"
#include "store/sqlite_store.hpp"

namespace kalah::store {
namespace {

/// Tells hosts apart; readers without the salt cannot tell who they are.
std::array<unsigned char, 16> host_hash(std::string_view host, const Salt& salt) {
    std::array<unsigned char, 16> hash{};
    crypto_generichash(hash.data(), hash.size(),
                       reinterpret_cast<const unsigned char*>(host.data()), host.size(),
                       salt.data(), salt.size());
    return hash;
}

constexpr const char* kTooOld = "SELECT name FROM saved_games WHERE changed < ?";
constexpr const char* kTooManyOfAHost = R"sql(
SELECT name FROM saved_games WHERE host = ? ORDER BY retention DESC, changed DESC
LIMIT -1 OFFSET ?)sql";
/// Ranks each game among those of its host, and selects the last ones. Each game of an unknown host
/// counts as the first of its host.
constexpr const char* kTooManyInAll = R"sql(
SELECT name FROM (
    SELECT name, changed, iif(host IS NULL, 1, row_number() OVER (
        PARTITION BY host ORDER BY retention DESC, changed DESC)) AS place FROM saved_games)
ORDER BY place, changed DESC LIMIT -1 OFFSET ?)sql";

/// Writes entries of the journal; its statements are prepared once.
class EntryWriter {
  public:
    EntryWriter(SQLite::Database& database, const Salt& salt, std::vector<StoredGameId>& numbers)
        : database_(database), salt_(salt), numbers_(numbers) {}

    void operator()(const JournalMove& move) {
        run(move_, move.game.text, move.ply, move.pit, microseconds(move.note.seconds),
            move.note.source, move.note.comment, move.note.depth, move.note.takeover);
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

    void operator()(const SavedTrim& trim) {
        const auto host = host_hash(trim.host, salt_);
        erase(query(database_, kTooOld, trim.since));
        erase(query(database_, kTooManyOfAHost, Blob{host.data(), host.size()}, trim.of_host));
        if (database_.execAndGet("SELECT count(*) FROM saved_games").getInt64() >
            static_cast<std::int64_t>(trim.in_all))
            erase(query(database_, kTooManyInAll, trim.in_all - trim.in_all / 10));
    }

    std::optional<StoredGameId> not_running = {};  // a game that ended before

  private:
    void save(const SavedGame& game, std::optional<StoredGameId> number) {
        const auto host = host_hash(game.host, salt_);
        const auto blob =
            game.host.empty() ? std::nullopt : std::optional(Blob{host.data(), host.size()});
        run(save_, game.name, game.state, game.changed, game.retention, number, blob);
    }
    void erase(SQLite::Statement names) {
        for (const std::string& name : column<std::string>(std::move(names))) {
            run(database_, "DELETE FROM journal WHERE game = ?", name);
            run(database_, "DELETE FROM saved_games WHERE name = ?", name);
        }
    }

    SQLite::Database& database_;
    const Salt& salt_;
    std::vector<StoredGameId>& numbers_;
    SQLite::Statement move_{database_,
                            "INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)"};
    SQLite::Statement save_{
        database_,
        "INSERT INTO saved_games VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (name) DO UPDATE SET "
        "state = ?2, changed = ?3, retention = ?4, number = ?5, host = ifnull(?6, host)"};
};

}  // namespace

std::optional<WriteError> SqliteStore::write_journal(std::span<const JournalEntry> entries,
                                                     std::vector<StoredGameId>& numbers) {
    numbers.clear();
    return write([&]() -> std::optional<WriteError> {
        EntryWriter writer(database_, salt_, numbers);
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

}  // namespace kalah::store
