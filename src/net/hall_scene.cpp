// Hall: what those see of it who watch.
#include <algorithm>

#include "net/hall.hpp"

namespace kalah::net {
namespace {

/// The keys of a map that `counts`, smallest first, at most so many: ids grow, so they are those
/// of who is here longest.
template <class Map, class Counts>
std::vector<std::uint64_t> first_keys(const Map& map, std::size_t most, Counts counts) {
    std::vector<std::uint64_t> keys;
    for (const auto& [key, value] : map)
        if (counts(*value)) keys.push_back(key);
    const std::size_t count = std::min(most, keys.size());
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(count);
    std::partial_sort(keys.begin(), end, keys.end());
    keys.erase(end, keys.end());
    return keys;
}

std::string_view doing(const Session& session) {
    if (session.bout != 0) return "playing";
    switch (session.activity) {
        case Activity::none:
            return "arriving";
        case Activity::freeplay:
            return "waiting";
        case Activity::verify:
            return "verify";
        case Activity::eval:
            return "eval";
    }
    return "";
}

}  // namespace

HallScene::Table Hall::shown(const Table& table) {
    HallScene::Table shown{table.id, table.number.value_or(0), table.bout.record()};
    shown.record.started = table.started;
    return shown;
}

HallScene Hall::scene(std::size_t most) const {
    HallScene scene;
    for (const SessionId id : first_keys(sessions_, most, [](const Session&) { return true; })) {
        const Session& session = *sessions_.at(id);
        scene.clients.push_back({session.about, std::string(doing(session))});
        scene.clients.back().about.token.clear();  // nobody's business
    }
    const auto is_played = [](const Table& table) { return table.number && !table.bout.over(); };
    for (const BoutId id : first_keys(tables_, most, is_played))
        scene.tables.push_back(shown(*tables_.at(id)));
    return scene;
}

std::optional<HallScene::Table> Hall::table_of(BoutId id) const {
    const auto played = tables_.find(id);
    if (played != tables_.end()) return shown(*played->second);
    for (const HallScene::Table& table : ended_)
        if (table.bout == id) return table;
    return std::nullopt;
}

std::optional<HallScene::Table> Hall::table_of_number(GameNumber number) const {
    for (const auto& [id, table] : tables_)
        if (table->number == number) return shown(*table);
    for (const HallScene::Table& table : ended_)
        if (table.number == number) return table;
    return std::nullopt;
}

void Hall::remember(HallScene::Table table) {
    ended_.push_back(std::move(table));
    if (ended_.size() > kRemembered) ended_.pop_front();
}

}  // namespace kalah::net
