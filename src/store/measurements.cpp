#include "store/measurements.hpp"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include "store/impl.hpp"

namespace kalah::store {

std::optional<WriteError> Measurements::add(std::span<const Measurement> measurements,
                                            Milliseconds now) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> std::optional<WriteError> {
        SQLite::Transaction transaction(impl.database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insert(impl.database, "INSERT INTO measurements VALUES (?, ?, ?, ?, ?)");
        for (const Measurement& measurement : measurements) {
            insert.bind(1, measurement.key);
            insert.bind(2, measurement.trial);
            insert.bind(3, measurement.value);
            insert.bind(4, measurement.unit);
            insert.bind(5, now);
            insert.exec();
            insert.reset();
        }
        transaction.commit();
        return std::nullopt;
    });
}

Result<std::vector<Measurement>> Measurements::all() {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<std::vector<Measurement>> {
        std::vector<Measurement> found;
        // Read-only, a store of an older version is left as it is.
        if (!impl.database.tableExists("measurements")) return found;
        SQLite::Statement query(
            impl.database, "SELECT key, trial, value, unit FROM measurements ORDER BY key, trial");
        while (query.executeStep())
            found.push_back({query.getColumn(0).getString(), query.getColumn(1).getInt(),
                             query.getColumn(2).getDouble(), query.getColumn(3).getString()});
        return found;
    });
}

std::optional<WriteError> Measurements::note(const std::string& key, const std::string& text) {
    return note({{key, text}});
}

std::optional<WriteError> Measurements::note(const std::map<std::string, std::string>& notes) {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> std::optional<WriteError> {
        SQLite::Transaction transaction(impl.database, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insert(impl.database, "INSERT OR REPLACE INTO notes VALUES (?, ?)");
        for (const auto& [key, text] : notes) {
            insert.bind(1, key);
            insert.bind(2, text);
            insert.exec();
            insert.reset();
        }
        transaction.commit();
        return std::nullopt;
    });
}

Result<std::map<std::string, std::string>> Measurements::notes() {
    Store::Impl& impl = *store_->impl_;
    return impl.guarded([&]() -> Result<std::map<std::string, std::string>> {
        std::map<std::string, std::string> found;
        if (!impl.database.tableExists("notes")) return found;
        SQLite::Statement query(impl.database, "SELECT key, text FROM notes");
        while (query.executeStep())
            found[query.getColumn(0).getString()] = query.getColumn(1).getString();
        return found;
    });
}

}  // namespace kalah::store
