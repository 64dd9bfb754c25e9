#include "store/journal.hpp"

#include <sodium.h>

#include <array>
#include <cassert>
#include <cstdint>
#include <limits>
#include <unordered_map>

#include "store/game_rows.hpp"
#include "store/sql_store.hpp"

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

Error played_elsewhere(const std::string& name, const std::string& address) {
    return coded("played_elsewhere", "another program plays game " + in_quotes(name),
                 {{"address", address}});
}

/// A saved game, and which program plays it.
struct HeldGame {
    SavedGame game;
    std::optional<int> referee = {};
};
std::optional<HeldGame> find_saved(Connection& database, const std::string& name,
                                   const char* lock = "") {
    const auto row =
        query(database,
              std::string("SELECT state, changed, retention, number, referee FROM saved_games ") +
                  "WHERE name = ?" + lock,
              name);
    if (!row->step()) return std::nullopt;
    HeldGame found{SavedGame{name}};
    fetch(*row, found.game.state, found.game.changed, found.game.retention, found.game.number,
          found.referee);
    return found;
}

constexpr const char* kTooOld = "SELECT name FROM saved_games WHERE changed < ?";
constexpr const char* kTooManyOfAHost = R"sql(
SELECT name FROM saved_games WHERE host = ? ORDER BY retention DESC, changed DESC
LIMIT ? OFFSET ?)sql";
/// Ranks each game among those of its host, and selects the last ones. Each game of an unknown host
/// counts as the first of its host.
constexpr const char* kTooManyInAll = R"sql(
SELECT name FROM (
    SELECT name, changed, CASE WHEN host IS NULL THEN 1 ELSE row_number() OVER (
        PARTITION BY host ORDER BY retention DESC, changed DESC) END AS place
    FROM saved_games) AS places
ORDER BY place, changed DESC LIMIT ? OFFSET ?)sql";
constexpr auto kAll = std::numeric_limits<std::int64_t>::max();

/// Writes entries of the journal; its statements are prepared once.
class EntryWriter {
  public:
    EntryWriter(Connection& database, const Salt& salt, std::vector<StoredGameId>& numbers)
        : database_(database), salt_(salt), numbers_(numbers) {}

    void operator()(const JournalMove& move) {
        if (!holds(move.game.text)) return;
        run(*move_, move.game.text, move.ply, move.pit, microseconds(move.note.seconds),
            move.note.source, move.note.comment, move.note.depth, move.note.takeover);
    }
    void operator()(const JournalTakeBack& take_back) {
        if (!holds(take_back.game.text)) return;
        run(database_, "DELETE FROM journal WHERE game = ? AND ply >= ?", take_back.game.text,
            take_back.keep);
    }
    void operator()(const EndedGame& ended) {
        assert(ended.record.ending != Ending::running);
        if (!complete_game(database_, ended.number, ended.record))
            refused = WriteError{{"game " + std::to_string(ended.number) + " is not running"}};
    }
    void operator()(const SavedGame& game) {
        if (holds(game.name)) save(game, game.number);
    }
    void operator()(const FinishedGame& finished) {
        if (!holds(finished.state.name)) return;
        numbers_.push_back(next_number(database_, "games"));
        insert_finished(database_, numbers_.back(), "browser", finished.record, finished.seated);
        save(finished.state, numbers_.back());
    }

    void operator()(const SavedTrim& trim) {
        const auto host = host_hash(trim.host, salt_);
        erase(query(database_, kTooOld, trim.since));
        erase(
            query(database_, kTooManyOfAHost, Blob{host.data(), host.size()}, kAll, trim.of_host));
        if (value<std::size_t>(database_, "SELECT count(*) FROM saved_games") > trim.in_all)
            erase(query(database_, kTooManyInAll, kAll, trim.in_all - trim.in_all / 10));
    }

    std::optional<WriteError> refused = {};

  private:
    /// False if another program plays this saved game, and this entry of it must not be written.
    /// Until the transaction ends nobody can take the game.
    bool holds(const std::string& name) {
        const auto [known, is_new] = held_.try_emplace(name, true);
        if (is_new) {
            const auto holders = column<std::optional<int>>(query(
                database_,
                std::string("SELECT referee FROM saved_games WHERE name = ? AND number IS NULL") +
                    database_.lock_rows(),
                name));
            known->second = holders.empty() || holders.front() == database_.referee();
        }
        if (!known->second) refused = WriteError{played_elsewhere(name, "")};
        return known->second;
    }
    void save(const SavedGame& game, std::optional<StoredGameId> number) {
        const auto host = host_hash(game.host, salt_);
        const auto blob =
            game.host.empty() ? std::nullopt : std::optional(Blob{host.data(), host.size()});
        run(*save_, game.name, game.state, game.changed, game.retention, number, blob,
            database_.referee());
    }
    void erase(const Rows& names) {
        for (const std::string& name : column<std::string>(names)) {
            run(database_, "DELETE FROM journal WHERE game = ?", name);
            run(database_, "DELETE FROM saved_games WHERE name = ?", name);
        }
    }

    Connection& database_;
    const Salt& salt_;
    std::vector<StoredGameId>& numbers_;
    std::unordered_map<std::string, bool> held_;  // saved games of this transaction
    const Rows move_ = database_.prepare(
        "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, ply) DO UPDATE SET "
        "pit = excluded.pit, micros = excluded.micros, source = excluded.source, "
        "comment = excluded.comment, depth = excluded.depth, takeover = excluded.takeover");
    const Rows save_ = database_.prepare(
        "INSERT INTO saved_games VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
        "state = excluded.state, changed = excluded.changed, retention = excluded.retention, "
        "number = excluded.number, referee = excluded.referee, "
        "host = coalesce(excluded.host, saved_games.host)");
};

}  // namespace

std::optional<WriteError> SqlStore::write_journal(std::span<const JournalEntry> entries,
                                                  std::vector<StoredGameId>& numbers) {
    return write([&]() -> std::optional<WriteError> {
        numbers.clear();
        EntryWriter writer(database_, salt_, numbers);
        for (const JournalEntry& entry : entries) std::visit(writer, entry);
        if (writer.refused) writer.refused->message = path_ + ": " + writer.refused->message;
        return writer.refused;
    });
}

Result<std::optional<SavedGame>> SqlStore::saved_game(const std::string& name) {
    using Found = std::optional<SavedGame>;
    return read<Found>([&] {
        const auto row =
            query(database_,
                  "SELECT state, changed, retention, number FROM saved_games WHERE name = ?", name);
        if (!row->step()) return Found();
        SavedGame game{name};
        fetch(*row, game.state, game.changed, game.retention, game.number);
        return Found(std::move(game));
    });
}

Result<std::optional<SavedGame>> SqlStore::take_saved_game(const std::string& name) {
    using Found = std::optional<SavedGame>;
    return read<Found>([&]() -> Result<Found> {
        auto held = find_saved(database_, name);
        if (!held) return Found();
        if (held->game.number || held->referee == database_.referee()) return Found(held->game);
        Transaction transaction(database_, Others::wait);
        held = find_saved(database_, name, database_.lock_rows());
        if (!held) return Found();
        if (held->referee && held->referee != database_.referee() &&
            database_.is_alive(*held->referee)) {
            const auto addresses = column<std::string>(
                query(database_, "SELECT address FROM referees WHERE number = ?", *held->referee));
            return played_elsewhere(name, addresses.empty() ? "" : addresses.front());
        }
        run(database_, "UPDATE saved_games SET referee = ? WHERE name = ?", database_.referee(),
            name);
        transaction.commit();
        return Found(std::move(held->game));
    });
}

std::optional<WriteError> SqlStore::set_address(const std::string& address) {
    return write([&] {
        run(database_,
            "INSERT INTO referees VALUES (?, 0, ?) ON CONFLICT (number) DO UPDATE SET address = "
            "excluded.address",
            database_.referee(), address);
    });
}

Result<std::vector<SavedMove>> SqlStore::saved_moves(const std::string& name) {
    return read<std::vector<SavedMove>>([&] { return journal_of(database_, name); });
}

}  // namespace kalah::store
