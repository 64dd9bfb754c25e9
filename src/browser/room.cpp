#include "browser/room.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "browser/secrets.hpp"
#include "kgp/line.hpp"

namespace kalah::browser {
namespace {

constexpr std::array<std::string_view, 4> kSeatKinds{"person", "player", "open", "hall"};

std::size_t index(Side side) {
    return static_cast<std::size_t>(side);
}

GameRecord new_record(const Game& game, std::int64_t wall) {
    GameRecord record{game};
    record.notes.assign(game.played().size(), {0, "", MoveSource::referee});
    record.started = wall;
    return record;
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

Room::Room(std::string name, RoomTerms terms, const Moment& now)
    : name_(std::move(name)), data_{terms, new_record(terms.game, now.wall)}, since_(now.time) {
    if (terms.clock) {
        data_.left.fill(terms.clock->start);
        data_.left_before.assign(game().played().size(), data_.left);
    }
    set_names();
}

Room::Room(std::string name, RoomData data, const Moment& now)
    : name_(std::move(name)), data_(std::move(data)), since_(now.time) {}

Status Room::status() const {
    if (data_.record.ending != Ending::running) return Status::over;
    const bool waits = has(SeatKind::open) || (has(SeatKind::hall) && !data_.paired);
    return waits ? Status::waiting : Status::playing;
}

std::optional<Side> Room::side_of(std::string_view key) const {
    // Both are looked at, so that the time does not tell which one was near.
    const bool south = same_key(seat(Side::south).key, key);
    const bool north = same_key(seat(Side::north).key, key);
    if (south) return Side::south;
    return north ? std::optional(Side::north) : std::nullopt;
}

std::optional<Side> Room::thinking() const {
    const Side mover = game().board().to_move;
    if (status() != Status::playing || seat(mover).kind != SeatKind::player) return std::nullopt;
    return mover;
}

// The clock.

/// From the first move of the game here, when everybody is there.
std::optional<Side> Room::running() const {
    const bool begun = game().played().size() > data_.terms.game.played().size();
    if (!data_.terms.clock || !begun || paused_ || status() != Status::playing) return std::nullopt;
    return game().board().to_move;
}

milliseconds Room::left(Side side, net::Time now) const {
    milliseconds left = data_.left[index(side)];
    if (running() == side) left -= thought(now);
    return std::max(left, milliseconds(0));
}

std::optional<net::Time> Room::alarm() const {
    const auto side = running();
    if (!side) return std::nullopt;
    return since_ + data_.left[index(*side)];
}

bool Room::look_at_clock(const Moment& now) {
    const auto when = alarm();
    if (!when || now.time < *when) return false;
    const Side loser = *running();
    stop_clock(now);
    data_.record.lose(loser, Ending::timeout, FaultKind::timeout, "the time is over");
    data_.record.finished = now.wall;
    data_.undo.reset();
    return true;
}

milliseconds Room::thought(net::Time now) const {
    return std::max(std::chrono::floor<milliseconds>(now - since_), milliseconds(0));
}

void Room::stop_clock(const Moment& now) {
    if (const auto side = running()) data_.left[index(*side)] = left(*side, now.time);
    since_ = now.next();
}

void Room::pause(bool on, const Moment& now) {
    if (on == paused_) return;
    stop_clock(now);
    paused_ = on;
}

void Room::run_until(net::Time alarm) {
    if (const auto side = running()) since_ = alarm - data_.left[index(*side)];
}

// What people do.

std::optional<Error> Room::not_playing() const {
    if (status() == Status::over) return Error{"the game is over"};
    if (status() == Status::waiting)
        return Error{has(SeatKind::hall) ? "nobody from the hall has come yet"
                                         : "the other player has not come yet"};
    return std::nullopt;
}

bool Room::one_person() const {
    return std::all_of(data_.terms.seats.begin(), data_.terms.seats.end(), [](const Seat& seat) {
        return seat.kind == SeatKind::person && !seat.joined;
    });
}

Result<Side> Room::sit(std::string name, std::string key, const Moment& now) {
    if (status() == Status::over) return Error{"the game is over"};
    for (const Side side : kBothSides) {
        if (seat(side).kind != SeatKind::open) continue;
        if (!seat(side).name.empty())
            return Error{"the seat is kept for " + seat(side).name +
                         ", with whom the last game was played"};
        return take_seat(side, std::move(name), std::move(key), now);
    }
    return Error{"there is no open seat"};
}

Result<Side> Room::sit_on_kept_seat(std::string key, const Moment& now) {
    if (status() == Status::over) return Error{"the game is over"};
    for (const Side side : kBothSides)
        if (seat(side).kind == SeatKind::open)
            return take_seat(side, seat(side).name, std::move(key), now);
    return Error{"there is no open seat"};
}

Side Room::take_seat(Side side, std::string name, std::string key, const Moment& now) {
    data_.terms.seats[index(side)] = {SeatKind::person, std::move(name), "", std::move(key), true};
    begin(now);
    return side;
}

/// Everybody is there.
void Room::begin(const Moment& now) {
    set_names();
    since_ = now.next();
    data_.record.started = now.wall;
}

void Room::set_names() {
    data_.record.names = {seat(Side::south).name, seat(Side::north).name};
}

std::optional<Error> Room::move(Side side, int pit, std::size_t ply, const Moment& now,
                                std::string comment) {
    if (auto error = not_playing()) return error;
    if (ply != game().played().size())
        return Error{"the game has gone on: its moves are " +
                     std::to_string(game().played().size()) + " now, not " + std::to_string(ply)};
    if (side != game().board().to_move)
        return Error{std::string(to_text(opponent(side))) + " is to move"};
    if (auto objection = game().validate(pit)) return Error{std::move(*objection)};
    const double seconds = std::chrono::duration<double>(now.time - since_).count();
    if (data_.terms.clock) {
        const auto before = data_.left;
        stop_clock(now);
        data_.left_before.resize(ply, before);
        data_.left_before.push_back(before);
        data_.left[index(side)] += data_.terms.clock->increment;
    }
    since_ = now.next();
    data_.record.play(pit, {std::max(seconds, 0.0), std::move(comment)});
    data_.undo.reset();
    if (game().over())
        data_.record.finished = now.wall;
    else if (game().played().size() >= kMostMoves)
        end(Ending::stopped, std::nullopt, now);
    return std::nullopt;
}

std::optional<Error> Room::undo(Side side, const Moment& now) {
    if (auto error = not_playing()) return error;
    if (has(SeatKind::hall)) return Error{"in the hall nothing is taken back"};
    const auto& played = game().played();
    if (one_person()) {
        if (played.empty()) return Error{"there is no move to take back"};
        take_back(played.size() - 1, now);
        return std::nullopt;
    }
    const bool against_player = seat(opponent(side)).kind == SeatKind::player;
    const Side asker = data_.undo == opponent(side) ? opponent(side) : side;
    std::size_t kept = played.size();
    while (kept > 0 && played[kept - 1].mover != asker) --kept;
    if (kept == 0) return Error{"there is no move of yours to take back"};
    if (against_player || asker != side)
        take_back(kept - 1, now);
    else if (data_.undo == side)
        return Error{"you have asked already"};
    else
        data_.undo = side;
    return std::nullopt;
}

/// With the times that were left then: what a move gave is taken back with it.
void Room::take_back(std::size_t moves, const Moment& now) {
    stop_clock(now);
    if (moves < data_.left_before.size()) {
        data_.left = data_.left_before[moves];
        data_.left_before.resize(moves);
    }
    while (game().played().size() > moves) data_.record.game.undo();
    data_.record.notes.resize(moves);
    data_.undo.reset();
}

std::optional<Error> Room::refuse(Side side) {
    if (data_.undo != opponent(side)) return Error{"nobody asks to take a move back"};
    data_.undo.reset();
    return std::nullopt;
}

std::optional<Error> Room::resign(Side side, const Moment& now) {
    if (status() == Status::over) return Error{"the game is over"};
    if (status() == Status::waiting) {
        end(Ending::stopped, std::nullopt, now);
        return std::nullopt;
    }
    stop_clock(now);
    data_.record.lose(side, Ending::gone, FaultKind::gone, "resigned");
    data_.record.finished = now.wall;
    data_.undo.reset();
    return std::nullopt;
}

Result<Side> Room::swap(Side side, const Moment& now) {
    if (auto error = not_playing()) return *error;
    if (seat(opponent(side)).kind != SeatKind::player)
        return Error{"sides are changed only against a player of the program"};
    stop_clock(now);
    std::swap(data_.terms.seats[0], data_.terms.seats[1]);
    set_names();
    return opponent(side);
}

Result<RoomTerms> Room::again(Side side) const {
    if (status() != Status::over) return Error{"the game is not over"};
    RoomTerms terms = data_.terms;
    for (Seat& seat : terms.seats) seat.key.clear();
    Seat& opponent = terms.seats[index(kalah::opponent(side))];
    if (opponent.kind == SeatKind::person && !one_person())
        opponent = {SeatKind::open, opponent.name};
    for (Seat& seat : terms.seats) {
        seat.joined = false;
        if (seat.kind == SeatKind::hall) seat.name.clear();
    }
    std::swap(terms.seats[0], terms.seats[1]);
    return terms;
}

void Room::set_again(std::string room, Side by) {
    data_.again = std::move(room);
    data_.again_by = by;
}

std::array<bool, 2> Room::seats_in(const Room& next, Side side) const {
    const bool kept = side != data_.again_by && !one_person();
    std::array<bool, 2> seats{};
    for (const Side each : kBothSides) {
        const Seat& there = next.seat(each);
        seats[index(each)] = there.kind == SeatKind::person && there.joined == kept;
    }
    return seats;
}

// What the hall does.

void Room::pair(Side hall_side, std::string opponent, const Moment& now) {
    if (seat(hall_side).kind != SeatKind::hall)
        std::swap(data_.terms.seats[0], data_.terms.seats[1]);
    assert(seat(hall_side).kind == SeatKind::hall);
    data_.terms.seats[index(hall_side)].name = std::move(opponent);
    data_.paired = true;
    begin(now);
}

void Room::follow(const Game& game, const Moment& now) {
    const double seconds = std::chrono::duration<double>(now.time - since_).count();
    auto& notes = data_.record.notes;
    if (game.played().size() > notes.size()) {
        notes.resize(game.played().size());
        notes.back().seconds = std::max(seconds, 0.0);
    }
    notes.resize(game.played().size());
    data_.record.game = game;
    since_ = now.next();
}

void Room::end(Ending ending, std::optional<Side> loser, const Moment& now) {
    stop_clock(now);
    data_.record.ending = ending;
    data_.record.loser = is_loss(ending) ? loser : std::nullopt;
    data_.record.finished = now.wall;
    data_.undo.reset();
}

}  // namespace kalah::browser
