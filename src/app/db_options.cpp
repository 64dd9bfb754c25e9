#include "app/db_options.hpp"

#include <cstdlib>

namespace kalah::app {

void declare_db(Arguments& arguments, DbOptions& options, const std::string& name) {
    arguments.option(name, "DIR", options.directory,
                     "the directory (default $XDG_DATA_HOME/kalah or ~/.local/share/kalah)");
    arguments.number("--pits", options.pits, {1, EndgameDatabase::kMostPits}, "pits a side (default 6)");
    declare_common(arguments, options.common);
}

std::string default_db_directory() {
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data != '\0') return std::string(data) + "/kalah";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0') return std::string(home) + "/.local/share/kalah";
    return "";
}

Result<files::DatabaseLocation> chosen_place(const DbOptions& options) {
    const auto preset = chosen_rules(options.common);
    if (!preset) return preset.error();
    if (options.directory && options.directory->empty()) return Error{"the directory has no name"};
    const std::string directory = options.directory.value_or(default_db_directory());
    if (directory.empty()) return Error{"no directory: give one, or set XDG_DATA_HOME or HOME"};
    return files::DatabaseLocation{directory, preset->rules, static_cast<int>(options.pits)};
}

}  // namespace kalah::app
