#include "rules/drawing.hpp"

#include <algorithm>
#include <string_view>

namespace kalah {
namespace {

constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlayable = "\x1b[1;32m";
constexpr std::string_view kReset = "\x1b[0m";
constexpr std::size_t kMargin = 5;  // width of "north" and "south"

class Drawing {
  public:
    Drawing(const Board& board, Colour colour) : board_(board), colour_(colour) {
        int most = 10;  // columns for two digits at least
        for (const Side side : kBothSides)
            for (int pit = 0; pit < board.width; ++pit) most = std::max(most, board.at(side, pit));
        digits_ = std::to_string(most).size();
    }

    std::string text() const {
        const std::string blank(kMargin, ' ');
        return line(blank, numbers(Side::north), "") +                               //
               line(shown(Side::north, "north"), rule(), "") +                       //
               line(shown(Side::north, store(Side::north)), row(Side::north), "") +  //
               line(blank, rule(), shown(Side::south, "south")) +                    //
               line(blank, row(Side::south), shown(Side::south, trimmed_store())) +  //
               line(blank, rule(), "") +                                             //
               line(blank, numbers(Side::south), "");
    }

  private:
    static std::string padded(const std::string& text, std::size_t width) {
        return std::string(width - std::min(width, text.size()), ' ') + text;
    }
    std::string paint(std::string_view style, const std::string& text) const {
        if (colour_ == Colour::no) return text;
        return std::string(style) + text + std::string(kReset);
    }
    /// The mover's name and store in bold.
    std::string shown(Side side, const std::string& text) const {
        return side == board_.to_move ? paint(kBold, text) : text;
    }
    std::string store(Side side) const { return padded(trimmed(side), kMargin); }
    std::string trimmed(Side side) const { return std::to_string(board_.store(side)); }
    std::string trimmed_store() const { return trimmed(Side::south); }

    /// North's row runs from right to left.
    int pit_at(Side side, int place) const {
        return side == Side::south ? place : board_.width - 1 - place;
    }
    std::string numbers(Side side) const {
        std::string text;
        for (int place = 0; place < board_.width; ++place)
            text += "  " + padded(std::to_string(pit_at(side, place) + 1), digits_) + " ";
        while (text.back() == ' ') text.pop_back();
        return paint(kDim, text);
    }
    std::string row(Side side) const {
        std::string text = "|";
        for (int place = 0; place < board_.width; ++place) {
            const int seeds = board_.at(side, pit_at(side, place));
            const std::string number = padded(std::to_string(seeds), digits_);
            if (seeds == 0)
                text += " " + paint(kDim, number) + " |";
            else
                text += " " + (side == board_.to_move ? paint(kPlayable, number) : number) + " |";
        }
        return text;
    }
    std::string rule() const {
        std::string text = "+";
        for (int place = 0; place < board_.width; ++place)
            text += std::string(digits_ + 2, '-') + "+";
        return text;
    }
    static std::string line(const std::string& left, const std::string& middle,
                            const std::string& right) {
        return " " + left + "  " + middle + (right.empty() ? "" : "  " + right) + "\n";
    }

    const Board& board_;
    Colour colour_;
    std::size_t digits_ = 2;
};

}  // namespace

std::string draw(const Board& board, Colour colour) {
    return Drawing(board, colour).text();
}

}  // namespace kalah
