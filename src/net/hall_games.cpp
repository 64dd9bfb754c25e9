// Hall: who plays whom, and their games.
#include <algorithm>
#include <cassert>
#include <utility>

#include "base/mix64.hpp"
#include "net/hall.hpp"

namespace kalah::net {
namespace {

constexpr milliseconds kTryAgain{50};       // when the records had no room for a game
constexpr milliseconds kNextBotTry{1'000};  // when as many bots play as may
constexpr milliseconds kBotDelay{500};      // that a bot's answer may take to come here

/// Clients without a token count as different from everyone.
bool may_play(const Session& a, const Session& b) {
    return a.about.token.empty() || a.about.token != b.about.token;
}

/// Whose turn it is to begin: who has done so less, then who did not the last time, then who waited
/// longer.
bool first_is_south(const Session& first, const Session& second) {
    const int first_balance = 2 * first.south_games - first.games;
    const int second_balance = 2 * second.south_games - second.games;
    if (first_balance != second_balance) return first_balance < second_balance;
    if (first.last_side != second.last_side) return first.last_side == Side::north;
    return true;
}

std::string shown_name(const About& about) {
    return about.name.empty() ? "anonymous" : about.name;
}

}  // namespace

Hall::Table* Hall::find_table(BoutId id) {
    const auto found = tables_.find(id);
    return found == tables_.end() ? nullptr : found->second.get();
}

// Pairing.

void Hall::join_queue(Session& session, Time now) {
    assert(!session.in_queue && session.bout == 0);
    if (doors_closed_) return;
    if (!queue_.empty()) {
        Session& first = *find(queue_.front());
        if (may_play(first, session)) {
            if (backstage_.has_room()) {
                leave_queue(first);
                const bool swap = !first_is_south(first, session);
                return seat_players(swap ? session : first, swap ? first : session, now);
            }
            pairing_.wake_at(alarms_, now + kTryAgain, 0);
        }
    }
    session.place = queue_.insert(queue_.end(), session.id());
    session.in_queue = true;
    set_alarm(session);
}

void Hall::leave_queue(Session& session) {
    assert(session.in_queue);
    queue_.erase(session.place);
    session.in_queue = false;
}

void Hall::pair_all(Time now) {
    pairing_.woken(now);
    if (!backstage_.has_room()) return pairing_.wake_at(alarms_, now + kTryAgain, 0);
    // All anew: joining looks only at the first one, who speaks for the others (queue_).
    const std::vector<SessionId> waiting(queue_.begin(), queue_.end());
    for (const SessionId id : waiting) leave_queue(*find(id));
    for (const SessionId id : waiting) join_queue(*find(id), now);
}

void Hall::pair_with_bot(Session& session, Time now) {
    if (bot_games_ >= options_.most_bot_games || !backstage_.has_room() || doors_closed_) {
        session.queued = now + kNextBotTry - options_.bot_after;
        return;
    }
    leave_queue(session);
    const std::size_t bot = next_bot_++ % options_.bots.size();
    const Side turn = session.south_games * 2 > session.games ? Side::north : Side::south;
    const Side side = options_.side_against_bots.value_or(turn);
    GameRecord record{Game(options_.rules, options_.start)};
    record.names[side] = shown_name(session.about);
    record.names[opponent(side)] = options_.bots[bot];
    auto table = std::make_unique<Table>(
        ++last_id_, Bout(std::move(record), options_.time, options_.most_faults));
    table->seat(side) = session.id();
    table->bot = bot;
    ++bot_games_;
    session.side = side;
    open_table(std::move(table), now);
}

void Hall::seat_players(Session& south, Session& north, Time now) {
    GameRecord record{Game(options_.rules, options_.start)};
    record.names = {shown_name(south.about), shown_name(north.about)};
    auto table = std::make_unique<Table>(
        ++last_id_, Bout(std::move(record), options_.time, options_.most_faults));
    table->seats = {south.id(), north.id()};
    south.side = Side::south;
    north.side = Side::north;
    open_table(std::move(table), now);
}

void Hall::open_table(std::unique_ptr<Table> table, Time /*now*/) {
    table->seed = chance();
    NewBout begins{table->id, table->bout.record(), {}};
    begins.record.started = options_.wall_clock();
    table->started = begins.record.started;
    for (const Side side : kBothSides) {
        Session* session = find(table->seat(side));
        if (session == nullptr) continue;
        begins.about[side] = session->about;
        session->bout = table->id;
        session->last_side = side;
        ++session->games;
        if (side == Side::south) ++session->south_games;
    }
    ++counts_.begun;
    tables_.emplace(table->id, std::move(table));
    backstage_.begin(std::move(begins));
}

// The game.

void Hall::game_begun(BoutId id, GameNumber number, Time now) {
    Table* table = find_table(id);
    if (table == nullptr) return;
    table->number = number;
    if (table->bout.over()) {  // somebody left while it was noted down
        end_table(*table, now);
    } else {
        for (const Side side : kBothSides) welcome(*table, side);
        play_on(*table, now);
    }
    flush(now);
}

void Hall::welcome(Table& table, Side side) {
    Session* session = find(table.seat(side));
    if (session == nullptr) return;
    if (session->games == 1) say(*session, kgp::Set{"info:name", options_.name});
    const Session* opponent = find(table.seat(kalah::opponent(side)));
    const std::string name =
        opponent != nullptr ? opponent->about.name : table.bout.record().name_of(kalah::opponent(side));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options_.time.limit);
    const std::string clock = std::to_string(std::max<std::int64_t>(seconds.count(), 1));
    say(*session, kgp::Set{"game:id", std::to_string(*table.number)});
    say(*session, kgp::Set{"game:uri", ""});
    say(*session, kgp::Set{"game:opponent", name});
    say(*session, kgp::Set{"game:rules", to_text(options_.rules)});  // ours; others ignore it
    say(*session, kgp::Set{"time:mode", "relative"});
    say(*session, kgp::Set{"time:clock", clock, true});
    say(*session, kgp::Set{"time:opclock", clock, true});
    if (options_.time.limit != seconds)  // ours too: the protocol has whole seconds only
        say(*session, kgp::Set{"time:clock-ms", std::to_string(options_.time.limit.count())});
}

void Hall::play_on(Table& table, Time now) {
    const auto side = table.bout.advance();
    backstage_.moved(table.id, table.bout.record());
    if (!side) return end_table(table, now);
    const Game& game = table.bout.record().game;
    if (Session* session = find(table.seat(*side))) {
        const kgp::Id state = ask(*session, kgp::State{kgp::seen_by(game.board(), *side)});
        table.bout.asked(state, now);
        set_alarm(*session);
        return;
    }
    assert(table.bot);
    table.bout.asked(0, now);
    if (options_.bots_keep_time)
        table.alarm.wake_at(alarms_, table.bout.deadline() + kBotDelay, table.id);
    backstage_.ask_bot({table.id, *table.bot, game, mix64(table.seed, game.played().size()),
                        table.bout.deadline()});
}

void Hall::say_stop(Table& table, bool timed_out) {
    if (!table.bout.is_open()) return;
    Session* session = find(table.seat(table.bout.to_move()));
    if (session == nullptr) return;  // a bot, or gone
    const kgp::Id state = table.bout.open_state();
    say(*session, kgp::Stop{}, state);
    session->settled(state, timed_out);
}

void Hall::settle(Table& table, bool timed_out, Time now) {
    say_stop(table, timed_out);
    table.bout.settle(now, chance(), timed_out);
    ++counts_.moves;
    play_on(table, now);
}

void Hall::handle_move(Session& session, kgp::Id ref, kgp::Id id, int pit, Time /*now*/) {
    Table* table = find_table(session.bout);
    const bool mine = table != nullptr && table->bout.is_open() &&
                      table->bout.to_move() == session.side && table->bout.open_state() == ref;
    if (mine) return table->bout.prefer(pit, std::exchange(session.comment, ""));

    const auto known = session.was_asked(ref);
    const std::string what = "move " + std::to_string(pit + 1);
    if (known == Session::Known::no) say(session, kgp::Failure{"No state associated with id"}, id);
    if (table == nullptr) return;
    if (known == Session::Known::no)
        table->bout.note_fault(session.side, FaultKind::wrong_game,
                               what + " for a state that it was not asked about");
    else if (known == Session::Known::timed_out)
        table->bout.note_fault(session.side, FaultKind::late, what + " after its time");
    else
        table->bout.note_fault(session.side, FaultKind::repeated, what + " for a settled state");
}

void Hall::handle_yield(Session& session, kgp::Id ref, kgp::Id id, Time now) {
    Table* table = find_table(session.bout);
    if (table != nullptr && table->bout.is_open() && table->bout.to_move() == session.side &&
        table->bout.open_state() == ref)
        return settle(*table, false, now);
    // One that crosses our stop on its way is no fault.
    if (session.was_asked(ref) != Session::Known::no) return;
    say(session, kgp::Failure{"No state associated with id"}, id);
    if (table != nullptr)
        table->bout.note_fault(session.side, FaultKind::wrong_game,
                               "yield for a state that it was not asked about");
}

void Hall::bot_chose(BoutId id, std::size_t ply, int pit, std::string comment, Time now) {
    Table* table = find_table(id);
    if (table == nullptr || !table->bout.is_open() || table->seat(table->bout.to_move()) != 0 ||
        table->bout.record().game.played().size() != ply)
        return;
    table->bout.prefer(pit, std::move(comment));
    settle(*table, false, now);
    flush(now);
}

void Hall::wake(Table& table, Time now) {
    table.alarm.woken(now);
    if (!table.bout.is_open() || table.seat(table.bout.to_move()) != 0) return;
    if (table.bout.deadline() + kBotDelay <= now) return settle(table, true, now);
    table.alarm.wake_at(alarms_, table.bout.deadline() + kBotDelay, table.id);
}

void Hall::end_table(Table& table, Time now) {
    assert(table.bout.over());
    const GameRecord& record = table.bout.record();
    for (const Side side : kBothSides) {
        Session* session = find(std::exchange(table.seat(side), 0));
        if (session == nullptr) continue;
        session->bout = 0;
        say(*session, kgp::Set{"game:result", std::to_string(record.points(side)) + '-' +
                                                  std::to_string(record.points(opponent(side))) +
                                                  ' ' + std::string(name(record.ending))});
        session->queued = now;
        if (doors_closed_) {
            dismiss(*session, "", FaultKind::gone, now);
            continue;
        }
        // Whoever wants to leave after this game has said so by the time he answers.
        ping(*session, now);
        set_alarm(*session);
    }
    if (!table.number) return;  // game_begun comes here again
    ++counts_.ended;
    if (table.bot) --bot_games_;
    GameRecord ended = std::move(table.bout).take_record();
    ended.started = table.started;
    ended.finished = options_.wall_clock();
    log_(Level::info, "game over",
         {{"game", *table.number},
          {"south", ended.names[0]},
          {"north", ended.names[1]},
          {"points", std::to_string(ended.points(Side::south)) + "-" +
                         std::to_string(ended.points(Side::north))},
          {"ending", std::string(name(ended.ending))},
          {"moves", static_cast<std::int64_t>(ended.game.played().size())}});
    remember({table.id, *table.number, ended});
    backstage_.end(*table.number, std::move(ended));
    tables_.erase(table.id);
}

// Closing time.

void Hall::close_doors(Time now) {
    doors_closed_ = true;
    std::vector<SessionId> idle;
    for (const auto& [id, session] : sessions_)
        if (session->bout == 0) idle.push_back(id);
    for (const SessionId id : idle) dismiss(*find(id), "", FaultKind::gone, now);
    flush(now);
}

void Hall::stop_games(Time now) {
    std::vector<BoutId> running;
    for (const auto& [id, table] : tables_)
        if (!table->bout.over()) running.push_back(id);
    for (const BoutId id : running) {
        Table& table = *find_table(id);
        say_stop(table, false);
        table.bout.stop();
        end_table(table, now);
    }
    flush(now);
}

}  // namespace kalah::net
