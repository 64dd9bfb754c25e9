#include "kgp/clean_text.hpp"

#include <algorithm>
#include <array>

namespace kalah::kgp {
namespace {

/// Length of the UTF-8 character that the text begins with; 0 if it begins with none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80U                      ? 1
                               : first >= 0xC2U && first < 0xE0U  ? 2
                               : first >= 0xE0U && first < 0xF0U  ? 3
                               : first >= 0xF0U && first <= 0xF4U ? 4
                                                                  : 0;
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    if (length < 3) return length;
    const unsigned second = byte(1);
    const bool overlong = (first == 0xE0U && second < 0xA0U) || (first == 0xF0U && second < 0x90U);
    const bool no_character =
        (first == 0xEDU && second >= 0xA0U) || (first == 0xF4U && second >= 0x90U);
    return overlong || no_character ? 0 : length;
}

/// The character that a text of UTF-8 begins with, of a known length.
char32_t first_character(std::string_view text, std::size_t length) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (length == 1) return byte(0);
    char32_t character = byte(0) & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) character = character << 6U | (byte(i) & 0x3FU);
    return character;
}

/// True for characters that are invisible or change how the text around them looks: controls, and
/// Unicode's category Cf (marks of direction, joiners, tags) with its line and paragraph
/// separators.
bool is_unseen(char32_t c) {
    struct Range {
        char32_t first;
        char32_t last;
    };
    constexpr std::array<Range, 17> kUnseen = {{{0x00, 0x1F},
                                                {0x7F, 0x9F},
                                                {0xAD, 0xAD},
                                                {0x600, 0x605},
                                                {0x61C, 0x61C},
                                                {0x6DD, 0x6DD},
                                                {0x70F, 0x70F},
                                                {0x8E2, 0x8E2},
                                                {0x180E, 0x180E},
                                                {0x200B, 0x200F},
                                                {0x2028, 0x202E},
                                                {0x2060, 0x206F},
                                                {0xFEFF, 0xFEFF},
                                                {0xFFF9, 0xFFFB},
                                                {0x13430, 0x13438},
                                                {0x1D173, 0x1D17A},
                                                {0xE0000, 0xE007F}}};
    return std::any_of(kUnseen.begin(), kUnseen.end(),
                       [c](const Range& range) { return range.first <= c && c <= range.last; });
}

/// True for a joiner (U+200C, U+200D) after a character that it can join: Persian and Hindi names
/// contain them, and so do many emoji.
bool joins(char32_t before, char32_t character) {
    constexpr char32_t kFirst = 0x200C;
    constexpr char32_t kLast = 0x200D;
    return character >= kFirst && character <= kLast && before > 0x7F &&
           (before < kFirst || before > kLast);
}

}  // namespace

std::string clean_text(std::string_view text, std::size_t most_bytes, Breaks breaks) {
    std::string clean;
    char32_t before = 0;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::size_t step = std::max<std::size_t>(length, 1);
        if (clean.size() + step > most_bytes) break;
        const char32_t character = length == 0 ? 0 : first_character(text, length);
        const bool kept = (breaks == Breaks::keep && (text[0] == '\n' || text[0] == '\t')) ||
                          joins(before, character);
        const bool shown = length > 0 && (kept || !is_unseen(character));
        if (shown)
            clean += text.substr(0, step);
        else
            clean += '?';
        before = shown ? character : U'?';
        text.remove_prefix(step);
    }
    return clean;
}

}  // namespace kalah::kgp
