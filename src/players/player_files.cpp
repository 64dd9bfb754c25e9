#include "players/player_files.hpp"

#include <filesystem>

#include "files/file_checksum.hpp"

namespace kalah::players {
namespace {

constexpr std::string_view kDatabase = "database of ";

/// Words of a command as a shell would split them, as far as they are plain or in quotes.
std::vector<std::string> words_of(const std::string& command) {
    std::vector<std::string> words(1);
    char quote = 0;
    for (const char c : command) {
        if (quote != 0 ? c == quote : c == '"' || c == '\'')
            quote = quote != 0 ? '\0' : c;
        else if (quote == 0 && (c == ' ' || c == '\t' || c == ';' || c == '&' || c == '|'))
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

void append(std::string& all, const std::string& one) {
    if (("; " + all + "; ").find("; " + one + "; ") == std::string::npos)
        all += (all.empty() ? "" : "; ") + one;
}

std::optional<Error> add_file(std::string& all, const std::string& what, const std::string& path) {
    const auto checksum = files::file_checksum(path);
    if (!checksum) return checksum.error();
    append(all, what + ' ' + std::filesystem::path(path).filename().string() + ' ' + *checksum);
    return std::nullopt;
}

}  // namespace

Result<std::string> player_files(const Spec& equipped, const GameKind& game) {
    std::string all;
    if (equipped.book && !equipped.book_file.empty())
        if (auto error = add_file(all, "book", equipped.book_file)) return *error;
    if (equipped.settings.database) {
        const files::DatabaseLocation place{equipped.database_directory, game.rules, game.pits};
        const auto checksum = files::database_checksum(place);
        if (!checksum) return checksum.error();
        append(all, std::string(kDatabase) + std::to_string(files::highest_level(place)) +
                        " seeds " + *checksum);
    }
    if (equipped.kind != Kind::program) return all;
    std::error_code ignored;
    for (const std::string& word : words_of(equipped.command))
        if (std::filesystem::is_regular_file(word, ignored))
            if (auto error = add_file(all, "program", word)) return *error;
    return all;
}

bool has_database(const std::string& files) {
    return ("; " + files).find("; " + std::string(kDatabase)) != std::string::npos;
}

}  // namespace kalah::players
