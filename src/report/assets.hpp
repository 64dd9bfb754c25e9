// Files that are compiled into the program and go into every page (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace kalah::report {

[[nodiscard]] std::string_view page_style();   // report.css
[[nodiscard]] std::string_view page_script();  // report.js

}  // namespace kalah::report
