// Tables as CSV (RFC 4180, lines end with a line feed): texts are always in quotes, numbers never,
// what is not known is an empty cell. For everything here that writes such a table.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "system/json.hpp"

namespace kalah {

/// A text in quotes, as it is but for NUL bytes, which are left out.
[[nodiscard]] std::string csv_quoted(std::string_view text);
/// A text that somebody else chose, such as a name: a spreadsheet would take one that begins with
/// '=', '+', '-', '@' and the like for a formula, so it gets an apostrophe in front.
[[nodiscard]] std::string csv_foreign(std::string_view text);
/// Texts in quotes, null as an empty cell, lists and objects as JSON in quotes.
[[nodiscard]] std::string csv_cell(const std::optional<Json>& value);

/// One line of a table, cell by cell.
class CsvRow {
  public:
    CsvRow& text(std::string_view text) { return raw(csv_quoted(text)); }
    CsvRow& foreign(std::string_view text) { return raw(csv_foreign(text)); }
    CsvRow& number(std::integral auto value) { return raw(std::to_string(value)); }
    /// As JSON writes it: the shortest text that reads as the same number.
    CsvRow& number(double value) { return raw(Json(value).line()); }
    CsvRow& empty() { return raw(""); }
    /// A cell that is CSV already.
    CsvRow& raw(std::string_view cell);
    /// With its line end.
    [[nodiscard]] std::string line() const { return cells_ + '\n'; }

  private:
    std::string cells_;
    bool begun_ = false;
};

}  // namespace kalah
