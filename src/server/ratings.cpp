#include "server/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace kalah::server {
namespace {

using Player = store::MeetingRow::Player;

/// The numbers of those who have played most.
std::map<Player, std::size_t> numbered(std::span<const store::MeetingRow> meetings) {
    std::map<Player, double> games;
    for (const store::MeetingRow& row : meetings)
        for (const Player* player : {&row.south, &row.north}) games[*player] += row.games;
    std::vector<std::pair<double, Player>> order;
    for (const auto& [player, count] : games) order.emplace_back(-count, player);
    std::sort(order.begin(), order.end());
    order.resize(std::min(order.size(), kMostRated));
    std::map<Player, std::size_t> numbers;
    for (const auto& [count, player] : order) numbers.emplace(player, numbers.size());
    return numbers;
}

RatingTable rate_table(std::span<const store::MeetingRow> meetings) {
    RatingTable table{meetings.front().rules, meetings.front().size};
    const auto numbers = numbered(meetings);
    std::vector<arena::Meeting> met;
    for (const store::MeetingRow& row : meetings) {
        const auto south = numbers.find(row.south);
        const auto north = numbers.find(row.north);
        if (south != numbers.end() && north != numbers.end())
            met.push_back({south->second, north->second, row.games, row.points});
    }
    const auto list = arena::rate(numbers.size(), met, {.anchor_rating = kMeanRating});
    for (const auto& [player, number] : numbers)
        if (list.players[number].games > 0) table.rows.push_back({player, list.players[number]});
    std::stable_sort(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
        return a.rating.elo.value_or(0) > b.rating.elo.value_or(0);
    });
    return table;
}

Json rounded(std::optional<double> value) {
    return value ? Json(std::llround(*value)) : Json();
}

}  // namespace

std::vector<RatingTable> rating_tables(std::span<const store::MeetingRow> meetings) {
    std::vector<RatingTable> tables;
    const auto board = [](const store::MeetingRow& row) { return std::tie(row.rules, row.size); };
    for (auto from = meetings.begin(); from != meetings.end();) {
        const auto to = std::find_if(from, meetings.end(), [&](const store::MeetingRow& row) {
            return board(row) != board(*from);
        });
        tables.push_back(rate_table({from, to}));
        from = to;
    }
    std::stable_sort(tables.begin(), tables.end(),
                     [](const auto& a, const auto& b) { return a.rows.size() > b.rows.size(); });
    return tables;
}

Json ratings_json(const std::vector<RatingTable>& tables, const Player& player) {
    Json list = Json::array();
    for (const RatingTable& table : tables) {
        const auto found = std::find_if(table.rows.begin(), table.rows.end(),
                                        [&](const auto& row) { return row.player == player; });
        if (found == table.rows.end()) continue;
        list.push(Json::object()
                      .set("rules", table.rules)
                      .set("size", table.size)
                      .set("elo", rounded(found->rating.elo))
                      .set("error", rounded(found->rating.error))
                      .set("games", std::llround(found->rating.games))
                      .set("place", found - table.rows.begin() + 1)
                      .set("players", table.rows.size()));
    }
    return list;
}

std::string_view name(store::PlayerKind kind) {
    if (kind == store::PlayerKind::person) return "person";
    return kind == store::PlayerKind::program ? "program" : "other";
}

}  // namespace kalah::server
