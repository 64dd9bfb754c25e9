// Small text files, read and written whole. A write either replaces the file completely or leaves
// what was there.
#pragma once

#include <optional>
#include <string>

#include "kalah/result.hpp"

namespace kalah {

[[nodiscard]] Result<std::string> read_file(const std::string& path);

enum class Existing { keep, replace };
/// What went wrong, or nothing. With `keep` a file that is already there is an error.
[[nodiscard]] std::optional<std::string> write_file(const std::string& path,
                                                    const std::string& text, Existing existing);

}  // namespace kalah
