// A tournament as a page for people: one HTML file that needs nothing else, or Markdown. Reads the
// tournament, writes no files. Holds all games in memory at once, some 4 KiB per game.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/document.hpp"
#include "report/report_data.hpp"

namespace kalah::report {

enum class Format : bool { html, markdown };

/// What the data say, section by section. `program` names the program that wrote it: "kalah 0.1".
[[nodiscard]] Document document_of(const ReportData& data, std::string_view program);

[[nodiscard]] std::string to_html(const Document& document, const ReportData& data);
[[nodiscard]] std::string to_markdown(const Document& document, const ReportData& data);

/// For documents without games.
[[nodiscard]] std::string to_html(const Document& document);
[[nodiscard]] std::string to_markdown(const Document& document);

[[nodiscard]] inline std::string written(const Document& document, const ReportData& data,
                                         Format format) {
    return format == Format::html ? to_html(document, data) : to_markdown(document, data);
}

/// Style and script of every HTML page, built from web/src/report (cmake/web.cmake).
[[nodiscard]] std::string_view page_style();
[[nodiscard]] std::string_view page_script();

}  // namespace kalah::report
