// The compression of files of puzzles. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "kalah/result.hpp"

namespace kalah::puzzles {

[[nodiscard]] std::string packed(const std::string& text);
[[nodiscard]] Result<std::string> unpacked(std::string_view file);

}  // namespace kalah::puzzles
