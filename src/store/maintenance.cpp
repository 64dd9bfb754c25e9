#include "store/maintenance.hpp"

#include <mutex>

#include "store/schema.hpp"
#include "store/sql_store.hpp"

namespace kalah::store {
namespace {

/// Rows that belong to the home, not to what is in it.
bool stays(const Table& table) {
    return table.name == "referees" || table.name == "workers" || table.name == "refusals";
}

void copy_value(const Statement& row, int column, SqlType type, Statement& insert) {
    const int parameter = column + 1;
    if (row.type(column) == SqlType::null) return insert.bind_null(parameter, type);
    switch (type) {
        case SqlType::integer:
            return insert.bind(parameter, row.integer(column));
        case SqlType::real:
            return insert.bind(parameter, row.real(column));
        case SqlType::blob: {
            const std::string bytes = row.text(column);
            return insert.bind(parameter, Blob{bytes.data(), bytes.size()});
        }
        default:
            return insert.bind(parameter, row.text(column));
    }
}

void copy_table(Connection& from, Connection& to, const Table& table) {
    std::string columns, parameters;
    for (const Column& column : table.columns) {
        columns += (columns.empty() ? "" : ", ") + column.name;
        parameters += parameters.empty() ? "?" : ", ?";
    }
    const std::string all = table.name == "counters" ? " WHERE name <> 'referees'" : "";
    const Rows rows = from.stream("SELECT " + columns + " FROM " + table.name + all);
    const Rows insert =
        to.prepare("INSERT INTO " + table.name + " (" + columns + ") VALUES (" + parameters + ")");
    while (rows->step()) {
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            copy_value(*rows, static_cast<int>(i), table.columns[i].type, *insert);
        insert->run();
    }
}

StoreTotals totals_of(Connection& database) {
    StoreTotals totals{database.home(), database.version(), database.bytes(), {}};
    for (const Table& table : tables(totals.version))
        if (!stays(table))
            totals.rows.emplace_back(
                table.name, value<std::int64_t>(database, "SELECT count(*) FROM " + table.name));
    return totals;
}

/// Tables that have rows in every store, also in a new one.
bool is_bookkeeping(const std::string& table) {
    return table == "meta" || table == "counters";
}

}  // namespace

Result<StoreTotals> SqlStore::totals() {
    return read<StoreTotals>([&] { return totals_of(database_); });
}

Result<std::vector<std::string>> SqlStore::damage() {
    return read<std::vector<std::string>>([&] { return database_.damage(); });
}

std::optional<WriteError> SqlStore::vacuum() {
    return guarded<std::optional<WriteError>>([&]() -> std::optional<WriteError> {
        database_.vacuum();
        return std::nullopt;
    });
}

Result<StoreTotals> SqlStore::take_all(SqlStore& source) {
    const std::lock_guard other(source.mutex_);
    return read<StoreTotals>([&]() -> Result<StoreTotals> {
        Transaction snapshot(source.database_, Others::are_not_seen);
        const auto playing =
            value<int>(source.database_,
                       "SELECT (SELECT count(*) FROM games WHERE referee IS NOT NULL) + "
                       "(SELECT count(*) FROM tournaments WHERE referee IS NOT NULL) + "
                       "(SELECT count(*) FROM jobs WHERE worker IS NOT NULL)");
        if (playing > 0)
            return Error{source.path_ + ": programs are playing in it; end them first"};
        Transaction transaction(database_, Others::wait);
        for (const auto& [table, rows] : totals_of(database_).rows)
            if (rows > 0 && !is_bookkeeping(table))
                return Error{path_ + ": not empty; name a new store"};
        database_.exec("DELETE FROM meta; DELETE FROM counters WHERE name <> 'referees'");
        for (const Table& table : tables(database_.version()))
            if (!stays(table)) copy_table(source.database_, database_, table);
        StoreTotals copied = totals_of(database_);
        transaction.commit();
        return copied;
    });
}

Result<StoreTotals> copy_store(const std::string& from, const std::string& to, Milliseconds now) {
    // To write, so that it is up to date, and the games of dead programs have ended. But a missing
    // one is not made.
    if (const auto there = Store::open(from, Access::read, now); !there) return there.error();
    const auto source = Store::open(from, Access::write, now);
    if (!source) return source.error();
    const auto target = Store::open(to, Access::write, now);
    if (!target) return target.error();
    // Every store is asked in SQL.
    return static_cast<SqlStore&>(**target).take_all(static_cast<SqlStore&>(**source));
}

}  // namespace kalah::store
