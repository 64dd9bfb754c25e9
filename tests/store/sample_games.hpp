// Games for tests of the store, and a store to put them into.
#pragma once

#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "store/store.hpp"
#include "support/folder.hpp"

namespace kalah::test {

inline constexpr store::Milliseconds kNow = 1'700'000'000'000;

inline std::shared_ptr<store::Store> writable(
    const std::string& path, std::chrono::milliseconds patience = std::chrono::seconds(5)) {
    auto opened = store::Store::open(path, store::Access::write, kNow, patience);
    if (!opened) FAIL(opened.error().message);
    return *opened;
}

/// A record of 6x4 with moves, times and a remark; unfinished.
inline GameRecord some_record(const std::string& south = "Ann", const std::string& north = "Bob") {
    GameRecord record{Game({}, start_board({6, 4})), {south, north}};
    record.started = kNow;
    record.play(2, {0.25, "a \"good\" one,\nI think"});
    record.play(5, {0.000001, "", MoveSource::referee});
    record.play(1, {29.5, ""});
    return record;
}

inline std::optional<store::WriteError> write(store::Store& store,
                                              const std::vector<store::JournalEntry>& entries) {
    std::vector<store::StoredGameId> numbers;
    return store.write_journal(entries, numbers);
}

inline std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline int row_count(const std::string& path, const std::string& table) {
    SQLite::Database file(path, SQLite::OPEN_READONLY, 5000);
    return file.execAndGet("SELECT count(*) FROM " + table).getInt();
}

inline store::StoredGameId begin(store::Store& store, const GameRecord& record) {
    const store::NewGame game{record, {}, "test"};
    const auto ids = store.begin_games({&game, 1});
    if (!ids) FAIL(ids.error().message);
    return ids->front();
}

inline void finish(store::Store& store, store::StoredGameId id, const GameRecord& record) {
    const auto error = write(store, {store::EndedGame{0, id, record}});
    if (error) FAIL(error->message);
}

}  // namespace kalah::test
