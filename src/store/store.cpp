#include "store/store.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "kalah/version.hpp"
#include "store/game_rows.hpp"
#include "store/impl.hpp"
#include "store/schema.hpp"

namespace kalah::store {
namespace {

/// Nobody but the user reads it: it has hashes of tokens. SQLite gives its side files the same
/// rights. A file that is there is not opened: closing it again would drop all locks that this
/// process has on it through SQLite (POSIX locks belong to the process).
std::optional<Error> make_file(const std::string& path) {
    std::error_code code;
    const auto folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, code);
    if (code) return Error{folder.string() + ": " + code.message()};
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        ::close(fd);
    else if (errno != EEXIST)
        return Error{path + ": " + std::generic_category().message(errno)};
    return std::nullopt;
}

/// Why there is no file that could be opened; SQLite's words for it would help nobody.
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

std::optional<TokenSalt> salt_of(SQLite::Database& database) {
    TokenSalt salt{};
    SQLite::Statement query(database, "SELECT value FROM meta WHERE key = 'token-salt'");
    if (!query.executeStep() || query.getColumn(0).getBytes() != static_cast<int>(salt.size()))
        return std::nullopt;
    std::memcpy(salt.data(), query.getColumn(0).getBlob(), salt.size());
    return salt;
}

/// Referees that are no longer alive.
std::vector<int> dead_referees(SQLite::Database& database, const RefereeLock& lock) {
    std::vector<int> dead;
    SQLite::Statement referees(database,
                               "SELECT DISTINCT referee FROM games WHERE referee IS NOT NULL UNION "
                               "SELECT referee FROM tournaments WHERE referee IS NOT NULL");
    while (referees.executeStep())
        if (!lock.is_alive(referees.getColumn(0).getInt()))
            dead.push_back(referees.getColumn(0).getInt());
    return dead;
}

/// Ends the games of dead referees with the moves of their journal; their tournaments are free for
/// other programs.
int mark_aborted(SQLite::Database& database, const RefereeLock& lock, Milliseconds now) {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    int count = 0;
    for (const int referee : dead_referees(database, lock)) {
        std::vector<StoredGameId> games;
        SQLite::Statement running(database, "SELECT id FROM games WHERE referee = ?");
        running.bind(1, referee);
        while (running.executeStep()) games.push_back(running.getColumn(0).getInt64());
        for (const StoredGameId game : games) abort_game(database, game, now);
        count += static_cast<int>(games.size());
        SQLite::Statement let_go(database,
                                 "UPDATE tournaments SET referee = NULL WHERE referee = ?");
        let_go.bind(1, referee);
        let_go.exec();
    }
    transaction.commit();
    return count;
}

constexpr const char* kWrittenBy = "written-by ";

/// One row for each version that has opened the file to write.
void note_version(SQLite::Database& database, Milliseconds now) {
    const std::string key = std::string(kWrittenBy) + kalah::version().text;
    SQLite::Statement query(database, "SELECT 1 FROM meta WHERE key = ?");
    query.bind(1, key);
    if (query.executeStep()) return;
    SQLite::Statement insert(database, "INSERT OR IGNORE INTO meta VALUES (?, ?)");
    insert.bind(1, key);
    insert.bind(2, now);
    insert.exec();
}

/// A program that was killed while it wrote leaves what it had begun. SQLite takes that back when
/// somebody reads, if he may write.
void take_back_what_was_cut_off(const std::string& path, int wait) {
    const char* look = "PRAGMA user_version";
    try {
        SQLite::Database(path, SQLite::OPEN_READONLY, wait).execAndGet(look);
    } catch (const SQLite::Exception& exception) {
        if (exception.getErrorCode() != SQLITE_READONLY) throw;
        SQLite::Database(path, SQLite::OPEN_READWRITE, wait).execAndGet(look);
    }
}

void prepare(SQLite::Database& database) {
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA secure_delete = FAST");  // who asks to be forgotten is
    database.exec("PRAGMA synchronous = NORMAL");
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

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;

Result<std::shared_ptr<Store>> Store::open(const std::string& path, Access access, Milliseconds now,
                                           std::chrono::milliseconds patience) {
    const bool to_write = access == Access::write;
    if (path.empty()) return Error{"no store: name a file, or set XDG_DATA_HOME or HOME"};
    if (to_write)
        if (const auto error = make_file(path)) return *error;
    if (const auto error = no_file(path)) return *error;
    try {
        const int flags = to_write ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY;
        const int wait = static_cast<int>(patience.count());
        if (!to_write) take_back_what_was_cut_off(path, wait);
        auto impl = std::unique_ptr<Impl>(
            new Impl{path, {}, SQLite::Database(path, flags, wait), {}, {}, 0});
        SQLite::Database& database = impl->database;
        if (const auto unfit = validate(database, to_write))
            return Error{path + ": " + unfit->message};
        prepare(database);
        if (to_write) {
            const auto lock = RefereeLock::take(lock_path(path));
            if (!lock) return lock.error();
            impl->lock = *lock;
            bring_up_to_date(database);
            database.exec("PRAGMA journal_mode = WAL");
            note_version(database, now);
            impl->aborted = mark_aborted(database, **lock, now);
        }
        const auto salt = salt_of(database);
        if (!salt) return Error{path + ": damaged (no salt): restore it, or move it away"};
        impl->salt = *salt;
        return std::shared_ptr<Store>(new Store(std::move(impl)));
    } catch (const SQLite::Exception& exception) {
        return error_of(path, exception);
    }
}

Result<std::shared_ptr<Store>> Store::in_memory() {
    const std::string name = ":memory:";
    try {
        auto impl = std::unique_ptr<Impl>(
            new Impl{name,
                     {},
                     SQLite::Database(name, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE),
                     {},
                     {},
                     0});
        prepare(impl->database);
        bring_up_to_date(impl->database);
        return std::shared_ptr<Store>(new Store(std::move(impl)));
    } catch (const SQLite::Exception& exception) {
        return error_of(name, exception);
    }
}

Result<std::vector<std::string>> Store::written_by() {
    return impl_->guarded([&]() -> Result<std::vector<std::string>> {
        std::vector<std::string> versions;
        SQLite::Statement query(impl_->database,
                                "SELECT substr(key, length(?1) + 1) FROM meta "
                                "WHERE key LIKE ?1 || '%' ORDER BY value");
        query.bind(1, kWrittenBy);
        while (query.executeStep()) versions.push_back(query.getColumn(0).getString());
        return versions;
    });
}

int Store::aborted_at_start() const {
    return impl_->aborted;
}

}  // namespace kalah::store
