// A position as SVG: north on top and reversed, stores at the ends, as everywhere. Colours are
// classes of report.css. Pure functions, any thread.
#pragma once

#include <string>

#include "report/document.hpp"

namespace kalah::report {

[[nodiscard]] std::string board_svg(const Diagram& diagram);

}  // namespace kalah::report
