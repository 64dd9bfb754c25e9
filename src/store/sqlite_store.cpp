#include "store/sqlite_store.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "kalah/version.hpp"
#include "store/game_rows.hpp"
#include "store/schema.hpp"

namespace kalah::store {
namespace {

/// Makes the folder of the usual store only: elsewhere a missing one is probably a typing error.
std::optional<Error> check_folder(const std::string& path) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(path).parent_path();
    if (folder.empty()) return std::nullopt;
    std::error_code code;
    if (path == default_store_path()) {
        fs::create_directories(folder, code);
    } else if (const fs::file_status status = fs::status(folder, code);
               status.type() == fs::file_type::not_found) {
        return Error{path + ": there is no folder " + folder.string() + "; make it first"};
    } else if (!code && !fs::is_directory(status)) {
        code = std::make_error_code(std::errc::not_a_directory);
    }
    if (code) return Error{folder.string() + ": " + code.message()};
    return std::nullopt;
}

/// Makes a file that only the user can read, as it has hashes of tokens. SQLite gives its side
/// files the same rights. Does not open a file that is there: closing it again would drop all locks
/// that this process has on it through SQLite (POSIX locks belong to the process).
std::optional<Error> make_file(const std::string& path) {
    if (const auto error = check_folder(path)) return *error;
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        ::close(fd);
    else if (errno != EEXIST)
        return Error{path + ": " + std::generic_category().message(errno)};
    return std::nullopt;
}

/// Why there is no file to open; SQLite's own message would help nobody.
std::optional<Error> no_file(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (fs::is_directory(status)) return Error{path + ": a folder; name a file in it"};
    if (fs::is_symlink(fs::symlink_status(path, code)) && !fs::exists(status))
        return Error{path + ": a link to " + fs::read_symlink(path, code).string() +
                     ", which is not there"};
    if (status.type() == fs::file_type::not_found)
        return Error{path +
                     ": there is no such store ('kalah serve' and 'kalah tournament' make one)"};
    if (fs::exists(status) && !fs::is_regular_file(status))
        return Error{path + ": not a file that can be a store"};
    return std::nullopt;
}

/// Beside the file itself, whatever links lead to it: one file, one lock.
std::string lock_path(const std::string& path) {
    std::error_code code;
    const auto itself = std::filesystem::canonical(path, code);
    return (code ? path : itself.string()) + ".lock";
}

std::optional<Salt> salt_of(SQLite::Database& database) {
    Salt salt{};
    auto row = query(database, "SELECT value FROM meta WHERE key = 'token-salt'");
    if (!row.executeStep() || row.getColumn(0).getBytes() != static_cast<int>(salt.size()))
        return std::nullopt;
    std::memcpy(salt.data(), row.getColumn(0).getBlob(), salt.size());
    return salt;
}

/// Ends the games of dead referees with the moves of their journal, and frees their tournaments for
/// other programs.
int mark_aborted(SQLite::Database& database, const RefereeLock& lock, Milliseconds now) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    int count = 0;
    for (const int referee :
         column<int>(query(database,
                           "SELECT DISTINCT referee FROM games WHERE referee IS NOT NULL UNION "
                           "SELECT referee FROM tournaments WHERE referee IS NOT NULL"))) {
        if (lock.is_alive(referee)) continue;
        for (const auto game : column<StoredGameId>(
                 query(database, "SELECT id FROM games WHERE referee = ?", referee))) {
            abort_game(database, game, now);
            ++count;
        }
        run(database, "UPDATE tournaments SET referee = NULL WHERE referee = ?", referee);
    }
    transaction.commit();
    return count;
}

/// SQLite's name for a database that is no file.
constexpr const char* kInMemory = ":memory:";

/// One row for each version that has opened the file to write.
constexpr const char* kWrittenBy = "written-by ";

/// A program that was killed while it wrote leaves an unfinished transaction. SQLite rolls it back
/// when a connection that may write reads the file.
void roll_back_cut_off(const std::string& path, int wait) {
    const char* look = "PRAGMA user_version";
    try {
        SQLite::Database(path, SQLite::OPEN_READONLY, wait).execAndGet(look);
    } catch (const SQLite::Exception& exception) {
        if (exception.getErrorCode() != SQLITE_READONLY) throw;
        SQLite::Database(path, SQLite::OPEN_READWRITE, wait).execAndGet(look);
    }
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

WriteError error_of(const std::string& path, const SQLite::Exception& exception) {
    constexpr int kPrimary = 0xFF;
    std::string message = exception.what();
    bool temporary = false;
    switch (exception.getErrorCode() & kPrimary) {
        case SQLITE_NOTADB:
            message = "not a store of games";
            break;
        case SQLITE_CORRUPT:
            message = "damaged (" + message + "): restore it, or move it away to begin a new one";
            break;
        case SQLITE_BUSY:
            message = "another program keeps it busy: try again later";
            temporary = true;
            break;
        case SQLITE_LOCKED:
        case SQLITE_FULL:
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN:  // a side file, for want of descriptors
        case SQLITE_READONLY:  // rights can be given back
        case SQLITE_NOMEM:
            temporary = true;
            break;
        default:
            break;
    }
    return {{path + ": " + message}, temporary};
}

Result<std::shared_ptr<Store>> Store::open(const std::string& path, Access access, Milliseconds now,
                                           std::chrono::milliseconds patience) {
    const bool to_write = access == Access::write;
    const bool in_file = path != kInMemory;
    if (path.empty()) return Error{"no store: name a file, or set XDG_DATA_HOME or HOME"};
    if (to_write && in_file)
        if (const auto error = make_file(path)) return *error;
    if (in_file)
        if (const auto error = no_file(path)) return *error;
    try {
        const int flags = to_write ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY;
        const int wait = static_cast<int>(patience.count());
        if (!to_write) roll_back_cut_off(path, wait);
        const auto store = std::make_shared<SqliteStore>(path, SQLite::Database(path, flags, wait));
        if (auto error = store->prepare(access, now)) return *error;
        return std::shared_ptr<Store>(store);
    } catch (const SQLite::Exception& exception) {
        return error_of(path, exception);
    }
}

Result<std::shared_ptr<Store>> Store::in_memory() {
    return open(kInMemory, Access::write, 0);
}

std::optional<Error> SqliteStore::prepare(Access access, Milliseconds now) {
    const bool to_write = access == Access::write;
    if (const auto unfit = validate(database_, to_write))
        return Error{path_ + ": " + unfit->message};
    database_.exec("PRAGMA foreign_keys = ON");
    database_.exec("PRAGMA trusted_schema = OFF");
    database_.exec("PRAGMA secure_delete = FAST");  // erases forgotten players from the file
    database_.exec("PRAGMA synchronous = NORMAL");
    if (to_write && path_ != kInMemory) {
        const auto lock = RefereeLock::take(lock_path(path_));
        if (!lock) return lock.error();
        lock_ = *lock;
    }
    if (to_write) {
        bring_up_to_date(database_);
        database_.exec("PRAGMA journal_mode = WAL");
        const std::string version = kWrittenBy + std::string(kalah::version().text);
        if (!query(database_, "SELECT 1 FROM meta WHERE key = ?", version).executeStep())
            run(database_, "INSERT OR IGNORE INTO meta VALUES (?, ?)", version, now);
    }
    if (lock_) aborted_ = mark_aborted(database_, *lock_, now);
    const auto salt = salt_of(database_);
    if (!salt) return Error{path_ + ": damaged (no salt): restore it, or move it away"};
    salt_ = *salt;
    return std::nullopt;
}

Result<std::vector<std::string>> SqliteStore::written_by() {
    return read<std::vector<std::string>>([&] {
        return column<std::string>(query(database_,
                                         "SELECT substr(key, length(?1) + 1) FROM meta "
                                         "WHERE key LIKE ?1 || '%' ORDER BY value",
                                         kWrittenBy));
    });
}

std::optional<WriteError> SqliteStore::add_measurements(std::span<const Measurement> measurements,
                                                        Milliseconds now) {
    return write([&] {
        SQLite::Statement insert(database_, "INSERT INTO measurements VALUES (?, ?, ?, ?, ?)");
        for (const Measurement& each : measurements)
            run(insert, each.key, each.trial, each.value, each.unit, now);
    });
}

Result<std::vector<Measurement>> SqliteStore::measurements() {
    return read<std::vector<Measurement>>([&] {
        std::vector<Measurement> found;
        if (lacks("measurements")) return found;
        auto rows = query(database_,
                          "SELECT key, trial, value, unit FROM measurements ORDER BY key, trial");
        while (rows.executeStep()) {
            Measurement& each = found.emplace_back();
            fetch(rows, each.key, each.trial, each.value, each.unit);
        }
        return found;
    });
}

std::optional<WriteError> SqliteStore::add_notes(const std::map<std::string, std::string>& notes) {
    return write([&] {
        SQLite::Statement insert(database_, "INSERT OR REPLACE INTO notes VALUES (?, ?)");
        for (const auto& [key, text] : notes) run(insert, key, text);
    });
}

Result<std::map<std::string, std::string>> SqliteStore::notes() {
    return read<std::map<std::string, std::string>>([&] {
        std::map<std::string, std::string> found;
        if (lacks("notes")) return found;
        auto rows = query(database_, "SELECT key, text FROM notes");
        while (rows.executeStep())
            found[rows.getColumn(0).getString()] = rows.getColumn(1).getString();
        return found;
    });
}

}  // namespace kalah::store
