#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "server/game_json.hpp"
#include "server/game_server.hpp"
#include "server/game_text.hpp"
#include "server/search_events.hpp"
#include "server/server_info.hpp"

namespace kalah::server {
namespace {

/// A longer text takes more than a moment to read and draw: it goes to the compute threads.
constexpr std::size_t kLongText = 512;

net::CloseReason closing() {
    return {net::CloseReason::Code::going_away, "The server is closing"};
}

}  // namespace

WebApi::WebApi(Core& core)
    : core_(core),
      handlers_{{"hello", &WebApi::hello}, {"position", &WebApi::text}, {"sow", &WebApi::text},
                {"read", &WebApi::text},   {"write", &WebApi::text},    {"lobby", &WebApi::lobby},
                {"new", &WebApi::make},    {"leave", &WebApi::leave},   {"tree", &WebApi::tree}},
      game_handlers_{{"enter", &WebApi::enter},     {"sit", &WebApi::sit},
                     {"move", &WebApi::move},       {"undo", &WebApi::change},
                     {"refuse", &WebApi::change},   {"resign", &WebApi::change},
                     {"swap", &WebApi::swap},       {"rematch", &WebApi::rematch},
                     {"decline", &WebApi::decline}, {"more_time", &WebApi::give_time},
                     {"say", &WebApi::say}} {}

// Sessions.

WebSession* WebApi::find(SessionId id) {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : &found->second;
}

SessionId WebApi::open(net::Outbox& outbox, const std::string& host) {
    const SessionId id = core_.new_id();
    WebSession& made = sessions_[id];
    made = {.id = id, .outbox = &outbox, .host = host, .connected = core_.now};
    made.visitor = "#" + std::to_string(id);
    core_.parts->people.refresh();
    if (core_.closing) end(made, closing());
    return id;
}

void WebApi::close(WebSession& session) {
    const SessionId id = session.id;
    sessions_.erase(id);
    core_.parts->spectators.session_closed(id);
    core_.parts->analysis.session_closed(id);
    core_.parts->archive.session_closed(id);
    std::vector<GameId> left;
    for (const auto& [game, entry] : core_.parts->games.all())
        if (entry->viewers.erase(id) > 0) left.push_back(game);
    for (const GameId game : left)
        if (GameEntry* entry = core_.parts->games.find(game))
            core_.parts->games.viewers_changed(*entry);
}

void WebApi::close_all() {
    std::vector<SessionId> ids;
    for (const auto& [id, session] : sessions_) ids.push_back(id);
    for (const SessionId id : ids) end(*find(id), closing());
}

std::size_t WebApi::dismiss_host(const std::string& host, const char* why) {
    std::vector<SessionId> ids;
    for (const auto& [id, session] : sessions_)
        if (session.host == host) ids.push_back(id);
    for (const SessionId id : ids) end(*find(id), {net::CloseReason::Code::policy, why});
    return ids.size();
}

void WebApi::forget_person(store::IdentityId identity) {
    for (auto& [id, session] : sessions_)
        if (session.person && session.person->identity == identity) session.person.reset();
}

void WebApi::end(WebSession& session, net::CloseReason reason) {
    session.outbox->finish(std::move(reason));
    close(session);
}

void WebApi::dismiss(SessionId session) {
    if (WebSession* found = find(session))
        end(*found, {net::CloseReason::Code::normal, "connect again"});
}

void WebApi::send(SessionId session, std::string_view message) {
    WebSession* found = find(session);
    if (found == nullptr || found->outbox->send(message)) return;
    core_.log(LogLevel::warning, "slow reader", {{"session", static_cast<std::int64_t>(session)}});
    core_.post([this, session] {
        WebSession* slow = find(session);
        if (slow == nullptr) return;
        ++core_.refused.unread;
        end(*slow, {net::CloseReason::Code::policy, "does not read what is sent"});
    });
}

// Requests.

void WebApi::receive(WebSession& session, std::string_view message) {
    auto request = Request::parse(message);
    if (!request) return send(session.id, not_understood(request.error()).line());
    handle(session, *request);
}

void WebApi::handle(WebSession& session, Request request) {
    const SessionId id = session.id;
    const std::int64_t number = request.id();
    const auto answer = [&](const Result<Json>& result) { send(id, answer_to(number, result)); };
    try {
        if (const Answer result = dispatch(session, request)) answer(*result);
    } catch (const std::exception& exception) {
        core_.log(LogLevel::error, "a page's request failed",
                  {{"do", printable(request.verb())}, {"why", exception.what()}});
        answer(coded("internal", "the server could not do that"));
    }
}

void WebApi::handle_later(SessionId session, const Request& request) {
    if (WebSession* there = find(session)) handle(*there, request);
}

void WebApi::handle_loaded(SessionId session, const std::string& game, const Request& request) {
    core_.parts->games.load(game, [this, session, request](const std::optional<Error>& error) {
        if (!error) return handle_later(session, request);
        send(session, answer_to(request.id(), *error));
    });
}

WebApi::Answer WebApi::dispatch(WebSession& session, Request& request) {
    const auto found = handlers_.find(request.verb());
    if (found != handlers_.end()) return (this->*found->second)(session, request);
    if (const auto of_game = game_handlers_.find(request.verb()); of_game != game_handlers_.end())
        return dispatch_to_game(session, request, of_game->second);
    if (auto answer = core_.parts->analysis.handle(session.id, request)) return *answer;
    const std::int64_t id = request.id();
    const auto answer_later = [this, to = session.id, id](const Result<Json>& result) {
        send(to, answer_to(id, result));
    };
    if (core_.parts->archive.handle(session.id, request, answer_later)) return std::nullopt;
    if (core_.parts->puzzles.handle(request, answer_later)) return std::nullopt;
    if (core_.parts->people.handle(session, request, answer_later)) return std::nullopt;
    return coded("unknown_verb", "unknown verb " + in_quotes(request.verb()),
                 {{"verb", printable(request.verb())}});
}

WebApi::Answer WebApi::dispatch_to_game(WebSession& session, Request& request,
                                        GameHandler handler) {
    const std::string name = request.text("game");
    GameEntry* entry = core_.parts->games.find_at_present(name);
    if (entry == nullptr && is_game_name(name)) {
        handle_loaded(session.id, name, request);
        return std::nullopt;
    }
    if (entry != nullptr && entry->busy()) {
        entry->waiting_requests.push_back(
            [this, id = session.id, request] { handle_later(id, request); });
        return std::nullopt;
    }
    return (this->*handler)(session, request, entry);
}

WebApi::Answer WebApi::hello(WebSession& session, Request& request) {
    const auto visitor = request.maybe_text("visitor");
    if (auto error = request.validate()) return *error;
    if (visitor && !is_key(*visitor)) return coded("bad_key", "a key has 32 hexadecimal digits");
    if (visitor) session.visitor = *visitor;
    return server_info_json(core_.options);
}

WebApi::Answer WebApi::text(WebSession& session, Request& request) {
    std::size_t size = 0;
    for (const char* key : {"moves", "text"})
        if (const auto value = request.find(key)) size += value->as_string().value_or("").size();
    if (size <= kLongText) return answer_about_text(request);
    compute_answer(session, request,
                   [](Request& asked) { return answer_to(asked.id(), *answer_about_text(asked)); });
    return std::nullopt;
}

WebApi::Answer WebApi::tree(WebSession& session, Request& request) {
    compute_answer(session, request, answer_search);
    return std::nullopt;
}

void WebApi::compute_answer(const WebSession& session, const Request& request,
                            std::string (*answer_of)(Request&)) {
    const auto run = [this, to = session.id, asked = request, answer_of](std::size_t,
                                                                         const StopToken&) mutable {
        std::string answer = answer_of(asked);
        core_.post([this, to, answer = std::move(answer)] { send(to, answer); });
        return Scheduler::After::done;
    };
    core_.ports.compute.submit({Priority::analysis, std::nullopt, run});
}

WebApi::Answer WebApi::lobby(WebSession& session, Request& request) {
    const bool on = request.flag("on");
    if (auto error = request.validate()) return *error;
    core_.parts->spectators.watch_lobby(session.id, on);
    return Json::object();
}

}  // namespace kalah::server
