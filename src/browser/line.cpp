#include "browser/line.hpp"

#include "kalah/notation.hpp"

namespace kalah::browser {
namespace {

Error about(const std::string& key, const Error& error) {
    return {key + ": " + error.message, error.column, error.line};
}

Result<Board> read_start(std::string_view text) {
    const auto start = parse_start(text);
    if (start && seeds_in_all(*start) > kMostSeeds)
        return Error{"at most " + std::to_string(kMostSeeds) + " seeds here", 1};
    return start;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Numbers in a text: as many moves as it can be.
std::size_t numbers_in(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (is_digit(text[i]) && (i == 0 || !is_digit(text[i - 1]))) ++count;
    return count;
}

std::optional<Error> too_long(std::size_t moves) {
    if (moves <= kMostLineMoves) return std::nullopt;
    return Error{"at most " + std::to_string(kMostLineMoves) + " moves here"};
}

/// What makes a game's text too large to be played; nothing is played to know it.
std::optional<Error> too_large(std::string_view text) {
    std::size_t moves = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with("moves")) moves += numbers_in(line);
        if (!line.starts_with("start ")) continue;
        const auto start = read_start(line.substr(6));
        if (!start && parse_start(line.substr(6))) return about("start", start.error());
    }
    return too_long(moves);
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
    text.remove_prefix(first);
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

Line take_line(Fields& fields) {
    Line line;
    line.rules = fields.text("rules");
    line.start = fields.maybe_text("start");
    line.moves = fields.maybe_text("moves").value_or("");
    return line;
}

Result<Game> read_line(const Line& line) {
    const auto preset = parse_rules(line.rules);
    if (!preset) return about("rules", preset.error());
    const auto start =
        line.start ? read_start(*line.start) : Result<Board>(start_board(preset->size));
    if (!start) return about("start", start.error());
    if (const auto error = too_long(numbers_in(line.moves))) return about("moves", *error);
    Game game(preset->rules, *start);
    if (const auto played = game.play_text(line.moves); !played)
        return about("moves", played.error());
    return game;
}

Result<Game> read_text(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return Error{"the text is empty"};
    if (text.starts_with("kalah-game")) {
        if (const auto error = too_large(text)) return *error;
        auto game = parse_game(text);
        if (!game) return Error{to_text(game.error())};
        return game;
    }
    const auto start = read_start(text);
    if (!start) return start.error();
    return Game(Rules{}, *start);
}

}  // namespace kalah::browser
