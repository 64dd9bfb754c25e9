// Maintenance: what people do with a whole store: see what is in it, check it, make it smaller,
// move it to another home. A part of the Store. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kalah/result.hpp"
#include "store/games.hpp"

namespace kalah::store {

struct StoreTotals {
    std::string home = {};  // "SQLite", "PostgreSQL"
    int version = 0;        // of the schema
    std::int64_t bytes = 0;
    std::vector<std::pair<std::string, std::int64_t>> rows = {};  // of each table
};

class Maintenance {
  public:
    /// Counts all rows: some seconds for a million games.
    [[nodiscard]] virtual Result<StoreTotals> totals() = 0;
    /// What the home itself finds damaged, line by line. SQLite reads the whole file for that.
    [[nodiscard]] virtual Result<std::vector<std::string>> damage() = 0;
    /// Gives the space of deleted rows back. On SQLite needs as much space again, and nobody else
    /// may use the store meanwhile.
    [[nodiscard]] virtual std::optional<WriteError> vacuum() = 0;

  protected:
    ~Maintenance() = default;
};

/// Copies all that is in a store, with its numbers, into another one, which must be new or empty,
/// in one transaction. Nobody may be playing in the first. Returns what was copied.
[[nodiscard]] Result<StoreTotals> copy_store(const std::string& from, const std::string& to,
                                             Milliseconds now);

}  // namespace kalah::store
