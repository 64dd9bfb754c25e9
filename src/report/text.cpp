#include "report/text.hpp"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace kalah::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// How many bytes the first character takes; 0 if it is not valid UTF-8 (RFC 3629: no overlong
/// forms, no surrogates, nothing above U+10FFFF).
std::size_t character_at(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t size = first < 0xC2   ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
    if (size == 0 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)) return 0;
    if ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) return 0;
    return size;
}

/// Copies text; `put` writes the characters of ASCII that can be seen, and blanks.
template <class Put>
std::string mapped(std::string_view text, const Put& put) {
    std::string result;
    result.reserve(text.size() + text.size() / 8);
    while (!text.empty()) {
        const std::size_t size = character_at(text);
        const char c = text.front();
        if (size > 1)
            result += text.substr(0, size);
        else if (size == 0 || c == 0x7F ||
                 (static_cast<std::uint8_t>(c) < 0x20 && c != '\n' && c != '\t'))
            result += kReplacement;
        else
            put(result, c);
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return result;
}

}  // namespace

std::string html_text(std::string_view text) {
    return mapped(text, [](std::string& result, char c) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default:
                result += c;
        }
    });
}

std::string json_text(std::string_view text) {
    return '"' +
           mapped(text,
                  [](std::string& result, char c) {
                      switch (c) {
                          case '"':
                              result += "\\\"";
                              break;
                          case '\\':
                              result += "\\\\";
                              break;
                          case '\n':
                              result += "\\n";
                              break;
                          case '\t':
                              result += "\\t";
                              break;
                          case '<':
                              result += "\\u003c";
                              break;  // neither </script> nor <!-- in a page
                          default:
                              result += c;
                      }
                  }) +
           '"';
}

std::string markdown_text(std::string_view text) {
    return mapped(text, [](std::string& result, char c) {
        static constexpr std::string_view kSpecial = "\\`*_{}[]()<>#+!|~$&@^";
        if (c == '\n' || c == '\t')
            result += ' ';
        else {
            if (kSpecial.find(c) != std::string_view::npos) result += '\\';
            result += c;
        }
    });
}

std::string shell_word(std::string_view text) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("-_=+:,./@%").find(c) != std::string_view::npos;
    };
    bool plain = !text.empty();
    std::string quoted = "'";
    for (const char c : text) {
        plain = plain && is_plain(c);
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return plain ? std::string(text) : quoted + "'";
}

std::string signed_number(double value, int digits) {
    std::string text = fmt::format("{:.{}f}", std::abs(value), digits);
    if (text.find_first_not_of("0.") == std::string::npos) return text;
    return (value < 0 ? "\u2212" : "+") + text;
}

std::string signed_number(const std::optional<double>& value, int digits) {
    return value ? signed_number(*value, digits) : "\u2013";
}

std::string plus_minus(const std::optional<double>& error, int digits, double scale) {
    return error ? fmt::format(" \u00B1 {:.{}f}", scale * *error, digits) : "";
}

std::string games_text(std::size_t games, std::size_t played) {
    std::string all = counted(games, "game");
    if (played == games) return all;
    return fmt::format("{} ({} played, {} forfeited)", all, played, games - played);
}

std::string points_text(double points) {
    const auto whole = static_cast<long>(points);
    const bool half = points > static_cast<double>(whole);
    if (!half) return std::to_string(whole);
    return (whole > 0 ? std::to_string(whole) : "") + "\u00BD";
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

}  // namespace kalah::report
