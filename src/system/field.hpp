// Field: one setting with its name, its help and how a text sets it. The same fields serve the
// command line (--start-time 10s) and TOML files (start-time = "10s"): both take the same values
// and refuse the others in the same words. A field refers to its target, which must outlive it.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "system/values.hpp"

namespace kalah {

struct Field {
    /// The type in TOML; `texts` is a list of texts, or one text with commas between them.
    enum class Type : std::uint8_t { text, texts, whole, real, flag };

    std::string name;   // words joined by '-'; a second spelling after a comma: "colour,color"
    std::string value;  // what the help shows after the name: "N", "FILE"; empty for a flag
    std::string help;
    /// Sets the target, or returns what is wrong with the text. A flag takes yes or no.
    std::function<std::optional<Error>(std::string_view text)> set;
    /// The target's value as a text that `set` reads; empty if an optional holds nothing.
    std::function<std::string()> get = {};
    Type type = Type::text;
    bool required = false;
    std::string old_key =
        {};  // another key in TOML that is read, of files that were written before

    [[nodiscard]] bool is_flag() const { return value.empty(); }
    /// The key in TOML: "start-time".
    [[nodiscard]] std::string key() const { return name.substr(0, name.find(',')); }
    /// The option on the command line: "--colour,--color".
    [[nodiscard]] std::string option() const {
        const std::size_t comma = name.find(',');
        if (comma == std::string::npos) return "--" + name;
        return "--" + name.substr(0, comma) + ",--" + name.substr(comma + 1);
    }
};

[[nodiscard]] inline Field required(Field field) {
    field.required = true;
    return field;
}

/// The same field, which TOML files may also name by an older key.
[[nodiscard]] inline Field formerly(std::string key, Field field) {
    field.old_key = std::move(key);
    return field;
}

/// A field whose value `parse` reads, as a Result, and `write` turns back into text. The target has
/// the type of that value, can be made from it, or is an optional of such a type.
template <class Target, class Parse, class Write>
[[nodiscard]] Field parsed_field(std::string name, std::string value, Target& target, Parse parse,
                                 Write write, std::string help) {
    const auto set = [&target, parse](std::string_view text) -> std::optional<Error> {
        const auto parsed = parse(text);
        if (!parsed) return parsed.error();
        if constexpr (std::integral<Target>)
            target = static_cast<Target>(*parsed);
        else
            target = *parsed;
        return std::nullopt;
    };
    const auto get = [&target, write]() -> std::string {
        if constexpr (requires { target.has_value(); })
            return target ? write(*target) : "";
        else
            return write(target);
    };
    return {std::move(name), std::move(value), std::move(help), set, get};
}

/// From `least` to `most`, both included.
struct NumberRange {
    std::uint64_t least;
    std::uint64_t most;
};
template <class Target>
[[nodiscard]] Field number_field(std::string name, Target& target, NumberRange range,
                                 std::string help) {
    const auto parse = [range](std::string_view text) {
        return parse_number(text, range.least, range.most);
    };
    const auto write = [](auto number) { return std::to_string(number); };
    Field field = parsed_field(std::move(name), "N", target, parse, write, std::move(help));
    field.type = Field::Type::whole;
    return field;
}

/// "10..30", both included; each end within `limits`.
[[nodiscard]] inline Field range_field(std::string name, int& least, int& most, NumberRange limits,
                                       std::string help) {
    const auto set = [&least, &most, limits](std::string_view text) -> std::optional<Error> {
        const std::size_t dots = std::min(text.find(".."), text.size());
        const auto from = parse_number(text.substr(0, dots), limits.least, limits.most);
        if (!from || dots == text.size()) return Error{"expected a range such as 10..30"};
        const auto to = parse_number(text.substr(dots + 2), *from, limits.most);
        if (!to) return to.error();
        least = static_cast<int>(*from);
        most = static_cast<int>(*to);
        return std::nullopt;
    };
    const auto get = [&least, &most] {
        return std::to_string(least) + ".." + std::to_string(most);
    };
    return {std::move(name), "A..B", std::move(help), set, get};
}

[[nodiscard]] inline Field real_field(std::string name, double& target, std::string help) {
    const auto parse = [](std::string_view text) -> Result<double> {
        double value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, code] = std::from_chars(text.data(), end, value);
        if (code != std::errc() || stop != end) return Error{"expected a number"};
        return value;
    };
    const auto write = [](double value) {  // the shortest text that reads as the same value
        std::string text(32, ' ');
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
        text.resize(static_cast<std::size_t>(end - text.data()));
        return text;
    };
    Field field = parsed_field(std::move(name), "X", target, parse, write, std::move(help));
    field.type = Field::Type::real;
    return field;
}

/// `value` is an example: "10s".
template <class Target>
[[nodiscard]] Field duration_field(std::string name, std::string value, Target& target,
                                   std::string help) {
    return parsed_field(std::move(name), std::move(value), target, parse_duration, duration_text,
                        std::move(help));
}

/// `value` is an example: "64M".
template <class Target>
[[nodiscard]] Field size_field(std::string name, std::string value, Target& target,
                               std::string help) {
    return parsed_field(std::move(name), std::move(value), target, parse_size_in_bytes, size_text,
                        std::move(help));
}

template <class Target>
[[nodiscard]] Field text_field(std::string name, std::string value, Target& target,
                               std::string help) {
    const auto parse = [](std::string_view text) { return Result<std::string>(std::string(text)); };
    const auto write = [](const std::string& text) { return text; };
    return parsed_field(std::move(name), std::move(value), target, parse, write, std::move(help));
}

[[nodiscard]] inline Field flag_field(std::string name, bool& target, std::string help) {
    const auto write = [](bool flag) { return std::string(flag ? "yes" : "no"); };
    Field field = parsed_field(std::move(name), "", target, parse_yes_no, write, std::move(help));
    field.type = Field::Type::flag;
    return field;
}

/// The same field for which "none" stands for 0: no limit.
template <class Target>
[[nodiscard]] Field or_none(Field field, Target& target) {
    field.set = [set = std::move(field.set), &target](std::string_view text) {
        if (text != "none") return set(text);
        target = Target{};
        return std::optional<Error>{};
    };
    field.get = [get = std::move(field.get), &target] {
        return target == Target{} ? "none" : get();
    };
    return field;
}

/// One of some words, which the help lists.
template <class Choice>
[[nodiscard]] Field choice_field(std::string name, Choice& target,
                                 std::vector<std::pair<std::string_view, Choice>> choices,
                                 std::string help) {
    std::string value;
    for (const auto& [word, choice] : choices) value.append(value.empty() ? "" : "|").append(word);
    const auto write = [choices](Choice held) {
        for (const auto& [word, choice] : choices)
            if (choice == held) return std::string(word);
        return std::string();
    };
    const auto parse = [choices = std::move(choices), value](std::string_view text) {
        for (const auto& [word, choice] : choices)
            if (word == text) return Result<Choice>(choice);
        return Result<Choice>(Error{"expected " + value});
    };
    return parsed_field(std::move(name), value, target, parse, write, std::move(help));
}

}  // namespace kalah
