// Result<T>: a value, or an Error that says what is wrong with input from outside and where.
// For text, files and arguments; bugs assert, and faults of players are values of their own.
#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "kalah/export.hpp"

namespace kalah {

/// What is wrong, for programs and for people. Other code looks at `code` and `args`, and the page
/// translates them. `message` says the same in English, only for people who read the terminal or
/// the log.
struct Error {
    /// A name with its value: {"ply", "7"}.
    using Args = std::vector<std::pair<std::string, std::string>>;

    std::string message;
    int column = 0;              // counted from 1; 0 = the whole text
    int line = 0;                // counted from 1; 0 = the text has one line
    std::string code = "input";  // one word, like "stale_ply"; "input": some text cannot be read
    Args args = {};
};

/// An error with a code, so that other code can tell it from others.
[[nodiscard]] inline Error coded(std::string code, std::string message, Error::Args args = {}) {
    return {std::move(message), 0, 0, std::move(code), std::move(args)};
}

/// "line 3, column 7: message", with the parts that are known.
[[nodiscard]] inline std::string to_text(const Error& error) {
    std::string where;
    if (error.line > 0) where += "line " + std::to_string(error.line);
    if (error.column > 0) {
        if (!where.empty()) where += ", ";
        where += "column " + std::to_string(error.column);
    }
    return where.empty() ? error.message : where + ": " + error.message;
}

/// Text from outside, made safe for a message: control characters escaped, shortened if long.
[[nodiscard]] inline std::string printable(std::string_view text) {
    constexpr std::size_t kLongest = 120;
    constexpr const char* kHex = "0123456789abcdef";
    std::string shown;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F)
            shown += c;
        else
            shown += {'\\', 'x', kHex[byte / 16], kHex[byte % 16]};
        if (shown.size() >= kLongest) return shown + "...";
    }
    return shown;
}
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    return '"' + printable(text) + '"';
}

template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}      // NOLINT: implicit on purpose
    Result(Error error) : state_(std::move(error)) {}  // NOLINT: implicit on purpose

    [[nodiscard]] explicit operator bool() const { return std::holds_alternative<T>(state_); }
    [[nodiscard]] const T& value() const {
        assert(*this);
        return *std::get_if<T>(&state_);
    }
    [[nodiscard]] const Error& error() const {
        assert(!*this);
        return *std::get_if<Error>(&state_);
    }
    /// Moves the value out, for types that cannot be copied.
    [[nodiscard]] T take() {
        assert(*this);
        return std::move(*std::get_if<T>(&state_));
    }
    const T& operator*() const { return value(); }
    const T* operator->() const { return &value(); }

  private:
    std::variant<T, Error> state_;
};

}  // namespace kalah
