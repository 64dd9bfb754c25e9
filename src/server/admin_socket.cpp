#include "server/admin_socket.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kalah::server {
namespace {

constexpr std::array<std::string_view, 4> kActions{"/end", "/ban", "/unban", "/drain"};
constexpr unsigned kBadRequest = 400;

net::HttpAnswer refused(const Error& error) {
    return net::json_answer(kBadRequest, Json::object().set("error", error_json(error)).line());
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json status_json(const AdminFigures& figures) {
    return Json::object()
        .set("version", figures.version)
        .set("uptime", figures.uptime)
        .set("draining", figures.games.draining)
        .set("ending", figures.net.ending)
        .set("sessions",
             Json::object().set("kgp", figures.games.sessions).set("page", figures.games.pages))
        .set("games", figures.games.games.games)
        .set("games_in_memory", figures.games.games_in_memory)
        .set("connections", figures.net.connections)
        .set("store", Json::object()
                          .set("problem", text_or_null(figures.store.problem))
                          .set("games", figures.store.games)
                          .set("entries", figures.store.entries))
        .set("reload", figures.reload ? Json::object()
                                            .set("time", figures.reload->time)
                                            .set("problem", text_or_null(figures.reload->problem))
                                      : Json())
        .set("memory", figures.process.resident_bytes);
}

Result<Json> act(const net::HttpQuestion& question, GameServer& games, Time now) {
    Json body;
    if (auto error = Json::read(question.body.empty() ? "{}" : question.body, body)) return *error;
    if (!body.is_object()) return Error{"the body is no JSON object"};
    return games.administer(question.path.substr(1), Fields(std::move(body)), now);
}

}  // namespace

net::HttpAnswer admin_socket_answer(const net::HttpQuestion& question, const AdminFigures& figures,
                                    GameServer& games, Time now) {
    if (std::find(kActions.begin(), kActions.end(), question.path) != kActions.end()) {
        if (question.method != "POST") return refused(Error{"this is done by POST"});
        const auto done = act(question, games, now);
        return done ? net::json_answer(200, done->line()) : refused(done.error());
    }
    if (question.method == "GET" && question.path.starts_with('/')) {
        if (question.path == "/status") return net::json_answer(200, status_json(figures).line());
        if (const auto list = games.admin_list(question.path.substr(1), now))
            return net::json_answer(200, list->line());
    }
    return admin_answer(question, figures);
}

}  // namespace kalah::server
