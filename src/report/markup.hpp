// Texts from outside, made harmless for the place where they are put. What is not UTF-8, and
// control characters, become replacement characters everywhere. Pure functions, any thread.
#pragma once

#include <string>
#include <string_view>

namespace kalah::report {

/// For HTML and SVG, between tags and in quoted attributes.
[[nodiscard]] std::string html_text(std::string_view text);
/// A string of JSON with its quotes, which can also stand in a script element of HTML.
[[nodiscard]] std::string json_text(std::string_view text);
/// For a line of Markdown, or a cell of its tables: nothing in it means anything but itself.
[[nodiscard]] std::string markdown_text(std::string_view text);
/// One word of a shell's command line.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace kalah::report
