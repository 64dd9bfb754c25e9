// A tournament as a page for people: one HTML file that needs nothing else, or Markdown. Reads the
// tournament, writes no files. Holds all games in memory at once, some 4 KiB per game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/document.hpp"
#include "report/report_data.hpp"

namespace kalah::report {

enum class Format : std::uint8_t { html, markdown, csv };

/// What the data say, section by section. `program` names the program that wrote it: "kalah 0.1".
[[nodiscard]] Document document_of(const ReportData& data, std::string_view program);

[[nodiscard]] std::string to_html(const Document& document, const ReportData& data);
[[nodiscard]] std::string to_markdown(const Document& document, const ReportData& data);

/// For documents without games.
[[nodiscard]] std::string to_html(const Document& document);
[[nodiscard]] std::string to_markdown(const Document& document);

/// The page about the whole tournament; as CSV, the standings alone.
[[nodiscard]] std::string written(const ReportData& data, std::string_view program, Format format);

/// One file of a folder: a path within it, and its content.
struct FolderFile {
    std::string path;
    std::string content;
};
/// A folder that can be mailed: index.html, a page for each player, standings.csv, games.csv, and
/// the games themselves. Sets the data's pages.
[[nodiscard]] std::vector<FolderFile> folder_of(ReportData& data, std::string_view program);

/// Style and script of every HTML page, built from web/src/report (cmake/web.cmake).
[[nodiscard]] std::string_view page_style();
[[nodiscard]] std::string_view page_script();

}  // namespace kalah::report
