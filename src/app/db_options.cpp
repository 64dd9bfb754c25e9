#include "app/db_options.hpp"

#include <algorithm>
#include <cstdlib>
#include <thread>

#include <fmt/core.h>

namespace kalah::app {

void declare_db(Arguments& arguments, DbOptions& options, const std::string& name) {
    arguments.option(name, "DIR", options.directory,
                     "the directory (default $XDG_DATA_HOME/kalah or ~/.local/share/kalah)");
    arguments.number("--pits", options.pits, {1, endgame::kMostPits}, "pits a side (default 6)");
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
    const std::string directory = options.directory.value_or(default_db_directory());
    if (directory.empty()) return Error{"no directory: give one, or set XDG_DATA_HOME or HOME"};
    return endgame::Place{directory, preset->rules, static_cast<int>(options.pits)};
}

void declare_threads(Arguments& arguments, std::uint64_t& threads) {
    arguments.number("--threads", threads, {1, 256}, "that work together (default: all cores)");
}

int chosen_threads(std::uint64_t threads) {
    if (threads > 0) return static_cast<int>(threads);
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::string size_text(std::uint64_t bytes) {
    const auto size = static_cast<double>(bytes);
    if (bytes >= 1'000'000'000) return fmt::format("{:.2f} GB", size / 1e9);
    if (bytes >= 1'000'000) return fmt::format("{:.1f} MB", size / 1e6);
    return fmt::format("{:.1f} kB", size / 1e3);
}

}  // namespace kalah::app
