#include "app/terminal/move_report.hpp"

#include <fmt/core.h>

namespace kalah::app {
namespace {

std::string seeds(int count) {
    return fmt::format("{} seed{}", count, count == 1 ? "" : "s");
}

}  // namespace

std::string move_report(const MoveResult& played, const Board& after) {
    std::string text = seeds(played.sown);
    if (played.laps > 1) text += fmt::format(" in {} laps", played.laps);
    const int last_pit = played.last_pit + 1;
    switch (played.last) {
        case MoveResult::Last::store:
            text += ", the last in the store";
            if (played.extra_turn && !played.over) text += ": another move";
            break;
        case MoveResult::Last::own_pit:
            text += fmt::format(", the last in pit {}", last_pit);
            break;
        case MoveResult::Last::other_pit:
            text +=
                fmt::format(", the last in {}'s pit {}", to_text(opponent(played.mover)), last_pit);
            break;
    }
    if (played.captured > 0) text += ": captures " + seeds(played.captured);
    if (played.over) {
        text += "; ends the game";
        if (played.swept > 0) text += fmt::format(", {} swept", seeds(played.swept));
        text += ": " + status(after, true);
    }
    return text;
}

bool begins_with_pit(std::string_view line) {
    constexpr std::string_view kDigits = "0123456789";
    if (!line.empty() && std::string_view("ABab").find(line[0]) != std::string_view::npos)
        line.remove_prefix(1);
    return !line.empty() && kDigits.find(line[0]) != std::string_view::npos;
}

std::string status(const Board& board, bool over) {
    if (!over) return fmt::format("{} to move", to_text(board.to_move));
    const int south = board.store(Side::south);
    const int north = board.store(Side::north);
    const int left = seeds_in_all(board) - south - north;
    const std::string note = left > 0 ? fmt::format(" ({} left for nobody)", seeds(left)) : "";
    switch (winner_of(board)) {
        case Winner::south:
            return fmt::format("south wins {} to {}{}", south, north, note);
        case Winner::north:
            return fmt::format("north wins {} to {}{}", north, south, note);
        case Winner::draw:
            break;
    }
    return fmt::format("a draw, {} each{}", south, note);
}

}  // namespace kalah::app
