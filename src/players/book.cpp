#include "players/book.hpp"

#include <array>
#include <cassert>
#include <charconv>

namespace kalah::players {
namespace {

constexpr std::string_view kMagic = "kalah-book 1";
constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";

std::string row_text(const Board& board, Side side) {
    std::string row;
    for (int pit = 0; pit < board.width; ++pit)
        row += kDigits[static_cast<std::size_t>(board.at(side, pit))];
    return row;
}

std::string key_of(const Board& board) {
    return row_text(board, board.to_move) + " " + row_text(board, opponent(board.to_move));
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        if (end > 0) words.push_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return words;
}

bool is_row(std::string_view word, std::size_t width) {
    return word.size() == width && word.find_first_not_of(kDigits) == std::string_view::npos;
}

std::optional<int> number(std::string_view word) {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

struct Line {
    std::string key;
    BookMove move;
};

Result<Line> parse_line(std::string_view text) {
    const auto words = words_of(text);
    if (words.size() != 4) return Error{"expected two rows of pits, a move and its worth"};
    const std::size_t width = words[0].size();
    if (width > kMaxPits || !is_row(words[0], width) || !is_row(words[1], width))
        return Error{"expected two equally long rows of pits, each a digit or a letter"};
    const auto pit = number(words[2]);
    if (!pit || *pit < 1 || *pit > static_cast<int>(width) ||
        words[0][static_cast<std::size_t>(*pit) - 1] == '0')
        return Error{"pit " + printable(words[2]) + " cannot be played"};
    std::string_view worth = words[3];
    const bool proved = worth.back() != '~';
    if (!proved) worth.remove_suffix(1);
    const auto future = number(worth);
    if (!future || *future < -kMaxSeeds || *future > kMaxSeeds)
        return Error{"expected a number of seeds, not " + in_quotes(words[3])};
    return Line{std::string(words[0]) + " " + std::string(words[1]), {*pit - 1, *future, proved}};
}

bool starts_with_word(std::string_view line, std::string_view word) {
    return line.substr(0, word.size()) == word && line.substr(word.size(), 1) == " ";
}

}  // namespace

bool Book::writable(const Board& board) {
    for (const Side side : kBothSides)
        for (int pit = 0; pit < board.width; ++pit)
            if (board.at(side, pit) >= static_cast<int>(kDigits.size())) return false;
    return true;
}

Book::Chapter& Book::chapter(const Rules& rules) {
    for (Chapter& chapter : chapters_)
        if (chapter.rules == rules) return chapter;
    return chapters_.emplace_back(Chapter{rules});
}

std::optional<BookMove> Book::find(const Rules& rules, const Board& board) const {
    if (!writable(board)) return std::nullopt;
    for (const Chapter& chapter : chapters_) {
        if (chapter.rules != rules) continue;
        const auto found = chapter.moves.find(key_of(board));
        if (found != chapter.moves.end()) return found->second;
    }
    return std::nullopt;
}

void Book::add(const Rules& rules, const Board& board, const BookMove& move) {
    assert(writable(board));
    auto& moves = chapter(rules).moves;
    const auto [known, is_new] = moves.emplace(key_of(board), move);
    if (!is_new && (move.proved || !known->second.proved)) known->second = move;
}

void Book::note(const Rules& rules, const std::string& command) {
    auto& made = chapter(rules).made;
    if (made.empty() || made.back() != command) made.push_back(command);
}

std::string Book::to_text() const {
    std::string text(kMagic);
    text += '\n';
    for (const Chapter& chapter : chapters_) {
        text += "rules " + kalah::to_text(chapter.rules) + "\n";
        for (const auto& command : chapter.made) text += "made " + command + "\n";
        for (const auto& [key, move] : chapter.moves)
            text += key + " " + std::to_string(move.pit + 1) + (move.future < 0 ? " " : " +") +
                    std::to_string(move.future) + (move.proved ? "\n" : "~\n");
    }
    return text;
}

Result<Book> Book::parse(std::string_view text) {
    Book book;
    Chapter* chapter = nullptr;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (number == 1) {
            if (line != kMagic) return Error{"no book: it begins with " + in_quotes(line), 0, 1};
        } else if (starts_with_word(line, "rules")) {
            const auto preset = parse_rules(line.substr(6));
            if (!preset) return Error{preset.error().message, 0, number};
            chapter = &book.chapter(preset->rules);
        } else if (chapter == nullptr) {
            return Error{"expected the rules first", 0, number};
        } else if (starts_with_word(line, "made")) {
            chapter->made.emplace_back(line.substr(5));
        } else if (!line.empty()) {
            const auto parsed = parse_line(line);
            if (!parsed) return Error{parsed.error().message, 0, number};
            chapter->moves.insert_or_assign(parsed->key, parsed->move);
        }
    }
    if (book.chapters_.empty()) return Error{"no book: it has no rules", 0, 1};
    return book;
}

}  // namespace kalah::players
