#include "store/sql_store.hpp"

#include <cstdlib>
#include <cstring>
#include <thread>

#include "kalah/version.hpp"
#include "store/game_rows.hpp"
#include "store/postgres_connection.hpp"
#include "store/schema.hpp"
#include "store/sqlite_connection.hpp"

namespace kalah::store {
namespace {

std::optional<Salt> salt_of(Connection& database) {
    Salt salt{};
    const auto row = query(database, "SELECT value FROM meta WHERE key = 'token-salt'");
    const std::string bytes = row->step() ? row->text(0) : "";
    if (bytes.size() != salt.size()) return std::nullopt;
    std::memcpy(salt.data(), bytes.data(), salt.size());
    return salt;
}

/// Ends the games of dead referees with the moves of their journal, and frees their tournaments and
/// saved games, and the jobs of dead workers, for other programs.
int mark_aborted(Connection& database, Milliseconds now) {
    Transaction transaction(database, Others::wait);
    int count = 0;
    for (const int referee :
         column<int>(query(database,
                           "SELECT DISTINCT referee FROM games WHERE referee IS NOT NULL UNION "
                           "SELECT referee FROM tournaments WHERE referee IS NOT NULL UNION "
                           "SELECT referee FROM saved_games WHERE referee IS NOT NULL"))) {
        if (database.is_alive(referee)) continue;
        for (const auto game : column<StoredGameId>(
                 query(database, "SELECT id FROM games WHERE referee = ?", referee))) {
            abort_game(database, game, now);
            ++count;
        }
        run(database, "UPDATE tournaments SET referee = NULL WHERE referee = ?", referee);
        run(database, "UPDATE saved_games SET referee = NULL WHERE referee = ?", referee);
    }
    free_lost_jobs(database);
    transaction.commit();
    return count;
}

/// One row for each version that has opened the store to write.
constexpr const char* kWrittenBy = "written-by ";

void note_version(Connection& database, Milliseconds now) {
    const std::string version = kWrittenBy + std::string(kalah::version().text);
    const std::string time = std::to_string(now);
    if (query(database, "SELECT 1 FROM meta WHERE key = ?", version)->step()) return;
    run(database, "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO NOTHING", version,
        Blob{time.data(), time.size()});
}

/// A home, and what messages call it.
struct Opened {
    std::unique_ptr<Connection> connection;
    std::string name;
};
Result<Opened> open_home(const std::string& store, Access access,
                         std::chrono::milliseconds patience) {
    if (is_postgres(store)) {
        auto opened = open_postgres(store, patience);
        if (!opened) return opened.error();
        OpenedPostgres home = opened.take();
        return Opened{std::move(home.connection), std::move(home.name)};
    }
    auto opened = open_sqlite(store, access, patience);
    if (!opened) return opened.error();
    return Opened{opened.take(), store};
}

}  // namespace

std::string default_store_path() {
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data != '\0') return std::string(data) + "/kalah/games.sqlite";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0')
        return std::string(home) + "/.local/share/kalah/games.sqlite";
    return "";
}

WriteError error_of(const std::string& path, const SqlError& error) {
    const bool temporary =
        error.kind() == SqlError::Kind::temporary || error.kind() == SqlError::Kind::lost;
    return {{path + ": " + error.what()}, temporary};
}

Result<std::shared_ptr<Store>> Store::open(const std::string& path, Access access, Milliseconds now,
                                           std::chrono::milliseconds patience) {
    if (path.empty()) return Error{"no store: name a file, or set XDG_DATA_HOME or HOME"};
    std::string name = is_postgres(path) ? "the store" : path;  // an address may have a password
    try {
        auto opened = open_home(path, access, patience);
        if (!opened) return opened.error();
        Opened home = opened.take();
        name = home.name;
        const auto store = std::make_shared<SqlStore>(name, std::move(home.connection), patience);
        if (auto error = store->prepare(access, now)) return *error;
        return std::shared_ptr<Store>(store);
    } catch (const SqlError& error) {
        return error_of(name, error);
    }
}

Result<std::shared_ptr<Store>> Store::in_memory() {
    return open(kInMemory, Access::write, 0);
}

std::optional<Error> SqlStore::prepare(Access access, Milliseconds now) {
    if (const auto unfit = validate(database_, access)) return Error{path_ + ": " + unfit->message};
    if (access == Access::write) {
        bring_up_to_date(database_);
        if (auto error = database_.enter()) return error;
        note_version(database_, now);
        aborted_ = mark_aborted(database_, now);
    }
    const auto salt = salt_of(database_);
    if (!salt) return Error{path_ + ": damaged (no salt): restore it, or move it away"};
    salt_ = *salt;
    return std::nullopt;
}

bool SqlStore::reconnect(std::chrono::steady_clock::time_point give_up) {
    constexpr std::chrono::milliseconds kPause{100};
    while (!database_.reconnect()) {
        if (std::chrono::steady_clock::now() + kPause > give_up) return false;
        std::this_thread::sleep_for(kPause);
    }
    return true;
}

Result<std::shared_ptr<Store>> SqlStore::twin(std::chrono::milliseconds patience) {
    if (path_ == kInMemory) return std::shared_ptr<Store>(shared_from_this());
    return read<std::shared_ptr<Store>>([&] {
        const auto other = std::make_shared<SqlStore>(path_, database_.twin(patience), patience);
        other->salt_ = salt_;
        return Result<std::shared_ptr<Store>>(other);
    });
}

Result<std::vector<std::string>> SqlStore::written_by() {
    return read<std::vector<std::string>>([&] {
        return column<std::string>(query(database_,
                                         "SELECT substr(key, length(?1) + 1) FROM meta "
                                         "WHERE key LIKE ?1 || '%' ORDER BY value",
                                         kWrittenBy));
    });
}

std::optional<WriteError> SqlStore::add_measurements(std::span<const Measurement> measurements,
                                                     Milliseconds now) {
    return write([&] {
        const Rows insert = database_.prepare("INSERT INTO measurements VALUES (?, ?, ?, ?, ?)");
        for (const Measurement& each : measurements)
            run(*insert, each.key, each.trial, each.value, each.unit, now);
    });
}

Result<std::vector<Measurement>> SqlStore::measurements() {
    return read<std::vector<Measurement>>([&] {
        std::vector<Measurement> found;
        if (lacks("measurements")) return found;
        auto rows = query(database_,
                          "SELECT key, trial, value, unit FROM measurements ORDER BY key, trial");
        while (rows->step()) {
            Measurement& each = found.emplace_back();
            fetch(*rows, each.key, each.trial, each.value, each.unit);
        }
        return found;
    });
}

std::optional<WriteError> SqlStore::add_notes(const std::map<std::string, std::string>& notes) {
    return write([&] {
        const Rows insert = database_.prepare(
            "INSERT INTO notes VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET text = "
            "excluded.text");
        for (const auto& [key, text] : notes) run(*insert, key, text);
    });
}

Result<std::map<std::string, std::string>> SqlStore::notes() {
    return read<std::map<std::string, std::string>>([&] {
        std::map<std::string, std::string> found;
        if (lacks("notes")) return found;
        auto rows = query(database_, "SELECT key, text FROM notes");
        while (rows->step()) found[rows->text(0)] = rows->text(1);
        return found;
    });
}

}  // namespace kalah::store
