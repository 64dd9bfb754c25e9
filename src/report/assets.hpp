// Style and script of every page, built from web/src/report (cmake/web.cmake).
#pragma once

#include <string_view>

namespace kalah::report {

[[nodiscard]] std::string_view page_style();
[[nodiscard]] std::string_view page_script();

}  // namespace kalah::report
