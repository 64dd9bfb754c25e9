#include "rules/drawing.hpp"

#include <algorithm>
#include <string_view>

namespace kalah {
namespace {

constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlayable = "\x1b[1;32m";
constexpr std::string_view kMarked = "\x1b[1;33m";
constexpr std::string_view kChosen = "\x1b[7m";
constexpr std::string_view kReset = "\x1b[0m";
constexpr std::size_t kMargin = 5;  // width of "north" and "south"

constexpr char kPlayed = 'o';
constexpr char kLast = '*';
constexpr char kCaptured = 'x';

std::size_t digits_of(const Board& board) {
    int most = 10;  // columns for two digits at least
    for (const Side side : kBothSides)
        for (int pit = 0; pit < board.width; ++pit) most = std::max(most, board.at(side, pit));
    return std::to_string(most).size();
}

std::string padded(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

class Drawing {
  public:
    Drawing(const Board& board, const Look& look)
        : board_(board), look_(look), digits_(digits_of(board)) {}

    std::string text() const {
        const std::string blank(kMargin, ' ');
        return line(blank, numbers(Side::north), "") +                                   //
               line(shown(Side::north, "north"), rule(), "") +                           //
               line(padded_store(), row(Side::north), "", store_mark(Side::north)) +     //
               line(blank, rule(), shown(Side::south, "south")) +                        //
               line(blank, row(Side::south), shown(Side::south, marked(Side::south))) +  //
               line(blank, rule(), "") +                                                 //
               line(blank, numbers(Side::south), "");
    }

    std::string compact_text() const {
        const std::string south = "south " + marked(Side::south);
        const std::size_t columns = 3 + static_cast<std::size_t>(board_.width) * (digits_ + 1);
        return shown(Side::north, "north " + marked(Side::north)) + "\n" +  //
               " " + numbers(Side::north) + "\n" +                          //
               row(Side::north) + "\n" +                                    //
               row(Side::south) + "\n" +                                    //
               " " + numbers(Side::south) + "\n" +                          //
               std::string(columns - std::min(columns, south.size()), ' ') +
               shown(Side::south, south) + "\n";
    }

  private:
    std::string paint(std::string_view style, const std::string& text) const {
        if (look_.colour == Colour::no || text.empty()) return text;
        return std::string(style) + text + std::string(kReset);
    }
    /// The mover's name and store in bold.
    std::string shown(Side side, const std::string& text) const {
        return side == board_.to_move ? paint(kBold, text) : text;
    }
    std::string store(Side side) const { return std::to_string(board_.store(side)); }
    std::string padded_store() const {
        return shown(Side::north, padded(store(Side::north), kMargin));
    }
    std::string store_mark(Side side) const {
        const MoveResult* last = look_.last;
        const bool fell_here =
            last != nullptr && last->mover == side && last->last == MoveResult::Last::store;
        return fell_here ? std::string(1, kLast) : "";
    }
    std::string marked(Side side) const { return store(side) + store_mark(side); }

    /// The character behind a pit's number, a blank for none.
    char mark(Side side, int pit) const {
        if (look_.last == nullptr) return ' ';
        const MoveResult& move = *look_.last;
        const bool own = side == move.mover;
        if (move.captured > 0) {
            const int end = own ? move.last_pit : board_.width - 1 - move.last_pit;
            if (pit == end) return own ? kLast : kCaptured;
        } else if (move.last != MoveResult::Last::store && pit == move.last_pit &&
                   own == (move.last == MoveResult::Last::own_pit)) {
            return kLast;
        }
        return own && pit == move.pit ? kPlayed : ' ';
    }

    /// North's row runs from right to left.
    int pit_at(Side side, int place) const {
        return side == Side::south ? place : board_.width - 1 - place;
    }
    std::string numbers(Side side) const {
        const std::string gap(look_.compact ? 1 : 2, ' ');
        std::string text;
        for (int place = 0; place < board_.width; ++place)
            text += gap + padded(std::to_string(pit_at(side, place) + 1), digits_) +
                    (look_.compact ? "" : " ");
        while (text.back() == ' ') text.pop_back();
        return paint(kDim, text);
    }
    /// In a compact row, the blank before a number is the one behind its neighbour's.
    std::string row(Side side) const {
        std::string text = "|";
        std::string before = " ";
        for (int place = 0; place < board_.width; ++place) {
            const int pit = pit_at(side, place);
            const char sign = mark(side, pit);
            const bool chosen = side == board_.to_move && look_.chosen == pit;
            std::string behind = chosen ? "]" : std::string(1, sign);
            if (!chosen && sign != ' ') behind = paint(kMarked, behind);
            text += (chosen ? "[" : before) + number(side, pit, chosen, sign);
            if (look_.compact) {
                before = behind;
            } else {
                text += behind + "|";
            }
        }
        return look_.compact ? text + before + "|" : text;
    }
    std::string number(Side side, int pit, bool chosen, char sign) const {
        const int seeds = board_.at(side, pit);
        const std::string text = padded(std::to_string(seeds), digits_);
        if (chosen) return paint(kChosen, text);
        if (sign != ' ') return paint(kMarked, text);
        if (seeds == 0) return paint(kDim, text);
        return side == board_.to_move ? paint(kPlayable, text) : text;
    }
    std::string rule() const {
        std::string text = "+";
        for (int place = 0; place < board_.width; ++place)
            text += std::string(digits_ + 2, '-') + "+";
        return text;
    }
    static std::string line(const std::string& left, const std::string& middle,
                            const std::string& right, const std::string& mark = "") {
        return " " + left + (mark.empty() ? " " : mark) + " " + middle +
               (right.empty() ? "" : "  " + right) + "\n";
    }

    const Board& board_;
    const Look& look_;
    std::size_t digits_;
};

}  // namespace

std::string draw(const Board& board, const Look& look) {
    const Drawing drawing(board, look);
    return look.compact ? drawing.compact_text() : drawing.text();
}

std::string draw(const Board& board, Colour colour) {
    return draw(board, Look{colour});
}

int drawing_width(const Board& board) {
    constexpr int kMargins = 1 + 2 * (static_cast<int>(kMargin) + 2) + 1;
    return kMargins + board.width * (static_cast<int>(digits_of(board)) + 3);
}

}  // namespace kalah
