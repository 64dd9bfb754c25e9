#include "app/terminal/pit_choice.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "app/terminal/progress.hpp"
#include "kalah/moves.hpp"

namespace kalah::app {

std::optional<std::string> PitChoice::walk(const Board& board, Arrow which,
                                           const std::string& line) {
    const bool walking = pit_ && line == std::to_string(*pit_ + 1);
    if (!(line.empty() || walking)) return std::nullopt;
    if (!walking) pit_.reset();
    std::vector<int> order;
    for (const int pit : legal_moves(board)) order.push_back(pit);
    if (order.empty()) return std::nullopt;
    // From left to right: north's pits are drawn in reverse.
    if (board.to_move == Side::north) std::reverse(order.begin(), order.end());
    if (which == Arrow::left) std::reverse(order.begin(), order.end());
    const auto here = pit_ ? std::find(order.begin(), order.end(), *pit_) : order.end();
    pit_ = here == order.end() || here + 1 == order.end() ? order.front() : *(here + 1);
    return std::to_string(*pit_ + 1);
}

std::string over_board_above(const std::string& board, int below) {
    const auto lines = std::count(board.begin(), board.end(), '\n');
    return kSaveCursor + fmt::format("\x1b[{}A\r", lines + below) + board + kRestoreCursor;
}

}  // namespace kalah::app
