// Small text helpers for every layer: trimming, lower case, grouping digits in threes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace kalah {

/// Removes blanks, tabs and line ends at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// Changes only A to Z, whatever the locale.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower;
}

/// Whether two names are the same, as the store compares them: by lower_case.
[[nodiscard]] inline bool alike(std::string_view a, std::string_view b) {
    return lower_case(a) == lower_case(b);
}

/// "12,345,678"
[[nodiscard]] inline std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
    return text;
}

}  // namespace kalah
