// The lines of the Kalah Game Protocol 1.0.1, [id][@ref] name arg…, and its commands as types:
// reads what a line says to a server or a client, and writes the lines of both. Callers decide
// whether a command is allowed now. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/result.hpp"

namespace kalah::kgp {

/// Ids count from 1; 0 means that there is none.
using Id = std::uint64_t;

/// The longest line of the protocol, in bytes without its end.
inline constexpr std::size_t kLongestLine = 16'384;

struct Argument {
    enum class Kind : std::uint8_t { integer, real, word, string, board };
    Kind kind = Kind::word;
    std::string text;  // of a string: what is between the quotes, escapes undone
    bool operator==(const Argument&) const = default;
};

struct Line {
    Id id = 0;
    Id ref = 0;
    std::string name;
    std::vector<Argument> arguments;
    bool operator==(const Line&) const = default;
};

/// Reads a line without its end. Blanks and tabs may stand before, behind and in any number between
/// its parts, not inside a board. The error of a line that does not match the grammar has a column.
[[nodiscard]] Result<Line> parse_line(std::string_view text);
/// True for a line of blanks and tabs, which means nothing.
[[nodiscard]] bool is_blank(std::string_view text);

/// The text as a string argument, in quotes. It can hold anything but a carriage return, for which
/// the protocol has no escape: that becomes a blank.
void append_quoted(std::string& out, std::string_view text);

// From the server.
struct Kgp {  // its first line: the version
    int major = 1;
    int minor = 0;
    int patch = 1;
    bool operator==(const Kgp&) const = default;
};
struct State {  // "choose a move here"; the reader is south, and to move
    Board board;
    bool operator==(const State&) const = default;
};
struct Stop {  // no more moves for the state it refers to
    bool operator==(const Stop&) const = default;
};
struct Problem {  // "what does this move do?"
    Board board;
    int pit = 0;  // from 0, on the wire too: unlike a move
    bool operator==(const Problem&) const = default;
};
struct Ping {
    bool operator==(const Ping&) const = default;
};

// From the client.
struct Mode {
    std::string name;
    bool operator==(const Mode&) const = default;
};
struct Move {
    int pit = 0;  // from 0 (from 1 on the wire); need not be on the board
    bool operator==(const Move&) const = default;
};
struct Yield {
    bool operator==(const Yield&) const = default;
};
struct Eval {
    double value = 0;
    bool operator==(const Eval&) const = default;
};
struct Solution {
    Board board;
    bool again = false;
    bool operator==(const Solution&) const = default;
};
struct Pong {
    bool operator==(const Pong&) const = default;
};

// From both.
struct Set {
    std::string option;
    std::string value;
    bool number = false;  // written without quotes
    bool operator==(const Set&) const = default;
};
struct Ok {
    bool operator==(const Ok&) const = default;
};
struct Failure {  // the command `error`
    std::string text;
    bool operator==(const Failure&) const = default;
};
struct Goodbye {
    bool operator==(const Goodbye&) const = default;
};

// Never written.
struct Unknown {  // a command that is none of these
    std::string name;
    bool operator==(const Unknown&) const = default;
};
struct Malformed {  // one of these with arguments that it does not take
    std::string name;
    std::string reason;
    bool operator==(const Malformed&) const = default;
};

using Command = std::variant<Kgp, State, Stop, Problem, Ping, Mode, Move, Yield, Eval, Solution,
                             Pong, Set, Ok, Failure, Goodbye, Unknown, Malformed>;

struct Message {
    Id id = 0;
    Id ref = 0;
    Command command;
    bool operator==(const Message&) const = default;
};

/// What a line says. Words may come as strings and strings as words. Commands that need no
/// arguments, such as `ping`, `pong` and `yield`, may carry some, which mean nothing. The error is
/// one of the grammar (parse_line).
[[nodiscard]] Result<Message> parse_message(std::string_view line);

/// Appends the line with its CRLF. The id must not be 0: some clients cannot read a ref without an
/// id before it. Boards must have south to move (see seen_by).
void append(std::string& out, const Message& message);
[[nodiscard]] std::string to_text(const Message& message);

/// The board as `side` sees it: `side` is south.
[[nodiscard]] Board seen_by(const Board& board, Side side);

}  // namespace kalah::kgp
