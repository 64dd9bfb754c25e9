// Room: one game between people, players of the program and clients of the hall, with its seats,
// keys and clock. Decides everything about it and does nothing else: no store, no sockets, no
// threads; times and keys are passed in. A value, for one thread.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/times.hpp"
#include "referee/record.hpp"

namespace kalah::browser {

using std::chrono::milliseconds;

/// A time on both clocks: the one that measures, and the one of records (since 1970).
struct Moment {
    net::Time time = {};  // what happens came about
    std::int64_t wall = 0;
    net::Time told = {};  // the others get to know of it: what it waited is nobody's time
    [[nodiscard]] net::Time next() const { return std::max(time, told); }
};

enum class SeatKind : std::uint8_t { person, player, open, hall };
[[nodiscard]] std::string_view name(SeatKind kind);
[[nodiscard]] std::optional<SeatKind> parse_seat_kind(std::string_view text);

struct Seat {
    SeatKind kind = SeatKind::open;
    std::string name = {};    // as it is shown; of an open seat: for whom it is kept
    std::string player = {};  // of a player: his specification
    std::string key = {};     // of a person
    bool joined = false;      // a person who came later, not the one who made the room
};
using Seats = PerSide<Seat>;

/// Fischer's: so much for all, and more for each move.
struct ClockTerms {
    milliseconds start{0};
    milliseconds increment{0};
};

struct RoomTerms {
    Game game;  // moves may have been played
    Seats seats;
    std::optional<ClockTerms> clock = {};
    [[nodiscard]] bool has(SeatKind kind) const {
        return seats[0].kind == kind || seats[1].kind == kind;
    }
};

enum class Status : std::uint8_t { waiting, playing, over };

/// Everything of a room that outlives the server.
struct RoomData {
    RoomTerms terms;    // the game of it is the first position with the moves given at first
    GameRecord record;  // the game now
    std::array<milliseconds, 2> left = {};
    /// With a clock: what was left before each move of the game.
    std::vector<std::array<milliseconds, 2>> left_before = {};
    std::optional<Side> undo = {};            // who asks to take back
    std::optional<std::int64_t> number = {};  // of the game in the store, once it is over
    std::string again = {};                   // the room of the next game
    std::optional<Side> again_by = {};        // who asked for it, and made it
    bool paired = false;                      // with somebody of the hall
};

class Room {
  public:
    static constexpr std::size_t kMostMoves = 1000;

    Room(std::string name, RoomTerms terms, const Moment& now);
    /// As it was kept. What time has passed since does not count.
    Room(std::string name, RoomData data, const Moment& now);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const RoomData& data() const { return data_; }
    [[nodiscard]] const Game& game() const { return data_.record.game; }
    [[nodiscard]] const Seat& seat(Side side) const { return data_.terms.seats[side]; }
    [[nodiscard]] Status status() const;
    [[nodiscard]] bool has(SeatKind kind) const { return data_.terms.has(kind); }
    /// Nothing: the key opens nothing here.
    [[nodiscard]] std::optional<Side> side_of(std::string_view key) const;
    /// A player of the program whose move it is.
    [[nodiscard]] std::optional<Side> thinking() const;

    /// What a side has left now.
    [[nodiscard]] milliseconds left(Side side, net::Time now) const;
    [[nodiscard]] std::optional<Side> running() const;
    /// How long the side to move has been to move.
    [[nodiscard]] milliseconds thought(net::Time now) const;
    /// When the running clock will be over.
    [[nodiscard]] std::optional<net::Time> alarm() const;
    /// Ends the game if it is. True if it has.
    bool look_at_clock(const Moment& now);
    /// Nobody's time passes meanwhile.
    void pause(bool on, const Moment& now);
    /// Was kept while its clock ran: it will be over then, as it would have been.
    void run_until(net::Time alarm);

    // What people do. Each changes nothing if it returns an error.
    [[nodiscard]] Result<Side> sit(std::string name, std::string key, const Moment& now);
    /// The same for whom the open seat is kept.
    [[nodiscard]] Result<Side> sit_on_kept_seat(std::string key, const Moment& now);
    /// The pit counts from 0, `ply` says how many moves the mover has seen.
    [[nodiscard]] std::optional<Error> move(Side side, int pit, std::size_t ply, const Moment& now,
                                            std::string comment = "");
    [[nodiscard]] std::optional<Error> undo(Side side, const Moment& now);
    [[nodiscard]] std::optional<Error> refuse(Side side);
    [[nodiscard]] std::optional<Error> resign(Side side, const Moment& now);
    /// The side that the person has now.
    [[nodiscard]] Result<Side> swap(Side side, const Moment& now);
    /// The terms of another game, sides changed, seats without keys: for who is another person than
    /// the one on this side the seat is kept open.
    [[nodiscard]] Result<RoomTerms> again(Side side) const;
    void set_again(std::string room, Side by);
    /// Which seats of the next game belong to whoever has this side here: those of the person who
    /// made it, or the one that was kept.
    [[nodiscard]] std::array<bool, 2> seats_in(const Room& next, Side side) const;

    // What the hall does.
    /// Who plays with the person, and on which side he is. The game begins.
    void pair(Side hall_side, std::string opponent, const Moment& now);
    /// All moves so far.
    void follow(const Game& game, const Moment& now);
    void end(Ending ending, std::optional<Side> loser, const Moment& now);

    void set_number(std::int64_t number) { data_.number = number; }

  private:
    [[nodiscard]] std::optional<Error> not_playing() const;
    [[nodiscard]] bool one_person() const;
    [[nodiscard]] Side take_seat(Side side, std::string name, std::string key, const Moment& now);
    void take_back(std::size_t moves, const Moment& now);
    void stop_clock(const Moment& now);
    void begin(const Moment& now);
    void set_names();

    std::string name_;
    RoomData data_;
    net::Time since_;  // the side to move has been to move, or its clock runs
    bool paused_ = false;
};

inline constexpr std::size_t kLongestName = 64;
/// A person's name as others may see it; `fallback` if nothing is left of it.
[[nodiscard]] std::string shown_name(std::string_view name, std::string_view fallback);

}  // namespace kalah::browser
