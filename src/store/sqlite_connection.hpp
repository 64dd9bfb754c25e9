// The home of a store in an SQLite database, in a file or in memory. For the files that implement
// the store; not for other folders.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "kalah/result.hpp"
#include "store/sql.hpp"
#include "store/store.hpp"

namespace kalah::store {

/// SQLite's name for a database that is no file.
inline constexpr const char* kInMemory = ":memory:";

/// Opens a file, or makes it to write. Throws SqlError.
[[nodiscard]] Result<std::unique_ptr<Connection>> open_sqlite(const std::string& path,
                                                              Access access,
                                                              std::chrono::milliseconds patience);

}  // namespace kalah::store
