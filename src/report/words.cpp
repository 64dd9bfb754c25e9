#include <cmath>

#include <fmt/format.h>

#include "report/sections.hpp"

namespace kalah::report {

std::string signed_number(double value, int digits) {
    const std::string text = fmt::format("{:.{}f}", std::abs(value), digits);
    if (text.find_first_not_of("0.") == std::string::npos) return text;
    return (value < 0 ? "\u2212" : "+") + text;
}

std::string signed_number(const std::optional<double>& value, int digits) {
    return value ? signed_number(*value, digits) : "\u2013";
}

std::string plus_minus(const std::optional<double>& error, int digits, double scale) {
    return error ? fmt::format(" \u00B1 {:.{}f}", scale * *error, digits) : "";
}

std::string counted(std::size_t count, std::string_view one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
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
