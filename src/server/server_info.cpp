#include "server/server_info.hpp"

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "players/spec.hpp"

namespace kalah::server {
namespace {

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
    for (const players::Level& level : players::levels())
        list.push(Json::object().set("id", level.word).set("player", level.name));
    return list;
}

/// Players of the program alone.
Json players_json() {
    Json list = Json::array();
    for (const players::Listing& player : players::list_players()) {
        const auto spec = players::parse_player(player.name);
        if (!spec || spec->kind == players::Kind::human || spec->kind == players::Kind::program)
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
