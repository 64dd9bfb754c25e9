// The shape of every line of the Kalah Game Protocol, both directions: [id][@ref] name arg…
// What the names mean and which arguments they need is in message.hpp. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// Text from one client as it may be sent to others or shown: valid UTF-8 (a WebSocket peer must
/// close on anything else), at most so many bytes, nothing that cannot be seen or changes how its
/// neighbours look (control characters but perhaps line breaks and tabs, marks of direction,
/// joiners where nothing is to be joined, and the like). What does not fit that is replaced by '?',
/// or cut off.
enum class Breaks : bool { replace, keep };
[[nodiscard]] std::string clean_text(std::string_view text, std::size_t most_bytes,
                                     Breaks breaks = Breaks::replace);

}  // namespace kalah::kgp
