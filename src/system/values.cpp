#include "system/values.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace kalah {
namespace {

/// A whole number without sign, blanks or leading zeros; the rest of the text is left in `text`.
std::optional<std::uint64_t> take_number(std::string_view& text) {
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (code != std::errc() || (length > 1 && text[0] == '0')) return std::nullopt;
    text.remove_prefix(length);
    return value;
}

}  // namespace

Result<std::uint64_t> parse_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
    const auto value = take_number(text);
    if (!value || !text.empty() || *value < least || *value > most)
        return Error{"expected a number from " + std::to_string(least) + " to " +
                     std::to_string(most)};
    return *value;
}

Result<std::chrono::milliseconds> parse_duration(std::string_view text) {
    constexpr std::uint64_t kMost = 86'400'000;
    const Error error{"expected a time like 200ms, 0.3s, 30s or 2m, from 1ms up to a day"};
    const auto value = take_number(text);
    if (!value || *value > kMost) return error;
    std::uint64_t decimals = 0;  // thousandths
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        std::uint64_t place = 1000;
        for (; !text.empty() && text[0] >= '0' && text[0] <= '9'; text.remove_prefix(1)) {
            if ((place /= 10) == 0) return error;
            decimals += place * static_cast<std::uint64_t>(text[0] - '0');
        }
        if (place == 1000) return error;
    }
    std::uint64_t scale = 0;
    if (text == "ms") scale = 1;
    if (text == "s") scale = 1000;
    if (text == "m") scale = 60'000;
    if (text == "h") scale = 3'600'000;
    const std::uint64_t thousandths = (*value * 1000 + decimals) * scale;  // of a millisecond
    if (thousandths == 0 || thousandths % 1000 != 0 || thousandths / 1000 > kMost) return error;
    return std::chrono::milliseconds(thousandths / 1000);
}

Result<std::size_t> parse_size_in_bytes(std::string_view text) {
    const Error error{"expected a size like 512K, 64M or 2G, up to 1024G"};
    const auto value = take_number(text);
    if (!value || *value == 0 || *value > 1U << 30) return error;
    int shift = 0;
    if (text == "K") shift = 10;
    if (text == "M") shift = 20;
    if (text == "G") shift = 30;
    if (shift == 0 || *value << shift > std::uint64_t{1} << 40) return error;
    return static_cast<std::size_t>(*value << shift);
}

Result<bool> parse_yes_no(std::string_view text) {
    if (text == "yes") return true;
    if (text == "no") return false;
    return Error{"expected yes or no"};
}

std::string duration_text(std::chrono::milliseconds duration) {
    const auto count = duration.count();
    if (count % 60'000 == 0) return std::to_string(count / 60'000) + "m";
    if (count % 1000 == 0) return std::to_string(count / 1000) + "s";
    return std::to_string(count) + "ms";
}

std::string size_text(std::size_t bytes) {
    constexpr std::string_view kUnits = "KMG";
    std::size_t unit = 0;
    std::size_t count = bytes >> 10;
    for (; count % 1024 == 0 && count > 0 && unit + 1 < kUnits.size(); ++unit) count >>= 10;
    return std::to_string(count) + kUnits[unit];
}

std::string elapsed_text(double seconds) {
    const long whole = std::lround(seconds);
    if (whole < 60) return std::to_string(whole) + " s";
    const bool hours = whole >= 3600;
    const long units = hours ? whole / 3600 : whole / 60;
    const std::string rest = std::to_string(hours ? whole / 60 % 60 : whole % 60);
    return std::to_string(units) + (rest.size() == 1 ? ":0" : ":") + rest + (hours ? " h" : " min");
}

}  // namespace kalah
