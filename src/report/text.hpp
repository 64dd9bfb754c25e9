// Text of reports: escaping for the place where a text is put, and numbers in words. Invalid UTF-8
// and control characters become replacement characters. Pure functions, any thread.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kalah::report {

/// For HTML and SVG, between tags and in quoted attributes.
[[nodiscard]] std::string html_text(std::string_view text);
/// A string of JSON with its quotes; it is safe in a script element of HTML.
[[nodiscard]] std::string json_text(std::string_view text);
/// For a line of Markdown, or a cell of its tables: no character has a special meaning.
[[nodiscard]] std::string markdown_text(std::string_view text);
/// One word of a shell's command line.
[[nodiscard]] std::string shell_word(std::string_view text);

/// "+1.25" with a real minus sign, or "-" without value.
[[nodiscard]] std::string signed_number(double value, int digits);
[[nodiscard]] std::string signed_number(const std::optional<double>& value, int digits);
/// " ± 2.50", or nothing.
[[nodiscard]] std::string plus_minus(const std::optional<double>& error, int digits,
                                     double scale = 1);
/// "1 game", "2 games"
template <std::integral Count>
[[nodiscard]] std::string counted(Count count, std::string_view one) {
    return std::to_string(count).append(" ").append(one).append(count == 1 ? "" : "s");
}
/// "12 games", or "12 games (10 played, 2 forfeited)"
[[nodiscard]] std::string games_text(std::size_t games, std::size_t played);
/// "4½"
[[nodiscard]] std::string points_text(double points);
[[nodiscard]] std::string percent(double share);

}  // namespace kalah::report
