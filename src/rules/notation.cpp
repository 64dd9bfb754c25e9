#include "kalah/notation.hpp"

namespace kalah {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

bool TextCursor::take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
}

Result<int> TextCursor::number(int max, const std::string& what) {
    const std::size_t begin = at_;
    std::size_t end = at_;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    if (begin == end) return error("expected " + what + ", found " + next_shown());
    const std::string digits(text_.substr(begin, end - begin));
    if (digits.size() > 1 && digits[0] == '0')
        return error(what + ": " + digits + " has a leading zero");
    if (digits.size() > 9 || std::stoi(digits) > max)
        return error(what + ": " + printable(digits) + " is more than " + std::to_string(max));
    at_ = end;
    return std::stoi(digits);
}

std::string TextCursor::next_shown() const {
    if (done()) return "the end";
    const char c = text_[at_];
    if (c == '\t') return "a tab";
    if (c < ' ' || c > '~') return "a character that does not belong here";
    return std::string("'") + c + "'";
}

Result<BoardSize> parse_size(std::string_view text) {
    TextCursor cursor(text);
    const int pits_column = cursor.column();
    const auto pits = cursor.number(kMaxPits, "the number of pits");
    if (!pits) return pits.error();
    if (*pits == 0) return Error{"a board has 1 to 12 pits a side", pits_column};
    if (!cursor.take('x')) return cursor.error("expected 'x', found " + cursor.next_shown());
    const int seeds_column = cursor.column();
    const auto seeds = cursor.number(kMaxSeeds, "the number of seeds");
    if (!seeds) return seeds.error();
    if (2 * *pits * *seeds > kMaxSeeds)
        return Error{"more than " + std::to_string(kMaxSeeds) + " seeds in all", seeds_column};
    if (*seeds == 0) return Error{"a pit starts with at least 1 seed", seeds_column};
    if (!cursor.done()) return cursor.error("expected the end, found " + cursor.next_shown());
    return BoardSize{*pits, *seeds};
}

std::string to_text(BoardSize size) {
    return std::to_string(size.pits) + "x" + std::to_string(size.seeds);
}

Result<Board> parse_position(std::string_view text) {
    TextCursor cursor(text);
    if (!cursor.take('<')) return cursor.error("expected '<', found " + cursor.next_shown());
    const int pits_column = cursor.column();
    const auto pits = cursor.number(kMaxPits, "the number of pits");
    if (!pits) return pits.error();
    if (*pits == 0) return Error{"a board has 1 to 12 pits a side", pits_column};

    Board board;
    board.width = static_cast<std::uint8_t>(*pits);
    int room = kMaxSeeds;
    const auto read = [&](std::uint16_t& cell, const std::string& what) -> Result<int> {
        if (!cursor.take(','))
            return cursor.error("expected ',' and " + what + ", found " + cursor.next_shown());
        const int column = cursor.column();
        auto seeds = cursor.number(kMaxSeeds, what);
        if (!seeds) return seeds;
        if (*seeds > room)
            return Error{what + ": more than " + std::to_string(kMaxSeeds) + " seeds in all",
                         column};
        cell = static_cast<std::uint16_t>(*seeds);
        room -= *seeds;
        return seeds;
    };
    for (const Side side : kBothSides) {
        const auto store = read(board.store(side), std::string(to_text(side)) + "'s store");
        if (!store) return store.error();
    }
    for (const Side side : kBothSides) {
        for (int pit = 0; pit < *pits; ++pit) {
            const auto seeds = read(board.row(side)[static_cast<std::size_t>(pit)],
                                    "pit " + std::to_string(pit + 1) + " of " + to_text(side));
            if (!seeds) return seeds.error();
        }
    }
    if (!cursor.take('>'))
        return cursor.error("expected '>' after " + std::to_string(2 * *pits) + " pits, found " +
                            cursor.next_shown());
    if (cursor.done()) return board;
    if (!cursor.take(' ') || !cursor.take('n') || !cursor.done())
        return cursor.error("expected the end, or \" n\" if north is to move");
    board.to_move = Side::north;
    return board;
}

std::string to_text(const Board& board) {
    std::string text = "<" + std::to_string(board.width);
    const auto append = [&](int seeds) { text += "," + std::to_string(seeds); };
    for (const Side side : kBothSides) append(board.store(side));
    for (const Side side : kBothSides)
        for (int pit = 0; pit < board.width; ++pit) append(board.at(side, pit));
    return text + (board.to_move == Side::south ? ">" : "> n");
}

Result<Board> parse_start(std::string_view text) {
    if (text.starts_with('<')) return parse_position(text);
    if (text.empty() || !is_digit(text.front()))
        return Error{"expected a size like 6x4 or a position like <2,0,0,3,3,3,3>", 1};
    const auto size = parse_size(text);
    if (!size) return size.error();
    return start_board(*size);
}

}  // namespace kalah
