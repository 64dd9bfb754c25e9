// WebApi: the sessions of pages, and what they ask for (docs/web-api.md). A request is answered at
// once; one that needs a game or a result from the store is handled when that is there. The
// server's thread only.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "net/session_handler.hpp"
#include "server/analysis.hpp"
#include "server/archive.hpp"
#include "server/lobby.hpp"
#include "server/people.hpp"
#include "server/puzzles.hpp"
#include "server/request.hpp"
#include "server/spectators.hpp"

namespace kalah::server {

struct WebSession {
    SessionId id = 0;
    net::Outbox* outbox = nullptr;
    std::string host = {};
    /// Of the browser, the same in all its tabs; of a client that does not say, one of its own. It
    /// is in memory only.
    std::string visitor = {};
    std::optional<store::ReservedName> person = {};  // who has shown the key of their name
    Time connected = {};
    std::size_t games = 0;  // that it is in
};

class WebApi {
  public:
    explicit WebApi(Core& core);

    [[nodiscard]] WebSession* find(SessionId id);
    [[nodiscard]] std::size_t size() const { return sessions_.size(); }
    [[nodiscard]] const std::unordered_map<SessionId, WebSession>& all() const { return sessions_; }
    [[nodiscard]] SessionId open(net::Outbox& outbox, const std::string& host);
    void receive(WebSession& session, std::string_view message);
    void close(WebSession& session);
    void close_all();
    /// Ends a connection, which the page makes again. Does nothing if the session is gone.
    void dismiss(SessionId session);
    /// Ends all connections of a host; returns how many.
    std::size_t dismiss_host(const std::string& host, const char* why);
    /// The name of this person is nobody's any more.
    void forget_person(store::IdentityId identity);
    /// Sends one message. Does nothing if the session is gone.
    void send(SessionId session, std::string_view message);

  private:
    void end(WebSession& session, net::CloseReason reason);
    /// Nothing: the answer comes later.
    using Answer = std::optional<Result<Json>>;
    using Handler = Answer (WebApi::*)(WebSession&, Request&);
    /// The game is null if there is none of that name.
    using GameHandler = Answer (WebApi::*)(WebSession&, Request&, GameEntry*);

    [[nodiscard]] Answer dispatch(WebSession& session, Request& request);
    /// A request may have to wait: for its game to be loaded, or for the game's commit.
    [[nodiscard]] Answer dispatch_to_game(WebSession& session, Request& request,
                                          GameHandler handler);
    void handle(WebSession& session, Request request);
    void handle_later(SessionId session, const Request& request);
    void handle_loaded(SessionId session, const std::string& game, const Request& request);

    [[nodiscard]] Answer hello(WebSession& session, Request& request);
    [[nodiscard]] Answer text(WebSession& session, Request& request);
    [[nodiscard]] Answer lobby(WebSession& session, Request& request);
    [[nodiscard]] Answer make(WebSession& session, Request& request);
    [[nodiscard]] Answer enter(WebSession& session, Request& request, GameEntry* found);
    [[nodiscard]] Answer leave(WebSession& session, Request& request);
    [[nodiscard]] Answer sit(WebSession& session, Request& request, GameEntry* found);
    [[nodiscard]] Answer move(WebSession& session, Request& request, GameEntry* entry);
    /// undo, refuse and resign.
    [[nodiscard]] Answer change(WebSession& session, Request& request, GameEntry* entry);
    [[nodiscard]] Answer swap(WebSession& session, Request& request, GameEntry* found);
    [[nodiscard]] Answer rematch(WebSession& session, Request& request, GameEntry* found);
    [[nodiscard]] Answer decline(WebSession& session, Request& request, GameEntry* found);
    [[nodiscard]] Answer give_time(WebSession& session, Request& request, GameEntry* found);
    [[nodiscard]] Answer say(WebSession& session, Request& request, GameEntry* found);
    void tell_said(const GameEntry& entry, Side side, std::string_view phrase);

    [[nodiscard]] Answer tree(WebSession& session, Request& request);
    /// Computes the answer on a compute thread, and sends it when it is there.
    void compute_answer(const WebSession& session, const Request& request,
                        std::string (*answer_of)(Request&));

    template <class Act>
    [[nodiscard]] Answer act(Request& request, GameEntry* found, Act act);
    /// The request's error, or that there is no such game.
    [[nodiscard]] static std::optional<Error> validate(const Request& request,
                                                       const GameEntry* entry);
    /// The side that the `key` opens. Read all other keys before: it validates the request.
    [[nodiscard]] static Result<Side> open_seat(Request& request, const GameEntry* entry);
    /// `wanted`: the KGP client to play against; 0: anyone.
    [[nodiscard]] Result<Json> make_game(WebSession& session, GameTerms terms,
                                         SessionId wanted = 0);
    /// A game against one of those who wait in the lobby.
    [[nodiscard]] Result<Json> challenge(WebSession& session, GameTerms terms,
                                         const std::string& with);
    [[nodiscard]] Result<Json> join_waiting_person(WebSession& session, GameEntry& entry,
                                                   const GameTerms& terms);
    [[nodiscard]] Result<Json> join_next(WebSession& session, const LiveGame& old, Side side,
                                         GameEntry& next);
    [[nodiscard]] std::optional<Error> may_enter(const WebSession& session,
                                                 const GameEntry* entry) const;
    /// From now on the session is in the game. Returns `game`, `keys` of its sides, `state`.
    [[nodiscard]] Json welcome(WebSession& session, GameEntry& entry, const PerSide<bool>& sides,
                               const std::string& name);

    Core& core_;
    std::unordered_map<std::string_view, Handler> handlers_;
    std::unordered_map<std::string_view, GameHandler> game_handlers_;
    std::unordered_map<SessionId, WebSession> sessions_;
};

}  // namespace kalah::server
