// Field: one setting with its name, its help and how a text sets it. The same fields serve the
// command line (--start-time 10s) and TOML files (start_time = "10s"): both take the same values
// and refuse the others in the same words. A field refers to its target, which must outlive it.
#pragma once

#include <algorithm>
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
    std::string name;   // words joined by '-'; a second spelling behind a comma: "colour,color"
    std::string value;  // what the help shows behind the name: "N", "FILE"; empty: a flag
    std::string help;
    /// What is wrong with the text, which then has set nothing. Of a flag the text is yes or no.
    std::function<std::optional<Error>(std::string_view text)> set;
    bool required = false;

    [[nodiscard]] bool is_flag() const { return value.empty(); }
    /// As a key of TOML: "start_time".
    [[nodiscard]] std::string key() const {
        std::string key = name.substr(0, name.find(','));
        std::replace(key.begin(), key.end(), '-', '_');
        return key;
    }
    /// As an option: "--colour,--color".
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

/// A value that `parse` reads as a Result; the target is of that type, can be made from it, or is
/// an optional of such.
template <class Target, class Parse>
[[nodiscard]] Field parsed_field(std::string name, std::string value, Target& target, Parse parse,
                                 std::string help) {
    const auto set = [&target, parse](std::string_view text) -> std::optional<Error> {
        const auto parsed = parse(text);
        if (!parsed) return parsed.error();
        if constexpr (std::integral<Target>)
            target = static_cast<Target>(*parsed);
        else
            target = *parsed;
        return std::nullopt;
    };
    return {std::move(name), std::move(value), std::move(help), set};
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
    return parsed_field(std::move(name), "N", target, parse, std::move(help));
}

/// `value` is an example: "10s".
template <class Target>
[[nodiscard]] Field duration_field(std::string name, std::string value, Target& target,
                                   std::string help) {
    return parsed_field(std::move(name), std::move(value), target, parse_duration, std::move(help));
}

template <class Target>
[[nodiscard]] Field size_field(std::string name, Target& target, std::string help) {
    return parsed_field(std::move(name), "SIZE", target, parse_size_in_bytes, std::move(help));
}

template <class Target>
[[nodiscard]] Field text_field(std::string name, std::string value, Target& target,
                               std::string help) {
    const auto parse = [](std::string_view text) { return Result<std::string>(std::string(text)); };
    return parsed_field(std::move(name), std::move(value), target, parse, std::move(help));
}

[[nodiscard]] inline Field flag_field(std::string name, bool& target, std::string help) {
    return parsed_field(std::move(name), "", target, parse_yes_no, std::move(help));
}

/// One of some words, which the help lists.
template <class Choice>
[[nodiscard]] Field choice_field(std::string name, Choice& target,
                                 std::vector<std::pair<std::string_view, Choice>> choices,
                                 std::string help) {
    std::string value;
    for (const auto& [word, choice] : choices) value.append(value.empty() ? "" : "|").append(word);
    const auto parse = [choices = std::move(choices), value](std::string_view text) {
        for (const auto& [word, choice] : choices)
            if (word == text) return Result<Choice>(choice);
        return Result<Choice>(Error{"expected " + value});
    };
    return parsed_field(std::move(name), value, target, parse, std::move(help));
}

}  // namespace kalah
