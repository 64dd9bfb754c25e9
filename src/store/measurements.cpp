#include "store/measurements.hpp"

#include "store/sqlite_store.hpp"

namespace kalah::store {

std::optional<WriteError> SqliteStore::add_measurements(std::span<const Measurement> measurements,
                                                        Milliseconds now) {
    return write([&] {
        SQLite::Statement insert(database_, "INSERT INTO measurements VALUES (?, ?, ?, ?, ?)");
        for (const Measurement& each : measurements)
            run(insert, each.key, each.trial, each.value, each.unit, now);
    });
}

Result<std::vector<Measurement>> SqliteStore::measurements() {
    return read<std::vector<Measurement>>([&] {
        std::vector<Measurement> found;
        if (lacks("measurements")) return found;
        auto rows = query(database_,
                          "SELECT key, trial, value, unit FROM measurements ORDER BY key, trial");
        while (rows.executeStep()) {
            Measurement& each = found.emplace_back();
            fetch(rows, each.key, each.trial, each.value, each.unit);
        }
        return found;
    });
}

std::optional<WriteError> SqliteStore::add_notes(const std::map<std::string, std::string>& notes) {
    return write([&] {
        SQLite::Statement insert(database_, "INSERT OR REPLACE INTO notes VALUES (?, ?)");
        for (const auto& [key, text] : notes) run(insert, key, text);
    });
}

Result<std::map<std::string, std::string>> SqliteStore::notes() {
    return read<std::map<std::string, std::string>>([&] {
        std::map<std::string, std::string> found;
        if (lacks("notes")) return found;
        auto rows = query(database_, "SELECT key, text FROM notes");
        while (rows.executeStep())
            found[rows.getColumn(0).getString()] = rows.getColumn(1).getString();
        return found;
    });
}

}  // namespace kalah::store
