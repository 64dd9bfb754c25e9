#include "app/terminal/board_text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include <fmt/core.h>

#include "kalah/notation.hpp"

namespace kalah::app {
namespace {

std::string side_in_words(const Board& board, Side side, bool own) {
    const std::string name = side == Side::south ? "South" : "North";
    std::string text = name + (own ? ", your " : ", ") +
                       (board.width == 1 ? "pit 1:" : fmt::format("pits 1 to {}:", board.width));
    for (int pit = 0; pit < board.width; ++pit) text += fmt::format(" {}", board.at(side, pit));
    return text + fmt::format("; store {}.\n", board.store(side));
}

}  // namespace

std::string board_text(const Board& board, const BoardStyle& style, const BoardScene& scene) {
    if (style.words) {
        const Side reader = scene.reader.value_or(board.to_move);
        return side_in_words(board, reader, true) + side_in_words(board, opponent(reader), false);
    }
    const int columns = style.columns();
    const bool compact = columns > 0 && columns < drawing_width(board);
    return draw(board, Look{style.colour, compact, scene.last, scene.chosen});
}

int terminal_columns(int fd) {
    if (::isatty(fd) != 1) return 0;
    winsize size{};
    if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    constexpr int kMost = 10'000;
    const char* columns = std::getenv("COLUMNS");
    TextCursor cursor(columns != nullptr ? columns : "");
    const auto number = cursor.number(kMost, "a number of columns");
    return number && cursor.done() ? *number : 0;
}

}  // namespace kalah::app
