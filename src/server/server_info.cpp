#include "server/server_info.hpp"

#include <array>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "players/spec.hpp"

namespace kalah::server {
namespace {

constexpr std::array<Level, 6> kLevels{{
    {"beginner", "random"},
    {"easy", "greedy:ties=random"},
    {"medium", "alphabeta:depth=3,ties=random"},
    {"strong", "alphabeta:depth=7,ties=random"},
    {"expert", "champion:nodes=20000,memory=16M,db=none,book=none"},
    {"champion", "champion:time=2s"},
}};

Json presets_json() {
    Json list = Json::array();
    for (const Preset& preset : presets())
        list.push(Json::object()
                      .set("name", preset.name)
                      .set("rules", to_text(preset.rules))
                      .set("size", to_text(preset.size))
                      .set("source", preset.source));
    return list;
}

Json options_json() {
    Json list = Json::array();
    for (const RuleOption& option : rule_options()) {
        Json values = Json::array();
        for (const RuleOption::Value& value : option.values)
            values.push(Json::object().set("name", value.name).set("meaning", value.meaning));
        list.push(Json::object()
                      .set("name", option.name)
                      .set("question", option.question)
                      .set("values", values));
    }
    return list;
}

Json levels_json() {
    Json list = Json::array();
    for (const Level& level : kLevels)
        list.push(Json::object().set("id", level.id).set("player", level.player));
    return list;
}

/// Players of the program alone.
Json players_json() {
    Json list = Json::array();
    for (const players::Listing& player : players::list_players()) {
        const auto spec = players::parse_player(player.name);
        if (!spec || (spec->kind != players::Kind::engine && spec->kind != players::Kind::random))
            continue;
        Json keys = Json::array();
        for (const std::string_view key : player.keys) keys.push(key);
        list.push(Json::object()
                      .set("name", player.name)
                      .set("meaning", player.meaning)
                      .set("defaults", player.defaults)
                      .set("keys", keys));
    }
    return list;
}

Json evals_json() {
    Json list = Json::array();
    for (const EvalId eval : kAllEvals) list.push(to_text(eval));
    return list;
}

}  // namespace

std::span<const Level> levels() {
    return kLevels;
}

Json server_info_json(const ServerOptions& options) {
    return Json::object()
        .set("version", options.version)
        .set("presets", presets_json())
        .set("options", options_json())
        .set("levels", levels_json())
        .set("players", players_json())
        .set("evals", evals_json())
        .set("lobby", Json::object()
                          .set("rules", to_text(options.rules))
                          .set("start", start_text(options.start))
                          .set("seconds", std::chrono::duration<double>(options.time.limit).count())
                          .set("kgp", options.kgp_address));
}

}  // namespace kalah::server
