// A suggestion for a word that was probably mistyped: "did you mean build?". Any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kalah {

/// The name nearest to `word`: at most one slip (a letter too many, missing, wrong, or two swapped)
/// for every three letters of `word`, or `word` is the beginning of exactly one name. Empty if
/// there is none; the first of equally near ones.
[[nodiscard]] std::string closest_name(std::string_view word, std::span<const std::string> names);

/// What to say after "no command "biuld": ": the name that was meant, or else all of them.
/// "did you mean build?", "there are build, verify, info".
[[nodiscard]] std::string choices_text(std::string_view word, std::span<const std::string> names);

}  // namespace kalah
