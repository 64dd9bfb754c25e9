// A copy of a store while programs write to it. Only for files of SQLite; not for a move to another
// home, which is copy_store() in maintenance.hpp. Any thread.
#pragma once

#include <optional>
#include <string>

#include "kalah/progress.hpp"
#include "kalah/result.hpp"

namespace kalah::store {

/// Copies the store `path`, as it is at one moment, into the new file `to`: a store with the rights
/// of the first. It appears under its name when it is whole and on disk; a file that is there stays
/// as it is. A program that is killed leaves TO.part-PID. `go_on` counts pages.
[[nodiscard]] std::optional<Error> back_up(const std::string& path, const std::string& to,
                                           const ProgressCallback& go_on);

}  // namespace kalah::store
