// A page without a browser: sends requests, keeps the events that come in between, and applies
// events of games to the states that it knows, as docs/web-api.md says.
#pragma once

#include <doctest/doctest.h>

#include "support/game_server.hpp"

namespace kalah::test {

/// A value somewhere in an object: at(state, "seats.south.name").
inline Json at(const Json& json, std::string_view path) {
    Json value = json;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const auto found = value.find(path.substr(0, dot));
        REQUIRE_MESSAGE(found, path, " in ", json.line());
        value = *found;
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return value;
}
inline std::string text_at(const Json& json, std::string_view path) {
    return at(json, path).as_string().value_or("no text: " + at(json, path).line());
}

/// The moves of a state, as a game's text.
inline std::string moves_of(const Json& state) {
    Game game(parse_rules(text_at(state, "rules"))->rules, *parse_start(text_at(state, "start")));
    for (const Json& move : at(state, "played").items())
        game.play(static_cast<int>(*at(move, "pit").as_integer()) - 1);
    return moves_text(game);
}

class Page {
  public:
    Page(TestServer& server, const std::string& host) : server_(&server) {
        server.host.swap(host_ = host);
        client_ = server.connect(net::Protocol::api);
        server.host.swap(host_);
    }
    ~Page() {
        if (client_) server_->closed_by(*client_);
    }
    Page(Page&&) noexcept = default;
    Page& operator=(Page&&) = delete;

    void say(const std::string& message) { server_->say(*client_, message); }
    /// The answer to {"id": …, "do": verb, KEYS}.
    Json ask(const std::string& verb, const std::string& keys = "") {
        const std::int64_t id = ++last_id_;
        say(R"({"id":)" + std::to_string(id) + R"(,"do":")" + verb + '"' +
            (keys.empty() ? "" : "," + keys) + "}");
        take_messages();
        for (auto it = answers_.begin(); it != answers_.end(); ++it) {
            if (it->find("re")->as_integer() != id) continue;
            Json answer = *it;
            answers_.erase(it);
            return answer;
        }
        return {};  // no answer yet
    }
    /// Answers that came later.
    [[nodiscard]] std::deque<Json>& late_answers() {
        take_messages();
        return answers_;
    }
    /// The code of the refusal.
    std::string refusal(const std::string& verb, const std::string& keys = "") {
        const Json answer = ask(verb, keys);
        return answer.find("error") ? text_at(answer, "error.code")
                                    : "not refused: " + answer.line();
    }
    [[nodiscard]] bool has_event() {
        take_messages();
        return !events.empty();
    }
    Json event() {
        take_messages();
        REQUIRE(!events.empty());
        Json first = std::move(events.front());
        events.pop_front();
        return first;
    }
    /// The first event for which `holds` is true; drops those before it.
    template <class Holds>
    Json event_that(Holds holds) {
        while (true) {
            Json next = event();
            if (holds(next)) return next;
        }
    }
    /// The state of a game as this page knows it: from an answer, with all events applied.
    [[nodiscard]] Json state(const std::string& game) {
        take_messages();
        return states_.at(game);
    }
    [[nodiscard]] TestClient& client() { return *client_; }

    std::deque<Json> events;

  private:
    void take_messages() {
        for (const std::string& message : std::exchange(client_->messages, {})) {
            Json json = *Json::parse(message);
            if (json.find("re")) {
                learn(json);
                answers_.push_back(std::move(json));
                continue;
            }
            apply(json);
            events.push_back(std::move(json));
        }
    }
    void learn(const Json& answer) {
        const auto state = answer.find("state");
        if (!state) return;
        Json known = *state;
        if (const auto sides = answer.find("sides")) known.set("sides", *sides);
        if (const auto keys = answer.find("keys")) {
            Json sides = Json::array();
            for (const std::string& side : keys->keys()) sides.push(side);
            known.set("sides", sides);
        }
        if (const auto side = answer.find("side")) known.set("sides", Json::array().push(*side));
        states_.insert_or_assign(text_at(known, "game"), known);
    }
    void apply(const Json& event) {
        if (event.find("event")->as_string() != "game") return;
        const auto found = states_.find(text_at(event, "game"));
        if (found == states_.end()) return;
        std::vector<Json> played = at(found->second, "played").items();
        if (const auto keep = event.find("keep"))
            played.resize(static_cast<std::size_t>(*keep->as_integer()));
        if (const auto moves = event.find("moves"))
            for (const Json& move : moves->items()) played.push_back(move);
        CHECK(static_cast<std::int64_t>(played.size()) == *at(event, "ply").as_integer());
        Json list = Json::array();
        for (const Json& move : played) list.push(move);
        found->second.set("played", list);
        const Json changes = at(event, "changes");
        for (const std::string& key : changes.keys()) found->second.set(key, *changes.find(key));
    }

    TestServer* server_;
    std::string host_;
    std::unique_ptr<TestClient> client_;
    std::map<std::string, Json> states_;
    std::deque<Json> answers_;
    std::int64_t last_id_ = 0;
};

inline Page TestServer::page(const std::string& of_host) {
    return {*this, of_host};
}

/// A game that a page has made, and the first keys of requests about it.
struct Made {
    explicit Made(const Json& answer) : all(answer), name(text_at(answer, "game")) {}
    [[nodiscard]] std::string game() const { return R"("game":")" + name + '"'; }
    [[nodiscard]] std::string as(std::string_view side) const {
        return game() + R"(,"key":")" + text_at(at(all, "keys"), side) + '"';
    }
    [[nodiscard]] std::string move(std::string_view side, int pit, std::size_t ply) const {
        return as(side) + R"(,"pit":)" + std::to_string(pit) + R"(,"ply":)" + std::to_string(ply);
    }
    Json all;
    std::string name;
};

/// {"rules", "start", "seats"} of a new game.
inline std::string new_game(const std::string& south, const std::string& north,
                            const std::string& more = "", const std::string& start = "6x4") {
    return R"("rules":"standard","start":")" + start + R"(","seats":{"south":)" + south +
           R"(,"north":)" + north + "}" + (more.empty() ? "" : "," + more);
}
inline const std::string kAda = R"({"kind":"person","name":"Ada"})";
inline const std::string kBob = R"({"kind":"person","name":"Bob"})";
inline const std::string kOpen = R"({"kind":"open"})";
inline const std::string kLobby = R"({"kind":"lobby"})";
inline std::string player(const std::string& spec) {
    return R"({"kind":"player","player":")" + spec + R"("})";
}

}  // namespace kalah::test
