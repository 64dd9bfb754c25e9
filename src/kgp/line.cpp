#include "kgp/line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace kalah::kgp {
namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name(char c) {
    return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
bool is_word(char c) {
    return is_name(c) || c == ':' || c == '-';
}
template <class Test>
bool all_of(std::string_view text, Test test) {
    return !text.empty() && std::all_of(text.begin(), text.end(), test);
}

bool is_board(std::string_view text) {
    if (text.size() < 3 || text.front() != '<' || text.back() != '>') return false;
    char before = ',';
    for (const char c : text.substr(1, text.size() - 2)) {
        if (!is_digit(c) && (c != ',' || before == ',')) return false;
        before = c;
    }
    return before != ',';
}

/// Without its sign. The protocol has no exponents, but programs print them.
bool is_real(std::string_view text) {
    const std::size_t letter = text.find_first_of("eE");
    if (letter != std::string_view::npos) {
        std::string_view exponent = text.substr(letter + 1);
        if (!exponent.empty() && (exponent[0] == '+' || exponent[0] == '-'))
            exponent.remove_prefix(1);
        if (!all_of(exponent, is_digit)) return false;
        text = text.substr(0, letter);
        if (all_of(text, is_digit)) return true;
    }
    const std::size_t point = text.find('.');
    return point != std::string_view::npos && all_of(text.substr(point + 1), is_digit) &&
           (point == 0 || all_of(text.substr(0, point), is_digit));
}

std::optional<Argument::Kind> bare_kind(std::string_view text) {
    using enum Argument::Kind;
    std::string_view digits = text;
    if (!digits.empty() && (digits[0] == '+' || digits[0] == '-')) digits.remove_prefix(1);
    if (all_of(digits, is_digit)) return integer;
    if (is_real(digits)) return real;
    if (all_of(text, is_word)) return word;
    if (is_board(text)) return board;
    return std::nullopt;
}

/// "12", "12@8" or "@8"; nothing if the token is no such prefix or a number passes 64 bits.
struct Prefix {
    Id id = 0;
    Id ref = 0;
};
std::optional<Prefix> parse_prefix(std::string_view token) {
    const auto number = [](std::string_view digits) -> std::optional<Id> {
        Id value = 0;
        const char* end = digits.data() + digits.size();
        const auto [at, code] = std::from_chars(digits.data(), end, value);
        if (!all_of(digits, is_digit) || code != std::errc() || at != end) return std::nullopt;
        return value;
    };
    const std::size_t sign = token.find('@');
    Prefix prefix;
    if (sign != 0) {
        const auto id = number(token.substr(0, sign));
        if (!id) return std::nullopt;
        prefix.id = *id;
    }
    if (sign != std::string_view::npos) {
        const auto ref = number(token.substr(sign + 1));
        if (!ref) return std::nullopt;
        prefix.ref = *ref;
    }
    return prefix;
}

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) { skip_space(); }

    [[nodiscard]] bool done() const { return at_ == text_.size(); }
    [[nodiscard]] Error error(std::string message) const {
        return {std::move(message), static_cast<int>(at_) + 1};
    }
    /// Up to the next blank; steps over it and the blanks behind it.
    std::string_view token() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
        const std::string_view token = text_.substr(begin, at_ - begin);
        skip_space();
        return token;
    }
    Result<Argument> argument() {
        if (text_[at_] == '"') return string();
        const Error wrong = error("this is no argument");
        const std::string_view text = token();
        const auto kind = bare_kind(text);
        if (!kind) return wrong;
        return Argument{*kind, std::string(text)};
    }

  private:
    Result<Argument> string() {
        const Error open = error("this string has no end");
        Argument argument{Argument::Kind::string, ""};
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            char c = text_[at_];
            if (c == '\\') {
                if (++at_ == text_.size()) return open;
                c = text_[at_];
                if (c == 'n') c = '\n';
                if (c == 't') c = '\t';
            }
            argument.text += c;
        }
        if (done()) return open;
        ++at_;
        if (!done() && !is_space(text_[at_])) return error("expected a blank behind a string");
        skip_space();
        return argument;
    }
    void skip_space() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

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

/// What changes how the text around it looks, or cannot be seen: controls, and Unicode's category
/// Cf (marks of direction, joiners, tags) with its line and paragraph separators.
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

/// A joiner (U+200C, U+200D) behind a character that it may belong to: names in Persian and Hindi
/// are written with them, and many pictures.
bool joins(char32_t before, char32_t character) {
    constexpr char32_t kFirst = 0x200C;
    constexpr char32_t kLast = 0x200D;
    return character >= kFirst && character <= kLast && before > 0x7F &&
           (before < kFirst || before > kLast);
}

}  // namespace

Result<Line> parse_line(std::string_view text) {
    Reader reader(text);
    if (reader.done()) return reader.error("the line is empty");
    Line line;
    const Error wrong_start = reader.error("expected [id][@ref] and a command");
    std::string_view token = reader.token();
    // A number alone is a command: only what stands before one is its id.
    if (token.find('@') != std::string_view::npos || (all_of(token, is_digit) && !reader.done())) {
        const auto prefix = parse_prefix(token);
        if (!prefix || reader.done()) return wrong_start;
        line.id = prefix->id;
        line.ref = prefix->ref;
        token = reader.token();
    }
    if (!all_of(token, is_name)) return wrong_start;
    line.name = token;
    while (!reader.done()) {
        auto argument = reader.argument();
        if (!argument) return argument.error();
        line.arguments.push_back(*argument);
    }
    return line;
}

bool is_blank(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_space);
}

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else
            out += c == '\r' ? ' ' : c;
    }
    out += '"';
}

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
