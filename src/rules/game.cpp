#include "kalah/game.hpp"

#include <cassert>

#include "kalah/notation.hpp"

namespace kalah {
namespace {

constexpr std::string_view kHeading = "kalah-game 1";
constexpr int kHugePit = 999'999'999;  // so that validate() rejects a pit that is too high

/// The letters of the sides in texts that name pits like A3: the first player's third.
constexpr PerSide<char> kLetters{'A', 'B'};

std::optional<Side> owner_of_letter(TextCursor& cursor) {
    for (const Side side : kBothSides)
        if (cursor.take(kLetters[side]) || cursor.take(static_cast<char>(kLetters[side] + 32)))
            return side;
    return std::nullopt;
}

std::string result_text(const Board& board) {
    return std::to_string(board.store(Side::south)) + "-" +
           std::to_string(board.store(Side::north));
}

/// Reads a game text: each line is "key value", in the order of the comment in game.hpp.
struct GameText {
    std::optional<Preset> rules;
    std::optional<Game> game;
    bool result_seen = false;

    std::optional<Error> line(std::string_view key, std::string_view value) {
        const int value_column = static_cast<int>(key.size()) + 2;
        const auto moved = [&](const Error& error) {
            return Error{error.message, error.column + value_column - 1};
        };
        if (result_seen) return Error{"nothing may follow the result", 1};
        if (key == "rules") {
            if (rules) return Error{"rules stand here for the second time", 1};
            const auto parsed = parse_rules(value);
            if (!parsed) return moved(parsed.error());
            rules = *parsed;
        } else if (key == "start") {
            if (!rules) return Error{"the line \"rules …\" must come before this one", 1};
            if (game) return Error{"start stands here for the second time", 1};
            const auto start = parse_start(value);
            if (!start) return moved(start.error());
            game.emplace(rules->rules, *start);
        } else if (key == "moves") {
            if (!game) return Error{"the line \"start …\" must come before this one", 1};
            const auto played = game->play_text(value);
            if (!played) return moved(played.error());
        } else if (key == "result") {
            if (!game || !game->over()) return Error{"a result, but the game is not over", 1};
            const std::string actual = result_text(game->board());
            if (value != actual)
                return Error{"the moves lead to the result " + actual, value_column};
            result_seen = true;
        } else {
            return Error{"expected rules, start, moves or result", 1};
        }
        return std::nullopt;
    }
};

}  // namespace

std::optional<Error> Game::validate(int pit) const {
    if (over()) return coded("game_over", "the game is over");
    const std::string number = std::to_string(pit + 1);
    const std::string width = std::to_string(board().width);
    if (pit < 0 || pit >= board().width)
        return coded("no_such_pit", "pit " + number + " does not exist: the pits are 1 to " + width,
                     {{"pit", number}, {"pits", width}});
    const std::string side = to_text(board().to_move);
    if (board().at(board().to_move, pit) == 0)
        return coded("empty_pit", "pit " + number + " of " + side + " is empty",
                     {{"pit", number}, {"side", side}});
    return std::nullopt;
}

const MoveResult& Game::play(int pit) {
    assert(!validate(pit));
    boards_.push_back(board());
    return played_.emplace_back(kalah::apply(rules_, boards_.back(), pit));
}

bool Game::undo() {
    if (played_.empty()) return false;
    boards_.pop_back();
    played_.pop_back();
    return true;
}

Result<int> Game::play_text(std::string_view moves) {
    Game next = *this;
    TextCursor cursor(moves);
    int count = 0;
    while (cursor.take(' ')) {
    }
    while (!cursor.done()) {
        const int column = cursor.column();
        const auto owner = owner_of_letter(cursor);
        const auto pit = cursor.number(kHugePit, "a pit number");
        if (!pit) return pit.error();
        if (owner && *owner != next.board().to_move && !next.over())
            return Error{std::string(to_text(next.board().to_move)) +
                             " is to move, whose pits are " + kLetters[opponent(*owner)] + "1 to " +
                             kLetters[opponent(*owner)] + std::to_string(next.board().width),
                         column};
        if (auto error = next.validate(*pit - 1)) {
            error->column = column;
            return *error;
        }
        const bool extra_turn = next.play(*pit - 1).extra_turn;
        ++count;
        if (cursor.done()) break;

        const int separator = cursor.column();
        if (cursor.take('-')) {
            if (!extra_turn)
                return Error{"'-' after pit " + std::to_string(*pit) +
                                 ", which gave no extra turn: write a blank",
                             separator};
            if (cursor.done()) return cursor.error("a move must follow '-'");
        } else if (cursor.take(' ')) {
            while (cursor.take(' ')) {
            }
        } else {
            return cursor.error("expected a blank or '-', found " + cursor.next_shown());
        }
    }
    *this = std::move(next);
    return count;
}

std::string moves_text(const Game& game) {
    std::string text;
    bool extra_turn = false;
    for (const MoveResult& played : game.played()) {
        if (!text.empty()) text += extra_turn ? '-' : ' ';
        text += std::to_string(played.pit + 1);
        extra_turn = played.extra_turn;
    }
    return text;
}

std::string start_text(const Board& board) {
    const BoardSize size{board.width, board.at(Side::south, 0)};
    const bool even = size.seeds > 0 && 2 * size.pits * size.seeds == seeds_in_all(board);
    return even && board == start_board(size) ? to_text(size) : to_text(board);
}

std::string to_text(const Game& game) {
    std::string text(kHeading);
    text += "\nrules " + to_text(game.rules());
    text += "\nstart " + start_text(game.start());
    if (!game.played().empty()) text += "\nmoves " + moves_text(game);
    if (game.over()) text += "\nresult " + result_text(game.board());
    return text + "\n";
}

Result<Game> parse_game(std::string_view text) {
    GameText reader;
    int line_number = 0;
    while (!text.empty()) {
        ++line_number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);  // a Windows line end
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line_number == 1) {
            if (line != kHeading)
                return Error{"expected \"" + std::string(kHeading) + '"', 1, line_number};
            continue;
        }
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::string_view value = line.substr(std::min(blank + 1, line.size()));
        if (auto error = reader.line(line.substr(0, blank), value)) {
            error->line = line_number;
            return *error;
        }
    }
    if (line_number == 0) return Error{"the file is empty"};
    if (!reader.game) return Error{"no game: the line \"start …\" is missing"};
    return *reader.game;
}

}  // namespace kalah
