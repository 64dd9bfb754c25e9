#include "app/terminal/unfinished.hpp"

#include <filesystem>
#include <string_view>

#include "files/database_files.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

// kalah-unfinished 1
// south human
// north level4
// kalah-game 1        (and so on, as games are written)
constexpr std::string_view kHeading = "kalah-unfinished 1\n";

/// Takes "KEY VALUE\n" from the beginning of a text.
std::optional<std::string> take_line(std::string_view& text, std::string_view key) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || !text.starts_with(key)) return std::nullopt;
    const std::string value(text.substr(key.size(), end - key.size()));
    text.remove_prefix(end + 1);
    return value;
}

}  // namespace

std::string unfinished_path() {
    const std::string directory = files::default_directory();
    return directory.empty() ? "" : directory + "/unfinished.kalah";
}

Result<std::optional<Unfinished>> read_unfinished(const std::string& path) {
    std::error_code ignored;
    if (path.empty() || !std::filesystem::exists(path, ignored)) return std::optional<Unfinished>();
    const auto content = read_file(path);
    if (!content) return content.error();
    std::string_view text = *content;
    const Error damaged{path + ": this is no unfinished game; remove the file"};
    if (!text.starts_with(kHeading)) return damaged;
    text.remove_prefix(kHeading.size());
    const auto south = take_line(text, "south ");
    const auto north = take_line(text, "north ");
    if (!south || !north) return damaged;
    const auto game = parse_game(text);
    if (!game) return damaged;
    return std::optional<Unfinished>(Unfinished{*game, {*south, *north}});
}

std::optional<std::string> GameKeeper::write(const Game& game) const {
    if (path_.empty()) return "no directory for it: set XDG_DATA_HOME or HOME";
    const auto folder = std::filesystem::path(path_).parent_path();
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return folder.string() + ": " + error.message();
    const std::string text = std::string(kHeading) + "south " + players_[Side::south] + "\nnorth " +
                             players_[Side::north] + "\n" + to_text(game);
    return write_file(path_, text, Existing::replace);
}

void GameKeeper::changed(const Game& game) {
    const bool first = !begun_;
    begun_ = true;
    if (first || failed_) return;
    if (game.over()) {
        std::error_code ignored;
        if (has_file_) std::filesystem::remove(path_, ignored);
        has_file_ = false;
        return;
    }
    if (const auto error = write(game)) {
        failed_ = true;
        return on_error_(*error);
    }
    has_file_ = true;
}

}  // namespace kalah::app
