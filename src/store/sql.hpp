// SQL with values in and rows out, for the files that implement the store. Not for other folders.
// Errors of SQLite are thrown as SQLite::Exception.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace kalah::store {

/// Bytes that are not text, for run() and query().
struct Blob {
    const void* data;
    std::size_t size;
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
void bind_value(SQLite::Statement& statement, int index, const T& value) {
    if constexpr (std::is_same_v<T, Blob>)
        statement.bind(index, value.data, static_cast<int>(value.size));
    else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
        statement.bind(index, static_cast<std::int64_t>(value));
    else if constexpr (std::is_floating_point_v<T>)
        statement.bind(index, value);
    else if constexpr (!IsOptional<T>::value)
        statement.bind(index, std::string(value));
    else if (value)
        bind_value(statement, index, *value);
    else
        statement.bind(index);
}

template <class T>
void read_value(const SQLite::Column& column, T& value) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
        value = static_cast<T>(column.getInt64());
    else if constexpr (std::is_floating_point_v<T>)
        value = column.getDouble();
    else if constexpr (!IsOptional<T>::value)
        value = column.getString();
    else if (!column.isNull())
        read_value(column, value.emplace());
}

/// Runs a statement with these parameters; returns how many rows it changed. The statement can be
/// run again.
template <class... Values>
int run(SQLite::Statement& statement, const Values&... values) {
    int index = 0;
    (bind_value(statement, ++index, values), ...);
    const int changed = statement.exec();
    statement.reset();
    return changed;
}
template <class... Values>
int run(SQLite::Database& database, const std::string& text, const Values&... values) {
    SQLite::Statement statement(database, text);
    return run(statement, values...);
}

/// To be read row by row with executeStep() and fetch().
template <class... Values>
[[nodiscard]] SQLite::Statement query(SQLite::Database& database, const std::string& text,
                                      const Values&... values) {
    SQLite::Statement statement(database, text);
    int index = 0;
    (bind_value(statement, ++index, values), ...);
    return statement;
}

/// Reads the columns of a row, from this one on, into the values.
template <class... Values>
void fetch_from(int column, SQLite::Statement& row, Values&... values) {
    (read_value(row.getColumn(column++), values), ...);
}
template <class... Values>
void fetch(SQLite::Statement& row, Values&... values) {
    fetch_from(0, row, values...);
}

/// All values of a query of one column.
template <class T>
[[nodiscard]] std::vector<T> column(SQLite::Statement rows) {
    std::vector<T> values;
    while (rows.executeStep()) fetch(rows, values.emplace_back());
    return values;
}

}  // namespace kalah::store
