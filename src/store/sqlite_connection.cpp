#include "store/sqlite_connection.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include "store/referee_lock.hpp"

namespace kalah::store {
namespace {

constexpr int kApplicationId = 0x4B414C41;  // "KALA": the file is ours

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

/// Says what is wrong with the file and, where it is known, what to do.
SqlError error_of(const SQLite::Exception& exception) {
    constexpr int kPrimary = 0xFF;
    using Kind = SqlError::Kind;
    const std::string message = exception.what();
    switch (exception.getErrorCode() & kPrimary) {
        case SQLITE_NOTADB:
            return {Kind::failed, "not a store of games"};
        case SQLITE_CORRUPT:
            return {Kind::failed,
                    "damaged (" + message + "): restore it, or move it away to begin a new one"};
        case SQLITE_BUSY:
            return {Kind::temporary, "another program keeps it busy: try again later"};
        case SQLITE_ERROR:
            return {message.find("no such ") == 0 ? Kind::missing : Kind::failed, message};
        case SQLITE_LOCKED:
        case SQLITE_FULL:
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN:  // a side file, for want of descriptors
        case SQLITE_READONLY:  // rights can be given back
        case SQLITE_NOMEM:
            return {Kind::temporary, message};
        default:
            return {Kind::failed, message};
    }
}

template <class Work>
decltype(auto) translated(Work work) {
    try {
        return work();
    } catch (const SQLite::Exception& exception) {
        throw error_of(exception);
    }
}

class SqliteStatement final : public Statement {
  public:
    SqliteStatement(SQLite::Database& database, const std::string& text)
        : statement_(database, text) {}

    void bind(int index, std::int64_t value) override { bind_any(index, value); }
    void bind(int index, double value) override { bind_any(index, value); }
    void bind(int index, const std::string& value) override { bind_any(index, value); }
    void bind(int index, Blob value) override {
        translated([&] { statement_.bind(index, value.data, static_cast<int>(value.size)); });
    }
    void bind_null(int index, SqlType /*type*/) override {
        translated([&] { statement_.bind(index); });
    }

    bool step() override {
        return translated([&] { return statement_.executeStep(); });
    }
    int run() override {
        return translated([&] {
            const int changed = statement_.exec();
            statement_.reset();
            return changed;
        });
    }

    [[nodiscard]] int columns() const override { return statement_.getColumnCount(); }
    [[nodiscard]] SqlType type(int column) const override {
        switch (at(column).getType()) {
            case SQLITE_INTEGER:
                return SqlType::integer;
            case SQLITE_FLOAT:
                return SqlType::real;
            case SQLITE_TEXT:
                return SqlType::text;
            case SQLITE_BLOB:
                return SqlType::blob;
            default:
                return SqlType::null;
        }
    }
    [[nodiscard]] std::int64_t integer(int column) const override { return at(column).getInt64(); }
    [[nodiscard]] double real(int column) const override { return at(column).getDouble(); }
    [[nodiscard]] std::string text(int column) const override { return at(column).getString(); }

  private:
    template <class T>
    void bind_any(int index, const T& value) {
        translated([&] { statement_.bind(index, value); });
    }
    [[nodiscard]] SQLite::Column at(int column) const {
        return translated([&] { return statement_.getColumn(column); });
    }

    mutable SQLite::Statement statement_;  // SQLiteCpp reads columns by a non-const function
};

class SqliteConnection final : public Connection {
  public:
    SqliteConnection(std::string path, int flags, int wait,
                     std::shared_ptr<RefereeLock> lock = nullptr)
        : path_(std::move(path)), database_(path_, flags, wait), lock_(std::move(lock)) {
        database_.exec("PRAGMA foreign_keys = ON");
        database_.exec("PRAGMA trusted_schema = OFF");
        database_.exec("PRAGMA secure_delete = FAST");  // erases forgotten players from the file
        database_.exec("PRAGMA synchronous = NORMAL");
    }

    Rows prepare(const std::string& text) override {
        return translated([&] { return std::make_unique<SqliteStatement>(database_, text); });
    }
    Rows stream(const std::string& text) override { return prepare(text); }
    void exec(const std::string& script) override {
        translated([&] { database_.exec(script); });
    }
    bool has_table(const std::string& name) override {
        return translated([&] { return database_.tableExists(name); });
    }

    void begin(Others others, Disk /*disk*/) override {
        exec(others == Others::are_not_seen ? "BEGIN" : "BEGIN IMMEDIATE");
    }
    void commit() override { exec("COMMIT"); }
    void roll_back() noexcept override { database_.tryExec("ROLLBACK"); }

    bool is_empty() override {
        return number("PRAGMA application_id") == 0 && version() == 0 &&
               number("SELECT count(*) FROM sqlite_master") == 0;
    }
    bool is_ours() override { return number("PRAGMA application_id") == kApplicationId; }
    int version() override { return number("PRAGMA user_version"); }
    void set_version(int version) override {
        exec("PRAGMA application_id = " + std::to_string(kApplicationId));
        exec("PRAGMA user_version = " + std::to_string(version));
    }
    void exec_schema(const std::string& step) override { exec(step); }

    void wait_for_disk() override { exec("PRAGMA synchronous = FULL"); }
    [[nodiscard]] const char* clock() const override {
        return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
    }

    std::optional<Error> enter() override {
        if (path_ == kInMemory) return std::nullopt;
        exec("PRAGMA journal_mode = WAL");
        const auto lock = RefereeLock::take(lock_path(path_));
        if (!lock) return lock.error();
        lock_ = *lock;
        run(*this, "DELETE FROM referees WHERE number = ?", referee());  // a former program's
        return std::nullopt;
    }
    [[nodiscard]] int referee() const override { return lock_ ? lock_->number() : 0; }
    bool is_alive(int referee) override { return lock_ && lock_->is_alive(referee); }

    std::unique_ptr<Connection> twin(std::chrono::milliseconds patience) override {
        return translated([&] {
            return std::make_unique<SqliteConnection>(path_, SQLite::OPEN_READWRITE,
                                                      static_cast<int>(patience.count()), lock_);
        });
    }
    [[nodiscard]] const char* lock_rows() const override { return ""; }  // nobody else writes
    [[nodiscard]] std::string lock_one_row(const char* /*table*/) const override { return ""; }
    void notify() override {}
    int listen() override { return -1; }
    bool was_notified() override { return false; }

    [[nodiscard]] std::string home() const override { return "SQLite"; }
    std::int64_t bytes() override {
        return value<std::int64_t>(
            *this, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    }
    std::vector<std::string> damage() override {
        auto lines = column<std::string>(query(*this, "PRAGMA integrity_check"));
        if (lines == std::vector<std::string>{"ok"}) lines.clear();
        for (const std::string& table :
             column<std::string>(query(*this, "SELECT \"table\" FROM pragma_foreign_key_check")))
            lines.push_back("a row of " + table + " belongs to a row that is not there");
        return lines;
    }
    void vacuum() override { exec("VACUUM"); }

    bool reconnect() override { return false; }  // a file is never lost

  private:
    [[nodiscard]] int number(const std::string& text) {
        return translated([&] { return database_.execAndGet(text).getInt(); });
    }

    const std::string path_;
    SQLite::Database database_;
    std::shared_ptr<RefereeLock> lock_;  // if opened to write, unless it is in memory
};

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

Result<std::unique_ptr<Connection>> open_sqlite(const std::string& path, Access access,
                                                std::chrono::milliseconds patience) {
    const bool to_write = access != Access::read;
    const bool in_file = path != kInMemory;
    if (access == Access::write && in_file)
        if (const auto error = make_file(path)) return *error;
    if (in_file)
        if (const auto error = no_file(path)) return *error;
    return translated([&] {
        const int flags = to_write ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY;
        const int wait = static_cast<int>(patience.count());
        if (!to_write) roll_back_cut_off(path, wait);
        return Result<std::unique_ptr<Connection>>(
            std::make_unique<SqliteConnection>(path, flags, wait));
    });
}

}  // namespace kalah::store
