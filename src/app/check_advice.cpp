#include "app/check_advice.hpp"

#include <algorithm>

namespace kalah::app {
namespace {

using programs::CheckedGame;

constexpr std::size_t kQuotedLines = 5;
// Exit codes of a shell that finds no such command, or may not run it.
constexpr int kCannotRun = 127;
constexpr int kMayNotRun = 126;

}  // namespace

std::string advice_for(const CheckedGame& game) {
    switch (game.loss().kind) {
        case FaultKind::illegal:
            return "Name a pit that has seeds, counted from 1 at your left; read the number of "
                   "pits "
                   "from each board.";
        case FaultKind::timeout:
            return game.end.ready ? "Answer each `state` with `move` and `yield` within the time "
                                    "limit (`time:clock`); look for an endless loop."
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
