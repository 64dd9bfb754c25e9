#include "net/hall.hpp"

#include <algorithm>
#include <cassert>

#include "base/mix64.hpp"

namespace kalah::net {
namespace {

constexpr std::size_t kLongestName = 64;
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

Hall::Hall(const HallOptions& options, Backstage& backstage, const Log& log)
    : options_(options), backstage_(backstage), log_(log), random_(options.seed) {}

Hall::~Hall() = default;

std::uint64_t Hall::chance() {
    random_ = mix64(random_, 0);
    return random_;
}

Session* Hall::find(SessionId id) {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : found->second.get();
}

HallCounts Hall::counts() const {
    HallCounts counts = counts_;
    counts.sessions = sessions_.size();
    counts.games = tables_.size();
    return counts;
}

// Lines out.

kgp::Id Hall::say(Session& session, const kgp::Command& command, kgp::Id ref) {
    if (!session.has_output()) with_output_.push_back(session.id());
    return session.say(command, ref);
}

kgp::Id Hall::ask(Session& session, const kgp::Command& command) {
    if (!session.has_output()) with_output_.push_back(session.id());
    return session.ask(command);
}

void Hall::ping(Session& session, Time now) {
    if (!session.has_output()) with_output_.push_back(session.id());
    session.ping(now);
    if (session.in_queue) leave_queue(session);
}

void Hall::flush(Time now) {
    // Removing one that does not read may give others something to hear.
    while (!with_output_.empty()) {
        std::vector<SessionId> ids;
        ids.swap(with_output_);
        for (const SessionId id : ids) {
            Session* session = find(id);
            if (session == nullptr || !session->has_output() || session->flush()) continue;
            log_(Level::warning, "slow reader", {{"session", static_cast<std::int64_t>(id)}});
            session->finish();
            remove(*session, FaultKind::slow_reader, "does not read what is sent", now);
        }
    }
}

// Coming and going.

SessionId Hall::opened(Outlet& outlet, Time now) {
    const SessionId id = ++last_id_;
    auto& session =
        *sessions_.emplace(id, std::make_unique<Session>(id, outlet, options_.budget, now))
             .first->second;
    say(session, kgp::Kgp{});
    set_alarm(session);
    if (doors_closed_) dismiss(session, "The server is closing", FaultKind::gone, now);
    flush(now);
    return id;
}

void Hall::closed(SessionId id, Time now) {
    if (Session* session = find(id)) remove(*session, FaultKind::gone, "disconnected", now);
    flush(now);
}

void Hall::dismiss(Session& session, std::string_view error, FaultKind kind, Time now) {
    if (!error.empty()) {
        session.say(kgp::Failure{std::string(error)});
        log_(Level::info, "dismissed",
             {{"session", static_cast<std::int64_t>(session.id())}, {"why", std::string(error)}});
    }
    session.say(kgp::Goodbye{});
    static_cast<void>(session.flush());
    session.finish();
    remove(session, kind, error.empty() ? "said goodbye" : error, now);
}

void Hall::remove(Session& session, FaultKind kind, std::string_view why, Time now) {
    const SessionId id = session.id();
    if (session.in_queue) leave_queue(session);
    if (Table* table = find_table(session.bout)) {
        table->seat(session.side) = 0;
        say_stop(*table, false);
        table->bout.leave(session.side, kind, std::string(why));
        end_table(*table, now);
    }
    sessions_.erase(id);
    log_(Level::debug, "session ended", {{"session", static_cast<std::int64_t>(id)}});
}

// Lines in.

void Hall::received(SessionId id, std::string_view bytes, Time now) {
    Session* session = find(id);
    if (session == nullptr) return;
    // The alarm may come a little later than the time is over: what counts is when the bytes came.
    if (end_overdue(*session, now)) session = find(id);
    if (session == nullptr) return flush(now);
    session->add(bytes, now);
    while (const auto line = session->next_line()) {
        const auto message = kgp::parse_message(*line);
        if (message)
            handle(*session, *message, now);
        else
            note_garbage(*session, *line);
        session = find(id);
        if (session == nullptr) return flush(now);
    }
    look_for_trouble(*session, now);
    flush(now);
}

void Hall::bothered(SessionId id, Time now) {
    Session* session = find(id);
    if (session == nullptr) return;
    session->bothered(now);
    look_for_trouble(*session, now);
    flush(now);
}

void Hall::look_for_trouble(Session& session, Time now) {
    switch (session.trouble()) {
        case Session::Trouble::none:
            return set_alarm(session);
        case Session::Trouble::flood:
            return dismiss(session, "Too many lines", FaultKind::flood, now);
        case Session::Trouble::long_line:
            return dismiss(session, "Line too long", FaultKind::long_line, now);
    }
}

void Hall::note_garbage(const Session& session, std::string_view line) {
    Table* table = find_table(session.bout);
    if (table != nullptr && !kgp::is_blank(line))
        table->bout.note_fault(session.side, FaultKind::garbage,
                               "not understood: " + printable(kgp::clean_text(line, 120)));
}

void Hall::handle(Session& session, const kgp::Message& message, Time now) {
    const auto unknown = [&] {
        if (session.activity != Activity::none)
            say(session, kgp::Failure{"Unknown command"}, message.id);
    };
    std::visit(
        Overloaded{
            [&](const kgp::Set& set) { handle_set(session, set, now); },
            [&](const kgp::Mode& mode) { handle_mode(session, mode, message.id, now); },
            [&](const kgp::Move& move) {
                handle_move(session, message.ref, message.id, move.pit, now);
            },
            [&](const kgp::Yield&) { handle_yield(session, message.ref, message.id, now); },
            [&](const kgp::Pong&) { handle_pong(session, now); },
            [&](const kgp::Goodbye&) { dismiss(session, "", FaultKind::gone, now); },
            [&](const kgp::Solution& solution) { handle_solution(session, solution, message); },
            [&](const kgp::Eval& eval) { handle_eval(session, eval.value, message); },
            [&](const kgp::Malformed& malformed) {
                handle_malformed(session, malformed, message.id);
            },
            [](const kgp::Ok&) {}, [](const kgp::Failure&) {},
            [&](const auto& /*unknown, or the server's own*/) { unknown(); }},
        message.command);
}

/// Where a client waits for a reply it is told; a move is only noted, as clients expect no answer.
void Hall::handle_malformed(Session& session, const kgp::Malformed& malformed, kgp::Id id) {
    const std::string& name = malformed.name;
    if ((name == "solution" && session.activity == Activity::verify) ||
        (name == "eval" && session.activity == Activity::eval) || name == "mode") {
        say(session, kgp::Failure{"Malformed " + name + ": " + malformed.reason}, id);
        return;
    }
    Table* table = find_table(session.bout);
    if (table != nullptr && name == "move")
        table->bout.note_fault(session.side, FaultKind::garbage, "move: " + malformed.reason);
}

void Hall::handle_set(Session& session, const kgp::Set& set, Time now) {
    About& about = session.about;
    if (set.option == "info:name") {
        about.name = kgp::clean_text(set.value, kLongestName);
    } else if (set.option == "info:authors" || set.option == "info:author") {
        about.authors = kgp::clean_text(set.value, kLongestAuthors, kgp::Breaks::keep);
    } else if (set.option == "info:description") {
        about.description = kgp::clean_text(set.value, kLongestDescription, kgp::Breaks::keep);
    } else if (set.option == "info:comment") {
        session.comment = kgp::clean_text(set.value, kLongestComment, kgp::Breaks::keep);
    } else if (set.option == "auth:token") {
        if (set.value.empty() || set.value.size() > kLongestToken) return;
        const bool waits = session.in_queue;
        if (waits) leave_queue(session);
        about.token = set.value;
        if (waits) join_queue(session, now);
    } else if (set.option == "auth:forget") {
        if (set.value.empty() || set.value.size() > kLongestToken) return;
        if (++session.forgets > kMostForgets) return;
        if (about.token == set.value) about.token.clear();
        backstage_.forget(set.value);
    }
}

void Hall::handle_mode(Session& session, const kgp::Mode& mode, kgp::Id ref, Time now) {
    if (session.activity != Activity::none) {
        dismiss(session, "The mode was chosen already", FaultKind::gone, now);
    } else if (mode.name == "freeplay") {
        session.activity = Activity::freeplay;
        say(session, kgp::Ok{}, ref);
        session.queued = now;
        join_queue(session, now);
    } else if (mode.name == "verify" || mode.name == "go-kgp:verify") {
        session.activity = Activity::verify;
        pose_problem(session, true);
    } else if (mode.name == "eval") {
        session.activity = Activity::eval;
        pose_position(session, now);
    } else if (mode.name == "simple") {
        dismiss(session, "The mode simple is no longer part of the protocol", FaultKind::gone, now);
    } else {
        say(session, kgp::Failure{"Unsupported mode " + printable(kgp::clean_text(mode.name, 64))},
            ref);
    }
}

void Hall::handle_pong(Session& session, Time now) {
    if (!session.is_pinged()) return;  // a stray one
    session.pong(now);
    if (session.activity == Activity::freeplay && session.bout == 0 && !session.in_queue)
        join_queue(session, now);
}

// Clocks.

Time Hall::due(const Session& session) {
    if (session.activity == Activity::none) return session.connected() + options_.mode_timeout;
    Time due = session.question_deadline;
    if (session.is_pinged()) due = std::min(due, session.pinged_at() + options_.pong_timeout);
    if (Table* table = find_table(session.bout)) {
        if (table->bout.is_open() && table->bout.to_move() == session.side)
            due = std::min(due, table->bout.deadline());
    } else if (!session.is_pinged() && session.question_deadline == kNever) {
        due = std::min(due, session.heard() + options_.ping_after);
    }
    if (session.in_queue && !options_.bots.empty())
        due = std::min(due, session.queued + options_.bot_after);
    return due;
}

void Hall::set_alarm(Session& session) {
    session.alarm.wake_at(alarms_, due(session), session.id());
}

void Hall::tick(Time now) {
    while (const auto who = alarms_.take(now)) {
        if (Session* session = find(*who))
            wake(*session, now);
        else if (Table* table = find_table(*who))
            wake(*table, now);
        else if (*who == 0)
            pair_all(now);
    }
    flush(now);
}

void Hall::wake(Session& session, Time now) {
    const SessionId id = session.id();
    session.alarm.woken(now);
    if (session.activity == Activity::none && session.connected() + options_.mode_timeout <= now)
        return dismiss(session, "Requested no mode", FaultKind::gone, now);
    if (session.is_pinged() && session.pinged_at() + options_.pong_timeout <= now)
        return dismiss(session, "Received no pong", FaultKind::no_pong, now);
    if (end_overdue(session, now)) {
        // That was it.
    } else if (session.in_queue && !options_.bots.empty() &&
               session.queued + options_.bot_after <= now) {
        pair_with_bot(session, now);
    } else if (session.activity != Activity::none && session.bout == 0 && !session.is_pinged() &&
               session.question_deadline == kNever &&
               session.heard() + options_.ping_after <= now) {
        ping(session, now);
    }
    if (Session* still = find(id)) set_alarm(*still);
}

bool Hall::end_overdue(Session& session, Time now) {
    Table* table = find_table(session.bout);
    if (table != nullptr && table->bout.is_open() && table->bout.to_move() == session.side &&
        table->bout.deadline() <= now) {
        ping(session, now);
        settle(*table, true, now);
        return true;
    }
    if (session.question_deadline > now) return false;
    ping(session, now);
    end_position(session, now);
    return true;
}

}  // namespace kalah::net
