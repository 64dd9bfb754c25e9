#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "players/spec.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

Json players_json() {
    Json players = Json::array();
    for (const auto& player : players::list_players()) {
        Json keys = Json::array();
        for (const auto key : player.keys) keys.push(key);
        players.push(Json()
                         .set("name", player.name)
                         .set("meaning", player.meaning)
                         .set("defaults", player.defaults)
                         .set("keys", keys));
    }
    Json keys = Json::array();
    for (const auto& key : players::list_keys())
        keys.push(
            Json().set("name", key.name).set("values", key.values).set("meaning", key.meaning));
    Json evals = Json::array();
    for (const EvalId id : kAllEvals)
        evals.push(Json().set("name", to_text(id)).set("meaning", meaning_of(id)));
    Json levels = Json::array();
    for (const auto& level : players::levels())
        levels.push(
            Json().set("name", level.name).set("word", level.word).set("player", level.player));
    return Json()
        .set("players", players)
        .set("levels", levels)
        .set("keys", keys)
        .set("evals", evals);
}

void act_players(const bool& json) {
    if (json) return print_json(players_json());
    fmt::print("A player is written NAME or NAME:key=value,key=value,..\n\nPlayers\n");
    for (const auto& player : players::list_players()) {
        fmt::print("  {:<11} {}\n", player.name, player.meaning);
        if (!player.defaults.empty()) fmt::print("  {:<11}   default: {}\n", "", player.defaults);
        std::string keys;
        for (const auto key : player.keys) keys += (keys.empty() ? "" : " ") + std::string(key);
        if (!keys.empty()) fmt::print("  {:<11}   takes: {}\n", "", keys);
    }
    fmt::print("\nLevels, from weak to strong; each takes: seed opening\n");
    for (const auto& level : players::levels())
        fmt::print("  {:<10} or {:<12} {}\n", level.name, level.word, level.player);
    fmt::print("\nKeys\n");
    for (const auto& key : players::list_keys())
        fmt::print("  {:<10} {:<27} {}\n", key.name, key.values, key.meaning);
    fmt::print("\nEvaluations\n");
    for (const EvalId id : kAllEvals) fmt::print("  {:<15} {}\n", to_text(id), meaning_of(id));
}

}  // namespace

void add_players(Program& program) {
    program.add<bool>({"players", "list players, evaluations and settings",
                       "Examples of players:\n"
                       "  level4\n"
                       "  champion:time=1s,threads=2\n"
                       "  alphabeta:eval=knowledge,depth=9\n"
                       "  minimax:eval=simple,time=30s"},
                      declare_json, act_players);
}

}  // namespace kalah::app
