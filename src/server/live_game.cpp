#include "server/live_game.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "kgp/clean_text.hpp"
#include "rules/random_pit.hpp"

namespace kalah::server {
namespace {

constexpr std::array<std::string_view, 4> kSeatKinds{"person", "player", "open", "lobby"};

GameRecord new_record(const Game& game, std::int64_t wall) {
    GameRecord record{game};
    record.notes.assign(game.played().size(), {0, "", MoveSource::forced});
    record.started = wall;
    return record;
}

Error over_error() {
    return coded("game_over", "the game is over");
}

}  // namespace

std::string_view name(SeatKind kind) {
    return kSeatKinds[static_cast<std::size_t>(kind)];
}

std::optional<SeatKind> parse_seat_kind(std::string_view text) {
    for (std::size_t i = 0; i < kSeatKinds.size(); ++i)
        if (kSeatKinds[i] == text) return static_cast<SeatKind>(i);
    return std::nullopt;
}

std::string shown_name(std::string_view name, std::string_view fallback) {
    const std::string clean = kgp::clean_text(name, kLongestName);
    const bool blank = clean.find_first_not_of(' ') == std::string::npos;
    return blank ? std::string(fallback) : clean;
}

bool same_key(std::string_view a, std::string_view b) {
    if (a.empty() || a.size() != b.size()) return false;
    unsigned different = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return different == 0;
}

LiveGame::LiveGame(GameId id, std::string name, const GameTerms& terms, const Timestamp& now)
    : id_(id),
      name_(std::move(name)),
      data_{terms, new_record(terms.game, now.wall)},
      since_(now.time) {
    if (terms.time.kind == TimeControl::Kind::total) {
        data_.left.fill(terms.time.start);
        data_.left_before.assign(ply(), data_.left);
    }
    set_names();
}

LiveGame::LiveGame(GameId id, std::string name, GameData data, const Timestamp& now)
    : id_(id), name_(std::move(name)), data_(std::move(data)), since_(now.time) {}

Status LiveGame::status() const {
    if (data_.record.ending != Ending::running) return Status::over;
    const bool waits = has(SeatKind::open) || (has(SeatKind::lobby) && !data_.paired);
    return waits ? Status::waiting : Status::playing;
}

bool LiveGame::is_offered() const {
    return status() == Status::waiting &&
           std::any_of(data_.terms.seats.begin(), data_.terms.seats.end(),
                       [](const Seat& seat) { return seat.kind == SeatKind::open && seat.listed; });
}

PerSide<store::Seated> LiveGame::seated() const {
    using Kind = store::PlayerKind;
    PerSide<store::Seated> seated{};
    for (const Side side : kBothSides) {
        const Seat& each = seat(side);
        if (each.kind == SeatKind::person) seated[side] = {Kind::person, each.identity};
        if (each.kind == SeatKind::player || each.bot) seated[side] = {Kind::program};
        if (each.client != 0) seated[side] = {Kind::client};
    }
    return seated;
}

std::optional<Side> LiveGame::side_of(std::string_view key) const {
    // Compares both, so that the time taken does not tell which one was close.
    const bool south = same_key(seat(Side::south).key, key);
    const bool north = same_key(seat(Side::north).key, key);
    if (south) return Side::south;
    return north ? std::optional(Side::north) : std::nullopt;
}

std::optional<Side> LiveGame::thinking() const {
    const Seat& mover = seat(to_move());
    const bool thinks = mover.kind == SeatKind::player || mover.bot;
    return status() == Status::playing && thinks ? std::optional(to_move()) : std::nullopt;
}

// Time.

/// Clocks run from the first move played here, once both seats are taken.
std::optional<Side> LiveGame::running() const {
    const bool begun = ply() > data_.terms.game.played().size();
    if (data_.terms.time.kind != TimeControl::Kind::total || !begun || paused_ ||
        status() != Status::playing)
        return std::nullopt;
    return to_move();
}

milliseconds LiveGame::left(Side side, Time now) const {
    milliseconds left = data_.left[side];
    if (running() == side) left -= thought(now);
    return std::max(left, milliseconds(0));
}

milliseconds LiveGame::thought(Time now) const {
    return std::max(std::chrono::floor<milliseconds>(now - since_), milliseconds(0));
}

std::optional<Time> LiveGame::deadline() const {
    if (const auto side = running()) return since_ + data_.left[*side];
    if (!in_lobby() || !open_) return std::nullopt;
    const Time limit = since_ + data_.terms.time.move.limit;
    if (!seat(to_move()).bot) return limit;
    return data_.terms.time.bots_keep_time ? std::optional(limit + kBotDelay) : std::nullopt;
}

bool LiveGame::check_clock(const Timestamp& now, std::uint64_t random) {
    const auto when = deadline();
    if (!when || now.time < *when) return false;
    if (in_lobby()) {
        settle(now, random, true);
        return true;
    }
    lose(*running(), Ending::timeout, FaultKind::timeout, "the time is over", now);
    return true;
}

void LiveGame::stop_clock(const Timestamp& now) {
    if (const auto side = running()) data_.left[*side] = left(*side, now.time);
    since_ = now.time;
}

void LiveGame::pause(bool on, const Timestamp& now) {
    if (on == paused_) return;
    stop_clock(now);
    paused_ = on;
}

void LiveGame::run_until(Time deadline) {
    if (const auto side = running()) since_ = deadline - data_.left[*side];
}

// What people do.

std::optional<Error> LiveGame::not_playing() const {
    if (over()) return over_error();
    if (status() != Status::waiting) return std::nullopt;
    return has(SeatKind::lobby) ? coded("waiting_for_lobby", "nobody from the lobby has come yet")
                                : coded("waiting_for_player", "the other player has not come yet");
}

bool LiveGame::one_person() const {
    return std::all_of(data_.terms.seats.begin(), data_.terms.seats.end(), [](const Seat& seat) {
        return seat.kind == SeatKind::person && !seat.joined;
    });
}

Result<Side> LiveGame::sit(Seat person, const Timestamp& now) {
    if (over()) return over_error();
    for (const Side side : kBothSides) {
        if (seat(side).kind != SeatKind::open) continue;
        if (!seat(side).name.empty())
            return coded("seat_reserved",
                         "the seat is reserved for " + seat(side).name + ", who played last",
                         {{"name", seat(side).name}});
        return take_seat(side, std::move(person), now);
    }
    return coded("no_open_seat", "there is no open seat");
}

Result<Side> LiveGame::take_reserved_seat(Seat person, const Timestamp& now) {
    if (over()) return over_error();
    for (const Side side : kBothSides) {
        if (seat(side).kind != SeatKind::open) continue;
        person.name = seat(side).name;
        return take_seat(side, std::move(person), now);
    }
    return coded("no_open_seat", "there is no open seat");
}

Side LiveGame::take_seat(Side side, Seat person, const Timestamp& now) {
    seat(side) = std::move(person);
    seat(side).kind = SeatKind::person;
    seat(side).joined = true;
    begin(now);
    return side;
}

/// Both players are there: the game begins.
void LiveGame::begin(const Timestamp& now) {
    set_names();
    since_ = now.time;
    data_.record.started = now.wall;
}

void LiveGame::set_names() {
    data_.record.names = {seat(Side::south).name, seat(Side::north).name};
}

std::optional<Error> LiveGame::move(Side side, int pit, std::size_t ply, const Timestamp& now,
                                    MoveNote note) {
    if (auto error = not_playing()) return error;
    const std::string played = std::to_string(this->ply());
    if (ply != this->ply())
        return coded(
            "stale_ply",
            "the game has gone on: it has " + played + " moves now, not " + std::to_string(ply),
            {{"ply", std::to_string(ply)}, {"played", played}});
    if (side != to_move()) {
        const std::string mover(to_text(to_move()));
        return coded("not_to_move", mover + " is to move", {{"to_move", mover}});
    }
    if (auto error = game().validate(pit)) return error;
    note.seconds = std::max(std::chrono::duration<double>(now.time - since_).count(), 0.0);
    play(pit, std::move(note), now);
    return std::nullopt;
}

void LiveGame::play(int pit, MoveNote note, const Timestamp& now) {
    if (data_.terms.time.kind == TimeControl::Kind::total) {
        const auto before = data_.left;
        const Side side = to_move();
        stop_clock(now);
        data_.left_before.resize(ply(), before);
        data_.left_before.push_back(before);
        data_.left[side] += data_.terms.time.increment;
    }
    open_ = false;
    since_ = now.time;
    data_.record.play(pit, std::move(note));
    data_.undo.reset();
    if (game().over())
        data_.record.finished = now.wall;
    else if (ply() >= kMostMoves && !in_lobby())
        end(Ending::stopped, now);
}

std::optional<Error> LiveGame::undo(Side side, const Timestamp& now) {
    if (auto error = not_playing()) return error;
    if (in_lobby()) return coded("no_undo_in_lobby", "no move of the lobby is taken back");
    const auto& played = game().played();
    const Error nothing = coded("nothing_to_undo", "there is no move to take back");
    if (one_person()) {
        if (played.empty()) return nothing;
        take_back(played.size() - 1, now);
        return std::nullopt;
    }
    const bool against_player = seat(opponent(side)).kind == SeatKind::player;
    const Side asker = data_.undo == opponent(side) ? opponent(side) : side;
    std::size_t kept = played.size();
    while (kept > 0 && played[kept - 1].mover != asker) --kept;
    if (kept == 0) return nothing;
    if (against_player || asker != side)
        take_back(kept - 1, now);
    else if (data_.undo == side)
        return coded("undo_asked_already", "the undo was asked for already");
    else
        data_.undo = side;
    return std::nullopt;
}

/// Restores the times that were left then, which takes back the increments too.
void LiveGame::take_back(std::size_t moves, const Timestamp& now) {
    stop_clock(now);
    if (moves < data_.left_before.size()) {
        data_.left = data_.left_before[moves];
        data_.left_before.resize(moves);
    }
    while (ply() > moves) data_.record.game.undo();
    data_.record.notes.resize(moves);
    data_.undo.reset();
}

std::optional<Error> LiveGame::refuse() {
    if (!data_.undo) return coded("no_undo_asked", "nobody asks to take a move back");
    data_.undo.reset();
    return std::nullopt;
}

std::optional<Error> LiveGame::give_time(Side side, const Timestamp& now) {
    if (auto error = not_playing()) return error;
    if (data_.terms.time.kind != TimeControl::Kind::total || one_person())
        return coded("no_time_to_give", "there is no opponent's clock to add time to");
    stop_clock(now);
    const auto more = [&](PerSide<milliseconds>& left) {
        milliseconds& theirs = left[opponent(side)];
        theirs = std::min<milliseconds>(theirs + kMoreTime, kLongestClock);
    };
    more(data_.left);
    for (auto& before : data_.left_before) more(before);
    return std::nullopt;
}

std::optional<Error> LiveGame::decline(const Timestamp& now) {
    if (over()) return over_error();
    if (!has(SeatKind::open)) return coded("no_open_seat", "there is no open seat");
    data_.declined = true;
    end(Ending::stopped, now);
    return std::nullopt;
}

std::optional<Error> LiveGame::resign(Side side, const Timestamp& now) {
    if (over()) return over_error();
    if (status() == Status::waiting) {
        end(Ending::stopped, now);
        return std::nullopt;
    }
    lose(side, Ending::resigned, FaultKind::resigned, "resigned", now);
    return std::nullopt;
}

Result<Side> LiveGame::swap(Side side, const Timestamp& now) {
    if (auto error = not_playing()) return *error;
    if (seat(opponent(side)).kind != SeatKind::player)
        return coded("cannot_swap", "sides are swapped only against a player of the program");
    stop_clock(now);
    std::swap(data_.terms.seats[0], data_.terms.seats[1]);
    set_names();
    return opponent(side);
}

Result<GameTerms> LiveGame::rematch(Side side) const {
    if (!over()) return coded("game_not_over", "the game is not over");
    GameTerms terms = data_.terms;
    for (Seat& seat : terms.seats) seat.key.clear();
    Seat& their = terms.seats[opponent(side)];
    if (in_lobby())
        their = {SeatKind::lobby};
    else if (their.kind == SeatKind::person && !one_person())
        their = {SeatKind::open, their.name};
    for (Seat& seat : terms.seats) seat.joined = false;
    std::swap(terms.seats[0], terms.seats[1]);
    return terms;
}

void LiveGame::set_next(std::string game, Side by) {
    data_.next = std::move(game);
    data_.next_by = by;
}

PerSide<bool> LiveGame::seats_in(const LiveGame& next, Side side) const {
    const bool reserved = side != data_.next_by && !one_person();
    PerSide<bool> seats{};
    for (const Side each : kBothSides) {
        const Seat& there = next.seat(each);
        seats[each] = there.kind == SeatKind::person && there.joined == reserved;
    }
    return seats;
}

// What the referee of the lobby does.

void LiveGame::pair(Seats seats, const Timestamp& now) {
    data_.terms.seats = std::move(seats);
    data_.paired = true;
    begin(now);
}

void LiveGame::play_only_moves(const Timestamp& now) {
    assert(!open_);
    while (!over()) {
        const auto pits = legal_moves(game().board());
        if (pits.size() != 1) return;
        play(*pits.begin(), {0, "", MoveSource::only_move}, now);
    }
}

void LiveGame::asked(kgp::Id state, Time now) {
    assert(!open_ && !over());
    open_ = true;
    state_ = state;
    since_ = now;
    pit_.reset();
    note_ = {};
}

void LiveGame::prefer(int pit, MoveNote note) {
    assert(open_);
    pit_ = pit;
    note_ = std::move(note);
}

void LiveGame::settle(const Timestamp& now, std::uint64_t random, bool timed_out) {
    assert(open_);
    open_ = false;
    const Side side = to_move();
    if (!pit_ && data_.terms.time.move.without_move == MoveTime::WithoutMove::loses)
        return lose(side, Ending::timeout, FaultKind::timeout, no_move_text(), now);
    if (timed_out)
        note_fault(side, FaultKind::timeout, pit_ ? "did not yield in time" : no_move_text());
    const double seconds = std::chrono::duration<double>(now.time - since_).count();
    if (!pit_)
        return play(random_pit(game().board(), random), {seconds, "", MoveSource::referee}, now);
    if (auto error = game().validate(*pit_))
        return lose(side, Ending::illegal, FaultKind::illegal, std::move(error->message), now);
    note_.seconds = seconds;
    play(*pit_, std::move(note_), now);
}

std::string LiveGame::no_move_text() const {
    const Fault* ignored = data_.record.ignored(to_move(), ply());
    return ignored == nullptr ? "named no move in time"
                              : "named no usable move; ignored: " + ignored->text;
}

void LiveGame::note_fault(Side side, FaultKind kind, std::string text) {
    if (data_.record.faults.size() < data_.terms.most_faults)
        data_.record.faults.push_back({ply(), side, kind, std::move(text)});
}

bool LiveGame::forget_person(store::IdentityId identity) {
    bool found = false;
    for (const Side side : kBothSides) {
        if (seat(side).identity != identity) continue;
        seat(side).identity.reset();
        seat(side).name = store::kForgotten;
        found = true;
    }
    if (found) set_names();
    return found;
}

void LiveGame::lose(Side side, Ending ending, FaultKind kind, std::string text,
                    const Timestamp& now) {
    assert(!over());
    end(Ending::running, now);
    data_.record.lose(side, ending, kind, std::move(text));
}

void LiveGame::end(Ending ending, const Timestamp& now) {
    stop_clock(now);
    open_ = false;
    data_.record.ending = ending;
    data_.record.finished = now.wall;
    data_.undo.reset();
}

}  // namespace kalah::server
