#include "app/db_options.hpp"

#include <cstdlib>

namespace kalah::app {

void declare_db(Arguments& arguments, DbOptions& options, const std::string& name) {
    arguments.option(name, "DIR", options.directory,
                     "directory (default $XDG_DATA_HOME/kalah or ~/.local/share/kalah)");
    arguments.number("--pits", options.pits, {1, endgame::kMostPits}, "pits per side (default 6)");
    declare_common(arguments, options.common);
}

std::string default_db_directory() {
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data != '\0') return std::string(data) + "/kalah";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0') return std::string(home) + "/.local/share/kalah";
    return "";
}

Result<endgame::Place> chosen_place(const DbOptions& options) {
    const auto preset = chosen_rules(options.common);
    if (!preset) return preset.error();
    if (options.directory && options.directory->empty())
        return Error{"the name of the directory is empty"};
    const std::string directory = options.directory.value_or(default_db_directory());
    if (directory.empty()) return Error{"no directory: name one, or set XDG_DATA_HOME or HOME"};
    return endgame::Place{directory, preset->rules, static_cast<int>(options.pits)};
}

}  // namespace kalah::app
