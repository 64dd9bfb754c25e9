#include "store/backup.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

#include "store/store.hpp"

namespace kalah::store {
namespace {

constexpr int kPagesAtOnce = 1000;  // 4 MB
constexpr int kBusyTime = 5000;     // ms

Error error_at(const std::string& file) {
    return Error{file + ": " + std::generic_category().message(errno)};
}

Error already_there(const std::string& file) {
    return Error{file + ": already there; name a new file"};
}

/// The file while it is not whole; erased at the end, unless it has got its name.
class PartFile {
  public:
    explicit PartFile(const std::string& whole)
        : path_(whole + ".part-" + std::to_string(::getpid())) {}
    ~PartFile() {
        for (const char* side : {"", "-journal"}) ::unlink((path_ + side).c_str());
    }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

    /// An empty file that nobody else can read.
    [[nodiscard]] std::optional<Error> make() const {
        ::unlink(path_.c_str());  // of a former process with our number
        const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd < 0) return error_at(path_);
        ::close(fd);
        return std::nullopt;
    }

  private:
    std::string path_;
};

std::optional<Error> write_to_disk(const std::string& path, int flags) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
    if (fd < 0) return error_at(path);
    auto error = ::fsync(fd) == 0 ? std::nullopt : std::optional(error_at(path));
    ::close(fd);
    return error;
}

/// All pages come from the moment of the first look, however long it takes: the copy reads within
/// this transaction. False if it was told to stop.
bool copy_pages(const std::string& path, const std::string& to, const ProgressCallback& go_on) {
    SQLite::Database from(path, SQLite::OPEN_READONLY, kBusyTime);
    from.exec("BEGIN");
    from.execAndGet("SELECT count(*) FROM sqlite_master");
    SQLite::Database copy(to, SQLite::OPEN_READWRITE);
    {
        SQLite::Backup backup(copy, from);
        int result = SQLITE_OK;
        while ((result = backup.executeStep(kPagesAtOnce)) == SQLITE_OK) {
            const int done = backup.getTotalPageCount() - backup.getRemainingPageCount();
            if (!go_on(static_cast<std::uint64_t>(done))) return false;
        }
        if (result != SQLITE_DONE) throw SQLite::Exception("another program keeps it busy", result);
    }
    copy.exec("PRAGMA journal_mode = DELETE");  // one file, which can be read in any folder
    return true;
}

/// Unless another file has the name. Some file systems cannot refuse it while they rename: there,
/// the file gets a second name, and PartFile takes the first one away.
std::optional<Error> give_name(const std::string& part, const std::string& name) {
    if (::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0)
        return std::nullopt;
    if (errno == EINVAL && ::link(part.c_str(), name.c_str()) == 0) return std::nullopt;
    return errno == EEXIST ? already_there(name) : error_at(name);
}

}  // namespace

std::optional<Error> back_up(const std::string& path, const std::string& to,
                             const ProgressCallback& go_on) {
    if (is_postgres(path))
        return Error{
            "a PostgreSQL database is backed up by pg_dump, or by 'kalah store copy' while nobody "
            "plays"};
    if (const auto store = Store::open(path, Access::read, 0); !store) return store.error();
    struct stat there {};
    if (::lstat(to.c_str(), &there) == 0) return already_there(to);
    struct stat source {};
    if (::stat(path.c_str(), &source) != 0) return error_at(path);
    const PartFile part(to);
    if (auto error = part.make()) return error;
    try {
        if (!copy_pages(path, part.path(), go_on))
            return Error{to + ": stopped before it was whole"};
    } catch (const SQLite::Exception& exception) {
        return Error{path + ", copied into " + to + ": " + exception.what()};
    }
    constexpr mode_t kRights = 0777;
    if (::chmod(part.path().c_str(), source.st_mode & kRights) != 0) return error_at(part.path());
    if (auto error = write_to_disk(part.path(), O_RDONLY)) return error;
    if (auto error = give_name(part.path(), to)) return error;
    const auto folder = std::filesystem::path(to).parent_path();
    return write_to_disk(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
}

}  // namespace kalah::store
