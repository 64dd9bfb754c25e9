// What the C++ library of emscripten 3.1.6 lacks of C++20. Included before everything else in the
// browser engine.
#pragma once

#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000
namespace std {  // NOLINT: the names are the standard's

template <class To, class From>
[[nodiscard]] constexpr To bit_cast(const From& from) noexcept {
    static_assert(sizeof(To) == sizeof(From));
    return __builtin_bit_cast(To, from);
}

/// Decimal or scientific, without white space or a plus sign in front; no hexadecimal numbers.
template <class Number, enable_if_t<is_floating_point_v<Number>, int> = 0>
from_chars_result from_chars(const char* first, const char* last, Number& value) {
    const char* digits = first != last && *first == '-' ? first + 1 : first;
    const size_t size = strspn(string(digits, last).c_str(), "0123456789.eE+-");
    const string text = (digits == first ? "" : "-") + string(digits, size);
    if (size == 0 || !(isdigit(*digits) || *digits == '.')) return {first, errc::invalid_argument};
    char* end = nullptr;
    const double found = strtod(text.c_str(), &end);
    if (end == text.c_str()) return {first, errc::invalid_argument};
    value = static_cast<Number>(found);
    return {first + (end - text.c_str()), {}};
}

/// The shortest text that reads back as the same number.
template <class Number, enable_if_t<is_floating_point_v<Number>, int> = 0>
to_chars_result to_chars(char* first, char* last, Number value) {
    char text[40] = {};
    int size = 0;
    for (int digits = 1; digits <= 17; ++digits) {
        size = snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
        if (strtod(text, nullptr) == static_cast<double>(value)) break;
    }
    if (last - first < size) return {last, errc::value_too_large};
    memcpy(first, text, static_cast<size_t>(size));
    return {first + size, {}};
}

/// With `chars_format::fixed` only.
template <class Number, enable_if_t<is_floating_point_v<Number>, int> = 0>
to_chars_result to_chars(char* first, char* last, Number value, chars_format, int digits) {
    const auto space = static_cast<size_t>(last - first);
    const int size = snprintf(first, space, "%.*f", digits, static_cast<double>(value));
    if (static_cast<size_t>(size) >= space) return {last, errc::value_too_large};
    return {first + size, {}};
}

}  // namespace std
#endif
