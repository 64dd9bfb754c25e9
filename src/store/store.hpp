// Store: all persistent data, behind one interface of eight parts: what servers read, games, the
// journal of those that are being played, positions, tournaments, jobs for workers, measurements,
// and what people do with a whole store. No other folder knows how the data is stored. Nothing
// stays in memory: programs read from the store what they show.
//
// Its homes are memory, a file of SQLite, and a database of PostgreSQL.
//
// Any thread may call anything; calls wait for each other, and for other programs that write to
// the same store (some seconds at most, then it is an error). A call writes all or nothing. What is
// written survives the death of the program; on SQLite, the last few transactions may be lost if
// the machine loses power (none of a tournament), the file stays whole.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "store/games.hpp"
#include "store/jobs.hpp"
#include "store/journal.hpp"
#include "store/maintenance.hpp"
#include "store/measurements.hpp"
#include "store/positions.hpp"
#include "store/readable.hpp"

namespace kalah::store {

/// $XDG_DATA_HOME/kalah/games.sqlite, else below ~/.local/share; empty if neither is known.
[[nodiscard]] std::string default_store_path();

/// Whether this names a database of PostgreSQL, not a file.
[[nodiscard]] inline bool is_postgres(std::string_view store) {
    return store.starts_with("postgresql://") || store.starts_with("postgres://");
}

enum class Access : std::uint8_t {
    read,
    write,
    work,  // jobs only: makes and changes no tables, and referees no games of its own
};

class Store : public Readable,
              public Games,
              public Journal,
              public Positions,
              public Tournaments,
              public Measurements,
              public Maintenance,
              public Jobs {
  public:
    /// Opens an SQLite file, or a database of PostgreSQL by its address ("postgresql://…", as libpq
    /// reads it). To write, makes the file or the tables if need be, and for the default path its
    /// folder too: elsewhere a missing folder is probably a typing error. Marks games that
    /// another program left running when it died as aborted, at the time `now`, with the moves of
    /// their journal. Other programs may write to the same store at the same time: the store leaves
    /// their games alone as long as they live. A call waits at most `patience` for them, and
    /// twelve times as long for a database that has gone away.
    [[nodiscard]] static Result<std::shared_ptr<Store>> open(
        const std::string& path, Access access, Milliseconds now,
        std::chrono::milliseconds patience = std::chrono::seconds(5));
    /// A store that lasts as long as the program runs.
    [[nodiscard]] static Result<std::shared_ptr<Store>> in_memory();
    virtual ~Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// The same store once more, for the same program: for reads that must not wait for the writes
    /// of this one.
    [[nodiscard]] virtual Result<std::shared_ptr<Store>> twin(
        std::chrono::milliseconds patience) = 0;

    /// How many games were found running and marked as aborted when the store was opened.
    [[nodiscard]] virtual int aborted_at_start() const = 0;
    /// The versions of kalah that have written to the file, since 0.2.0.
    [[nodiscard]] virtual Result<std::vector<std::string>> written_by() = 0;

  protected:
    Store() = default;
};

}  // namespace kalah::store
