#include "support/tsv.hpp"

#include <doctest/doctest.h>

#include <fstream>

namespace kalah::test {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::vector<Row> read_table(const std::string& name) {
    std::ifstream file(std::string(KALAH_TEST_DATA) + "/" + name);
    std::string line;
    REQUIRE_MESSAGE(std::getline(file, line), "cannot read ", name);
    const std::vector<std::string> columns = split(line, '\t');
    std::vector<Row> rows;
    while (std::getline(file, line)) {
        const std::vector<std::string> cells = split(line, '\t');
        REQUIRE_MESSAGE(cells.size() == columns.size(), name, ": ", line);
        Row& row = rows.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i) row[columns[i]] = cells[i];
    }
    REQUIRE(!rows.empty());
    return rows;
}

}  // namespace kalah::test
