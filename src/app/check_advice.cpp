#include "app/check_advice.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kalah/notation.hpp"
#include "kgp/message.hpp"

namespace kalah::app {
namespace {

using programs::CheckedGame;
using programs::CheckPart;

constexpr std::size_t kQuotedLines = 5;
// Exit codes of a shell that finds no such command, or may not run it.
constexpr int kCannotRun = 127;
constexpr int kMayNotRun = 126;

}  // namespace

std::string time_text(double seconds) {
    return seconds < 0.0995 ? fmt::format("{:.0f} ms", 1000 * seconds)
                            : fmt::format("{:.3g} s", seconds);
}

std::string game_text(const CheckedGame& game) {
    if (game.task.part == CheckPart::positions)
        return fmt::format("\"{}\" {}", game.task.what, start_text(game.task.game.start()));
    return fmt::format("{} as {}", game.task.what, to_text(game.task.side));
}

std::string where_text(const CheckedGame& game, std::optional<std::size_t> ply) {
    const Game& played = game.record.game;
    std::string text = game_text(game) + ", rules " + to_text(played.rules());
    const std::size_t moves =
        std::min(ply.value_or(played.played().size()), played.played().size());
    const Board board = kgp::seen_by(played.board_after(moves), game.task.side);
    if (!game.end.ready || board.to_move != Side::south) return text;
    return text + ", state " + to_text(board);
}

std::string illegal_text(const CheckedGame& game) {
    if (game.loss().kind != FaultKind::illegal || !game.end.answer) return {};
    return fmt::format(": move {} in answer to state {}", game.end.answer->pit + 1,
                       to_text(game.last_seen()));
}

std::string late_text(const CheckedGame& game, double limit) {
    const std::string where = " (" + game_text(game) + ")";
    if (const auto& answer = game.end.answer; answer && answer->after_yield)
        return "named no move in time: sent `yield` before `move`" + where;
    if (const auto& answer = game.end.answer)
        return fmt::format("named no move in time: answered late, after {}{}",
                           time_text(answer->seconds), where);
    if (game.end.waited > 0)
        return fmt::format(
            "named no move in time: had not answered after {}, {:.1f} times the "
            "limit{}",
            time_text(game.end.waited), game.end.waited / limit, where);
    return "named no move in time" + where;
}

std::string first_line_of(const CheckedGame& game) {
    std::string text = game.loss().text;
    const auto words = last_lines(game.end.said);
    if (!words.empty() && text.ends_with(": " + words.back()))
        text.resize(text.size() - words.back().size() - 2);
    return text;
}

std::string advice_for(const CheckedGame& game) {
    switch (game.loss().kind) {
        case FaultKind::illegal:
            return "Name a pit that has seeds, counted from 1 at your left; read the number of "
                   "pits from each board. `kalah show '<...>'` draws the board of a state.";
        case FaultKind::timeout:
            if (game.ignored() != nullptr)
                return "Answer each `state` with `@ID move PIT`, with the id of the `state` and "
                       "the "
                       "pit in digits: `@4 move 3`.";
            if (game.end.answer && game.end.answer->after_yield)
                return "Send `yield` after the `move`: it ends the time for this `state`.";
            if (game.end.answer)
                return "Stop thinking before the limit, which `set time:clock` (or time:clock-ms) "
                       "names.";
            return game.end.ready ? "Answer each `state` with `move` and `yield`, with the id of "
                                    "the `state`, within the time limit (`time:clock`); look for "
                                    "an endless loop."
                                  : "Connect by TCP to the host KGP_HOST and the port KGP_PORT of "
                                    "the environment, and send `mode freeplay` after the server's "
                                    "`kgp` line. Standard input and output are no connection.";
        case FaultKind::crash:
            if (const int code = game.end.exit_code.value_or(0);
                code == kCannotRun || code == kMayNotRun)
                return "Check the command: its path is relative to this directory, and files must "
                       "be executable.";
            return "Find out why the program ends. Run it against `kalah serve --time 5s --bots "
                   "random --bot-after 1s` to see all its messages.";
        case FaultKind::gone:
            return "Keep the connection open until the server says `goodbye`.";
        case FaultKind::flood:
        case FaultKind::long_line:
            return "Send less: a `move` and a `yield` for each `state`, and at most a few "
                   "comments.";
        default:
            return "See docs/protocol.md, Faults.";
    }
}

std::vector<std::string> last_lines(const std::string& said) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < said.size();) {
        const std::size_t end = std::min(said.find('\n', at), said.size());
        std::string line = said.substr(at, end - at);
        if (line.ends_with('\r')) line.pop_back();
        if (line.find_first_not_of(" \t") != std::string::npos) lines.push_back(printable(line));
        at = end + 1;
    }
    if (lines.size() > kQuotedLines)
        lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kQuotedLines));
    return lines;
}

bool has_control_characters(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7F;
    });
}

}  // namespace kalah::app
