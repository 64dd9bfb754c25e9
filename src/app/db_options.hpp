// The arguments that the db commands share: which database, where, and with how much of the
// machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/machine.hpp"
#include "app/options.hpp"
#include "files/database_files.hpp"

namespace kalah::app {

struct DbOptions {
    CommonOptions common;
    std::optional<std::string> directory;
    std::uint64_t pits = 6;
};
/// `name` is the option that names the directory: --db where it is read, --out where it is written.
void declare_db(Arguments& arguments, DbOptions& options, const std::string& name);

/// $XDG_DATA_HOME/kalah, else ~/.local/share/kalah; empty if neither is known.
[[nodiscard]] std::string default_db_directory();

[[nodiscard]] Result<files::DatabaseLocation> chosen_place(const DbOptions& options);

}  // namespace kalah::app
