// Cells of CSV tables (RFC 4180). Pure functions, any thread.
#pragma once

#include <string>
#include <string_view>

namespace kalah {

/// A text in quotes. Texts from outside that a spreadsheet would run as a formula ("=cmd()") get an
/// apostrophe in front, which makes them plain text there.
[[nodiscard]] inline std::string csv_text(std::string_view text) {
    std::string cell = "\"";
    constexpr std::string_view kFormula = "=+-@\t\r\n|%";
    // Spreadsheets skip blanks in front of a formula.
    const std::size_t first = text.find_first_not_of(' ');
    if (first != std::string_view::npos && kFormula.find(text[first]) != std::string_view::npos)
        cell += '\'';
    for (const char c : text) {
        if (c == '\0') continue;  // ends the cell in some programs
        cell.append(c == '"' ? 2 : 1, c);
    }
    return cell + '"';
}

}  // namespace kalah
