#include "server/kgp_clients.hpp"

#include <algorithm>
#include <utility>

#include "kgp/clean_text.hpp"

namespace kalah::server {
namespace {

constexpr std::size_t kLongestAuthors = 256;
constexpr std::size_t kLongestDescription = 2'000;
constexpr std::size_t kLongestComment = 1'000;
constexpr std::size_t kLongestToken = 1'024;
constexpr int kMostForgets = 8;  // in a session: each costs a slow hash

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace

KgpSession* KgpClients::find(SessionId id) {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : found->second.get();
}

// Coming and going.

SessionId KgpClients::open(net::Outbox& outbox, const std::string& host) {
    const SessionId id = core_.new_id();
    auto made =
        std::make_unique<KgpSession>(id, outbox, core_.options.rate, core_.now, with_output_);
    KgpSession& session = *sessions_.emplace(id, std::move(made)).first->second;
    session.place.client = id;
    session.place.host = host;
    session.say(kgp::Kgp{});
    set_deadline(session);
    if (core_.closing) dismiss(session, "The server is closing", FaultKind::gone);
    return id;
}

void KgpClients::close(KgpSession& session) {
    remove(session, FaultKind::gone, "disconnected");
}

void KgpClients::dismiss(KgpSession& session, std::string_view error, FaultKind kind) {
    if (!error.empty()) {
        session.say(kgp::Failure{std::string(error)});
        core_.log(
            LogLevel::info, "dismissed",
            {{"session", static_cast<std::int64_t>(session.id())}, {"why", std::string(error)}});
    }
    session.say(kgp::Goodbye{});
    static_cast<void>(session.flush());
    session.finish();
    remove(session, kind, error.empty() ? "said goodbye" : error);
}

void KgpClients::remove(KgpSession& session, FaultKind kind, std::string_view why) {
    const SessionId id = session.id();
    lobby_.leave(id);
    if (GameEntry* entry = game_of(session)) games_.client_left(*entry, session.side, kind, why);
    sessions_.erase(id);
    core_.log(LogLevel::debug, "session ended", {{"session", static_cast<std::int64_t>(id)}});
}

void KgpClients::dismiss_idle() {
    std::vector<SessionId> idle;
    for (const auto& [id, session] : sessions_)
        if (session->game == 0) idle.push_back(id);
    for (const SessionId id : idle) dismiss(*find(id), "", FaultKind::gone);
}

std::size_t KgpClients::dismiss_host(const std::string& host, std::string_view why) {
    std::vector<SessionId> ids;
    for (const auto& [id, session] : sessions_)
        if (session->place.host == host) ids.push_back(id);
    for (const SessionId id : ids) dismiss(*find(id), why, FaultKind::gone);
    return ids.size();
}

void KgpClients::flush() {
    // Removing a client that does not read may cause output to others.
    while (!with_output_.empty()) {
        const std::vector<SessionId> ids = std::exchange(with_output_, {});
        for (const SessionId id : ids) {
            KgpSession* session = find(id);
            if (session == nullptr || !session->has_output() || session->flush()) continue;
            ++core_.refused.unread;
            core_.log(LogLevel::warning, "slow reader",
                      {{"session", static_cast<std::int64_t>(id)}});
            session->finish();
            remove(*session, FaultKind::slow_reader, "does not read what is sent");
        }
    }
}

// Lines in.

void KgpClients::receive(KgpSession& received, std::string_view bytes) {
    KgpSession* session = &received;
    const SessionId id = session->id();
    // The timer may fire a little after the deadline: what counts is when the bytes came.
    if (end_overdue(*session)) session = find(id);
    if (session == nullptr) return;
    session->add(bytes, core_.now);
    while (const auto line = session->next_line()) {
        const auto message = kgp::parse_message(*line);
        if (message)
            handle(*session, *message);
        else if (GameEntry* entry = game_of(*session); entry != nullptr && !kgp::is_blank(*line))
            entry->game.note_fault(session->side, FaultKind::garbage,
                                   "not understood: " + printable(kgp::clean_text(*line, 120)) +
                                       " (" + to_text(message.error()) + ")");
        session = find(id);
        if (session == nullptr) return;
    }
    check_limits(*session);
}

void KgpClients::empty_frame(KgpSession& session) {
    session.on_empty_frame(core_.now);
    check_limits(session);
}

void KgpClients::check_limits(KgpSession& session) {
    if (session.trouble() == KgpSession::Trouble::none) return set_deadline(session);
    ++core_.refused.rate;
    switch (session.trouble()) {
        case KgpSession::Trouble::none:
            return;
        case KgpSession::Trouble::flood:
            return dismiss(session, "Too many lines", FaultKind::flood);
        case KgpSession::Trouble::long_line:
            return dismiss(session, "Line too long", FaultKind::long_line);
    }
}

GameEntry* KgpClients::game_of(const KgpSession& session) {
    return session.game == 0 ? nullptr : games_.find(session.game);
}

GameEntry* KgpClients::asked_by(const KgpSession& session, kgp::Id ref) {
    GameEntry* entry = game_of(session);
    const bool asked = entry != nullptr && entry->game.is_open() &&
                       entry->game.to_move() == session.side && entry->game.open_state() == ref;
    return asked ? entry : nullptr;
}

void KgpClients::handle(KgpSession& session, const kgp::Message& message) {
    const auto unknown = [&] {
        if (session.activity != Activity::none)
            session.say(kgp::Failure{"Unknown command"}, message.id);
    };
    std::visit(
        Overloaded{
            [&](const kgp::Set& set) { on_set(session, set); },
            [&](const kgp::Mode& mode) { on_mode(session, mode, message.id); },
            [&](const kgp::Move& move) { on_move(session, message.ref, message.id, move.pit); },
            [&](const kgp::Yield&) { on_yield(session, message.ref, message.id); },
            [&](const kgp::Pong&) { on_pong(session); },
            [&](const kgp::Goodbye&) { dismiss(session, "", FaultKind::gone); },
            [&](const kgp::Solution& solution) {
                practice_.on_solution(session, solution, message);
            },
            [&](const kgp::Eval& eval) { practice_.on_eval(session, eval.value, message); },
            [&](const kgp::Malformed& malformed) { on_malformed(session, malformed, message.id); },
            [](const kgp::Ok&) {}, [](const kgp::Failure&) {},
            [&](const auto& /*unknown, or the server's own*/) { unknown(); }},
        message.command);
}

/// Where a client expects a reply it gets one; a malformed move is only noted as a fault.
void KgpClients::on_malformed(KgpSession& session, const kgp::Malformed& malformed, kgp::Id id) {
    const std::string& name = malformed.name;
    if ((name == "solution" && session.activity == Activity::verify) ||
        (name == "eval" && session.activity == Activity::eval) || name == "mode") {
        session.say(kgp::Failure{"Malformed " + name + ": " + malformed.reason}, id);
        return;
    }
    GameEntry* entry = game_of(session);
    if (entry != nullptr && name == "move")
        entry->game.note_fault(session.side, FaultKind::garbage, "move: " + malformed.reason);
}

void KgpClients::on_set(KgpSession& session, const kgp::Set& set) {
    ClientInfo& info = session.place.info;
    const bool is_token = !set.value.empty() && set.value.size() <= kLongestToken;
    if (set.option == "info:name") {
        info.name = kgp::clean_text(set.value, kLongestName);
    } else if (set.option == "info:authors" || set.option == "info:author") {
        info.authors = kgp::clean_text(set.value, kLongestAuthors, kgp::Breaks::keep);
    } else if (set.option == "info:description") {
        info.description = kgp::clean_text(set.value, kLongestDescription, kgp::Breaks::keep);
    } else if (set.option == "info:comment") {
        session.comment = kgp::clean_text(set.value, kLongestComment, kgp::Breaks::keep);
    } else if (set.option == "auth:token" && is_token) {
        const bool waits = lobby_.has(session.id());
        lobby_.leave(session.id());
        info.token = set.value;
        if (waits) join_lobby(session);
    } else if (set.option == "auth:forget" && is_token) {
        forget(session, set.value);
    }
}

void KgpClients::forget(KgpSession& session, const std::string& token) {
    if (++session.forgets > kMostForgets) return;
    const std::size_t most = core_.options.most_forgets_a_minute;
    const std::size_t of_host = ++forgets_.of(session.place.host, core_.now);
    if (of_host == most + 1)
        core_.log(LogLevel::warning, "tokens not forgotten: too many of one host",
                  {{"session", static_cast<std::int64_t>(session.id())}});
    if (of_host > most) return;
    if (session.place.info.token == token) session.place.info.token.clear();
    practice_.forget(token);
    core_.ports.storage.forget(token);
}

void KgpClients::on_mode(KgpSession& session, const kgp::Mode& mode, kgp::Id ref) {
    if (session.activity != Activity::none) {
        dismiss(session, "The mode was chosen already", FaultKind::gone);
    } else if (mode.name == "freeplay") {
        session.activity = Activity::freeplay;
        session.say(kgp::Ok{}, ref);
        session.place.queued = core_.now;
        join_lobby(session);
    } else if (mode.name == "verify" || mode.name == "go-kgp:verify") {
        session.activity = Activity::verify;
        practice_.send_problem(session, true);
    } else if (mode.name == "eval") {
        session.activity = Activity::eval;
        practice_.send_position(session);
    } else if (mode.name == "simple") {
        dismiss(session, "The mode simple is no longer part of the protocol", FaultKind::gone);
    } else {
        session.say(kgp::Failure{"Unsupported mode " + printable(kgp::clean_text(mode.name, 64))},
                    ref);
    }
}

void KgpClients::on_pong(KgpSession& session) {
    if (!session.is_pinged()) return;  // a stray one
    session.pong(core_.now);
    if (session.activity == Activity::freeplay && session.game == 0) join_lobby(session);
}

void KgpClients::join_lobby(KgpSession& session) {
    if (!lobby_.has(session.id())) lobby_.join(session.place);
}

void KgpClients::on_move(KgpSession& session, kgp::Id ref, kgp::Id id, int pit) {
    if (GameEntry* entry = asked_by(session, ref))
        return entry->game.prefer(pit, {0, std::exchange(session.comment, "")});
    const auto note = [&](FaultKind kind, std::string_view why) {
        if (GameEntry* entry = game_of(session))
            entry->game.note_fault(session.side, kind,
                                   "move " + std::to_string(pit + 1) + std::string(why));
    };
    switch (session.was_asked(ref)) {
        case KgpSession::Known::no:
            session.say(kgp::Failure{"No state associated with id"}, id);
            return note(FaultKind::wrong_game, ref == 0
                                                   ? " without @ID, the id of a state"
                                                   : " for a state that it was not asked about");
        case KgpSession::Known::timed_out:
            return note(FaultKind::late, " after its time");
        case KgpSession::Known::settled:
            return note(FaultKind::repeated, " for a settled state");
    }
}

void KgpClients::on_yield(KgpSession& session, kgp::Id ref, kgp::Id id) {
    if (GameEntry* entry = asked_by(session, ref)) return games_.settle(*entry);
    // A yield that crosses our stop on its way is no fault.
    if (session.was_asked(ref) != KgpSession::Known::no) return;
    session.say(kgp::Failure{"No state associated with id"}, id);
    if (GameEntry* entry = game_of(session))
        entry->game.note_fault(session.side, FaultKind::wrong_game,
                               "yield for a state that it was not asked about");
}

// From games and the lobby.

kgp::Id KgpClients::ask(SessionId client, const Board& board) {
    return find(client)->ask(kgp::State{board});
}

void KgpClients::stop(SessionId client, kgp::Id state, bool timed_out) {
    KgpSession* session = find(client);
    if (session == nullptr) return;
    session->say(kgp::Stop{}, state);
    session->settled(state, timed_out);
}

void KgpClients::check_alive(SessionId client) {
    KgpSession* session = find(client);
    if (session == nullptr) return;
    ping(*session);
    set_deadline(*session);
}

void KgpClients::tell(SessionId client, const char* text) {
    if (KgpSession* session = find(client)) session->say(kgp::Failure{text});
}

void KgpClients::seated(SessionId client, GameId game, Side side, std::optional<std::size_t> bot) {
    KgpSession& session = *find(client);
    session.game = game;
    session.side = side;
    session.place.count(side, bot);
}

void KgpClients::game_begun(const LiveGame& game, Side side) {
    KgpSession& session = *find(game.seat(side).client);
    const auto say = [&](const char* option, std::string value, bool number = false) {
        session.say(kgp::Set{option, std::move(value), number});
    };
    if (session.place.games == 1) say("info:name", core_.options.name);
    const KgpSession* their = find(game.seat(opponent(side)).client);
    const auto limit = core_.options.time.limit;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(limit);
    const std::string clock = std::to_string(std::max<std::int64_t>(seconds.count(), 1));
    say("game:id", std::to_string(*game.data().number));
    say("game:uri", "");
    say("game:opponent",
        their != nullptr ? their->place.info.name : game.record().name_of(opponent(side)));
    say("game:rules", to_text(core_.options.rules));  // ours; others ignore it
    say("time:mode", "relative");
    say("time:clock", clock, true);
    say("time:opclock", clock, true);
    if (limit != seconds)  // ours too: the protocol has whole seconds only
        say("time:clock-ms", std::to_string(limit.count()));
}

void KgpClients::game_over(const LiveGame& game, SessionId client, Side side) {
    KgpSession* session = find(client);
    if (session == nullptr) return;
    const GameRecord& record = game.record();
    session->game = 0;
    session->say(kgp::Set{"game:result", std::to_string(record.points(side)) + '-' +
                                             std::to_string(record.points(opponent(side))) + ' ' +
                                             std::string(name(record.ending))});
    session->place.queued = core_.now;
    if (core_.closing) return dismiss(*session, "", FaultKind::gone);
    // By the time it answers the ping, a client that wants to leave after this game has said so.
    ping(*session);
    set_deadline(*session);
}

void KgpClients::next_position(SessionId client) {
    KgpSession* session = find(client);
    if (session == nullptr || session->activity != Activity::eval || session->question != 0) return;
    practice_.send_position(*session);
    set_deadline(*session);
}

// Time.

void KgpClients::ping(KgpSession& session) {
    session.ping(core_.now);
    lobby_.leave(session.id());
}

Time KgpClients::due(const KgpSession& session) const {
    if (session.activity == Activity::none) return session.connected() + core_.options.mode_timeout;
    Time due = session.question_deadline;
    if (session.is_pinged())
        due = std::min(due, session.pinged_at() + core_.options.pong_timeout);
    else if (session.game == 0 && session.question_deadline == kNever)
        due = std::min(due, session.heard() + core_.options.ping_after);
    return std::min(due, lobby_.bot_due(session.id()));
}

void KgpClients::set_deadline(KgpSession& session) {
    session.deadline.wake_at(core_.deadlines, due(session), session.id());
}

void KgpClients::wake(KgpSession& session) {
    const SessionId id = session.id();
    const Time now = core_.now;
    session.deadline.woken(now);
    if (session.activity == Activity::none &&
        session.connected() + core_.options.mode_timeout <= now)
        return dismiss(session, "Requested no mode", FaultKind::gone);
    if (session.is_pinged() && session.pinged_at() + core_.options.pong_timeout <= now)
        return dismiss(session, "Received no pong", FaultKind::no_pong);
    if (end_overdue(session)) {
        // The overdue question has ended.
    } else if (lobby_.bot_due(id) <= now) {
        lobby_.pair_with_bot(id);
    } else if (session.activity != Activity::none && session.game == 0 && !session.is_pinged() &&
               session.question_deadline == kNever &&
               session.heard() + core_.options.ping_after <= now) {
        ping(session);
    }
    if (KgpSession* still = find(id)) set_deadline(*still);
}

bool KgpClients::end_overdue(KgpSession& session) {
    GameEntry* entry = game_of(session);
    if (entry != nullptr && entry->game.to_move() == session.side && games_.check_clock(*entry))
        return true;
    if (session.question_deadline > core_.now) return false;
    ping(session);
    practice_.end_position(session);
    return true;
}

Json KgpClients::sessions_json(std::size_t most) const {
    std::vector<SessionId> ids;
    for (const auto& [id, session] : sessions_) ids.push_back(id);
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(most, ids.size()));
    std::partial_sort(ids.begin(), end, ids.end());
    ids.erase(end, ids.end());
    Json list = Json::array();
    for (const SessionId id : ids) list.push(sessions_.at(id)->json());
    return list;
}

}  // namespace kalah::server
