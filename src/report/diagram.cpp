#include "report/diagram.hpp"

#include <fmt/format.h>

#include "kalah/notation.hpp"
#include "report/text.hpp"

namespace kalah::report {
namespace {

// Pixels of the drawing; the page scales it.
constexpr int kPit = 52;     // from one pit to the next
constexpr int kRadius = 22;  // of a pit
constexpr int kStore = 56;   // width
constexpr int kMargin = 20;  // room for the numbers of the pits
constexpr int kDrawingHeight = 2 * kPit + 2 * kMargin;

struct Point {
    int x;
    int y;
};

Point place(int width, Side side, int pit) {
    const int column = side == Side::south ? pit : width - 1 - pit;
    return {kStore + column * kPit + kPit / 2,
            kMargin + (side == Side::north ? 0 : kPit) + kPit / 2};
}

std::string words(Point at, const char* kind, const std::string& text) {
    return fmt::format("<text x=\"{}\" y=\"{}\" class=\"{}\">{}</text>\n", at.x, at.y, kind,
                       html_text(text));
}

std::string pit_svg(const Diagram& diagram, Side side, int pit) {
    const Board& board = diagram.board;
    const Point at = place(board.width, side, pit);
    const bool own = side == board.to_move;
    const bool played = own && pit == diagram.played;
    const bool better = own && pit == diagram.better;
    std::string svg =
        fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"pit{}{}\"/>\n", at.x, at.y,
                    kRadius, played ? " played" : "", better ? " better" : "");
    svg += words({at.x, at.y + 6}, "seeds", std::to_string(board.at(side, pit)));
    const int label = side == Side::north ? kMargin - 6 : kDrawingHeight - 7;
    const std::string mark = better ? " \u2713" : played ? " \u2717" : "";
    return svg + words({at.x, label}, "pit-number", std::to_string(pit + 1) + mark);
}

std::string store_svg(const Board& board, Side side) {
    const int left = side == Side::north ? 4 : kStore + board.width * kPit + 4;
    const int width = kStore - 8;
    return fmt::format(
               "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"14\" class=\"pit\"/>\n",
               left, kMargin + 4, width, 2 * kPit - 8) +
           words({left + width / 2, kDrawingHeight / 2 + 6}, "seeds",
                 std::to_string(board.store(side))) +
           words({left + width / 2, kMargin - 6}, "pit-number", to_text(side));
}

}  // namespace

std::string board_svg(const Diagram& diagram) {
    const Board& board = diagram.board;
    const int width = 2 * kStore + board.width * kPit;
    std::string svg = fmt::format(
        "<svg class=\"position\" role=\"img\" viewBox=\"0 0 {} {}\" style=\"max-width:{}px\">\n"
        "<title>{}, {} to move: {} was played, {} is better</title>\n",
        width, kDrawingHeight, width, html_text(to_text(board)), to_text(board.to_move),
        diagram.played + 1, diagram.better + 1);
    for (const Side side : kBothSides) {
        svg += store_svg(board, side);
        for (int pit = 0; pit < board.width; ++pit) svg += pit_svg(diagram, side, pit);
    }
    return svg + "</svg>";
}

}  // namespace kalah::report
