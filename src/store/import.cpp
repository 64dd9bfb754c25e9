#include <unordered_map>

#include "store/game_rows.hpp"
#include "store/sql_store.hpp"

namespace kalah::store {
namespace {

constexpr const char* kOrigin = "import";

/// What tells a game from another one: texts with their lengths, so that no name can look like two.
std::string key_of(const std::string& south, const std::string& north, const std::string& rules,
                   const std::string& start, const std::string& moves, std::string_view ending,
                   Milliseconds started) {
    std::string key;
    for (const std::string_view part :
         {std::string_view(south), std::string_view(north), std::string_view(rules),
          std::string_view(start), std::string_view(moves), ending}) {
        key += std::to_string(part.size()) + ':';
        key += part;
    }
    return key + std::to_string(started);
}

std::string key_of(const GameRecord& record) {
    return key_of(record.name_of(Side::south), record.name_of(Side::north),
                  to_text(record.game.rules()), start_text(record.game.start()),
                  moves_text(record.game), name(record.ending), record.started);
}

/// How many of each of these games are stored.
std::unordered_map<std::string, std::size_t> count_known(Connection& database,
                                                         std::span<const GameRecord> games) {
    std::unordered_map<std::string, std::size_t> known;
    for (const GameRecord& record : games) known.emplace(key_of(record), 0);
    auto rows =
        query(database, "SELECT south, north, rules, start, moves, ending, started FROM games");
    while (rows->step()) {
        std::string south, north, rules, start, moves, ending;
        Milliseconds started = 0;
        fetch(*rows, south, north, rules, start, moves, ending, started);
        const auto found = known.find(key_of(south, north, rules, start, moves, ending, started));
        if (found != known.end()) ++found->second;
    }
    return known;
}

}  // namespace

Result<std::vector<StoredGameId>> SqlStore::import_games(std::span<const GameRecord> games,
                                                         Known known) {
    return read<std::vector<StoredGameId>>([&] {
        Transaction transaction(database_, Others::wait);
        std::unordered_map<std::string, std::size_t> there;
        if (known == Known::skip) there = count_known(database_, games);
        std::vector<const GameRecord*> added;
        for (const GameRecord& record : games) {
            const auto found = there.find(key_of(record));
            if (found != there.end() && found->second > 0)
                --found->second;
            else
                added.push_back(&record);
        }
        std::vector<StoredGameId> ids;
        if (added.empty()) return ids;
        StoredGameId id = next_number(database_, "games", added.size());
        for (const GameRecord* record : added) {
            insert_finished(database_, id, kOrigin, *record);
            ids.push_back(id++);
        }
        transaction.commit();
        return ids;
    });
}

}  // namespace kalah::store
