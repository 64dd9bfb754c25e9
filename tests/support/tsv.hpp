// Tables of tests/data: tab-separated, the first line names the columns.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kalah::test {

using Row = std::map<std::string, std::string>;

/// Fails the test if the file cannot be read, a row is ragged, or there is not a single row.
[[nodiscard]] std::vector<Row> read_table(const std::string& name);

[[nodiscard]] std::vector<std::string> split(const std::string& text, char separator);

}  // namespace kalah::test
