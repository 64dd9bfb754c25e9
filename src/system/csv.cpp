#include "system/csv.hpp"

namespace kalah {

std::string csv_quoted(std::string_view text) {
    std::string cell = "\"";
    for (const char c : text) {
        if (c == '\0') continue;  // ends the cell in some programs
        cell.append(c == '"' ? 2 : 1, c);
    }
    return cell + '"';
}

std::string csv_foreign(std::string_view text) {
    constexpr std::string_view kFormulas = "=+-@\t\r\n|%";
    // Spreadsheets skip blanks in front of a formula.
    const std::size_t first = text.find_first_not_of(' ');
    const bool formula = first != text.npos && kFormulas.find(text[first]) != kFormulas.npos;
    return csv_quoted((formula ? "'" : "") + std::string(text));
}

std::string csv_cell(const std::optional<Json>& value) {
    if (!value || value->is_null()) return "";
    if (const auto text = value->as_string()) return csv_quoted(*text);
    return value->is_array() || value->is_object() ? csv_quoted(value->line()) : value->line();
}

CsvRow& CsvRow::raw(std::string_view cell) {
    if (begun_) cells_ += ',';
    begun_ = true;
    cells_ += cell;
    return *this;
}

}  // namespace kalah
