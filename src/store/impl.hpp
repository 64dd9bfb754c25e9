// What a Store is made of, for the files that implement it: the open database, and how its
// exceptions become errors. Not for other folders.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

#include "store/referee_lock.hpp"
#include "store/store.hpp"
#include "store/token_hash.hpp"

namespace kalah::store {

struct Store::Impl {
    std::string path;
    std::mutex mutex;  // of what follows
    SQLite::Database database;
    std::shared_ptr<RefereeLock> lock;  // if opened to write, unless it is in memory
    TokenSalt salt = {};                // never changes once open
    int aborted = 0;

    /// Who plays, in rows of what is played.
    [[nodiscard]] int referee() const { return lock ? lock->number() : 0; }

    /// Runs work on the database, one caller at a time; what SQLite throws becomes an error.
    template <class Work>
    auto guarded(Work work) -> decltype(work());
};

/// One line that says what is wrong with the file and, where it is known, what to do.
[[nodiscard]] WriteError error_of(const std::string& path, const SQLite::Exception& exception);

template <class Work>
auto Store::Impl::guarded(Work work) -> decltype(work()) {
    const std::lock_guard guard(mutex);
    try {
        return work();
    } catch (const SQLite::Exception& exception) {
        return error_of(path, exception);
    }
}

}  // namespace kalah::store
