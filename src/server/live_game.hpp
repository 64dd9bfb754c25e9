// LiveGame: one game while it is played, by people in browsers, KGP clients and
// players of the program. Knows seats, keys, the time control, undo and how the game ends; decides
// everything about it and does nothing else: no store, no sessions; times and random numbers are
// passed in. A value, for one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kgp/message.hpp"
#include "server/options.hpp"

namespace kalah::server {

/// A time on both clocks: the one that measures, and the one of records (since 1970).
struct Timestamp {
    Time time = {};
    std::int64_t wall = 0;
};

enum class SeatKind : std::uint8_t { person, player, open, lobby };
[[nodiscard]] std::string_view name(SeatKind kind);
[[nodiscard]] std::optional<SeatKind> parse_seat_kind(std::string_view text);

struct Seat {
    SeatKind kind = SeatKind::open;
    std::string name = {};    // as it is shown; of an open seat: for whom it is reserved
    std::string player = {};  // of a player: the specification
    std::string key = {};     // of a person
    bool joined = false;      // a person who came later, not the one who made the game
    bool listed = false;      // an open seat that the lobby's list offers to anyone
    std::optional<store::IdentityId> identity = {};  // of a person with a reserved name
    // Of the lobby, not saved: a KGP client, or a bot of the server's options.
    SessionId client = 0;
    std::optional<std::size_t> bot = {};
};
using Seats = PerSide<Seat>;

/// None, a total with an increment for each move (Fischer's), or a limit for each move (the
/// lobby's).
struct TimeControl {
    enum class Kind : std::uint8_t { none, total, per_move };
    Kind kind = Kind::none;
    milliseconds start{0};
    milliseconds increment{0};
    MoveTime move = {};
    bool bots_keep_time = true;
};

struct GameTerms {
    Game game;  // moves may have been played
    Seats seats = {};
    TimeControl time = {};
    std::size_t most_faults = 64;  // noted
    [[nodiscard]] bool has(SeatKind kind) const {
        return seats[0].kind == kind || seats[1].kind == kind;
    }
    [[nodiscard]] bool in_lobby() const { return time.kind == TimeControl::Kind::per_move; }
};

enum class Status : std::uint8_t { waiting, playing, over };

/// Everything of a game that outlives the server.
struct GameData {
    GameTerms terms;    // its game is the first position with the moves given at first
    GameRecord record;  // the game now
    PerSide<milliseconds> left = {};
    std::vector<PerSide<milliseconds>> left_before = {};  // before each move; with a total
    std::optional<Side> undo = {};                        // who asks to take back
    bool declined = false;  // the person for whom the open seat was reserved does not come
    std::optional<StoredGameId> number = {};
    std::string next = {};             // the rematch
    std::optional<Side> next_by = {};  // who asked for it, and made it
    bool paired = false;               // with somebody of the lobby
    bool ended_by_journal = false;     // its last move was written, but not that it is over
    bool by_administrator = false;     // who ended it
};

class LiveGame {
  public:
    static constexpr std::size_t kMostMoves = 1000;
    /// How long a bot's answer may take to get here.
    static constexpr milliseconds kBotDelay{500};
    /// What a player gives the opponent's clock at once, and the most that a clock may show.
    static constexpr std::chrono::seconds kMoreTime{15};
    static constexpr std::chrono::hours kLongestClock{24};

    LiveGame(GameId id, std::string name, const GameTerms& terms, const Timestamp& now);
    /// Restores a saved game. The time since it was saved does not count.
    LiveGame(GameId id, std::string name, GameData data, const Timestamp& now);

    [[nodiscard]] GameId id() const { return id_; }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const GameData& data() const { return data_; }
    [[nodiscard]] const GameRecord& record() const { return data_.record; }
    [[nodiscard]] const Game& game() const { return data_.record.game; }
    [[nodiscard]] std::size_t ply() const { return game().played().size(); }
    [[nodiscard]] Side to_move() const { return game().board().to_move; }
    [[nodiscard]] const Seat& seat(Side side) const { return data_.terms.seats[side]; }
    [[nodiscard]] Seat& seat(Side side) { return data_.terms.seats[side]; }
    [[nodiscard]] Status status() const;
    [[nodiscard]] bool over() const { return status() == Status::over; }
    [[nodiscard]] bool has(SeatKind kind) const { return data_.terms.has(kind); }
    [[nodiscard]] bool in_lobby() const { return data_.terms.in_lobby(); }
    /// An open seat waits for anyone.
    [[nodiscard]] bool is_offered() const;
    /// True if it has a page and keys, and is saved; else only KGP clients and bots play.
    [[nodiscard]] bool is_browser_game() const { return name_.front() != '#'; }
    /// Who sits where, as the store keeps it.
    [[nodiscard]] PerSide<store::Seated> seated() const;
    /// The side whose seat the key opens; nothing if it opens none.
    [[nodiscard]] std::optional<Side> side_of(std::string_view key) const;
    /// The side to move, if a player of the program or a bot sits there.
    [[nodiscard]] std::optional<Side> thinking() const;

    // Time.
    [[nodiscard]] milliseconds left(Side side, Time now) const;
    /// Whose clock runs; only with a total time.
    [[nodiscard]] std::optional<Side> running() const;
    /// How long the side to move has been to move.
    [[nodiscard]] milliseconds thought(Time now) const;
    /// When check_clock() has something to do.
    [[nodiscard]] std::optional<Time> deadline() const;
    /// Ends the game or the move whose time is over. True if it has.
    bool check_clock(const Timestamp& now, std::uint64_t random);
    /// No time passes while it is on.
    void pause(bool on, const Timestamp& now);
    /// For a game that was saved while its clock ran: the clock runs out at `deadline`, as it would
    /// have.
    void run_until(Time deadline);

    // What people do. Each changes nothing if it returns an error.
    [[nodiscard]] Result<Side> sit(Seat person, const Timestamp& now);
    /// The same for the person whom the open seat is reserved for.
    [[nodiscard]] Result<Side> take_reserved_seat(Seat person, const Timestamp& now);
    /// The pit counts from 0, `ply` says how many moves the mover has seen.
    [[nodiscard]] std::optional<Error> move(Side side, int pit, std::size_t ply,
                                            const Timestamp& now, MoveNote note = {});
    [[nodiscard]] std::optional<Error> undo(Side side, const Timestamp& now);
    /// Drops the request to take back: one side declines it, or the other withdraws it.
    [[nodiscard]] std::optional<Error> refuse();
    /// Adds kMoreTime to the opponent's clock.
    [[nodiscard]] std::optional<Error> give_time(Side side, const Timestamp& now);
    /// The person for whom the open seat is reserved does not come: the game ends.
    [[nodiscard]] std::optional<Error> decline(const Timestamp& now);
    [[nodiscard]] std::optional<Error> resign(Side side, const Timestamp& now);
    /// Returns the side that the person has now.
    [[nodiscard]] Result<Side> swap(Side side, const Timestamp& now);
    /// The terms of another game, with sides changed and seats without keys. If the opponent is
    /// another person, that seat is open and reserved.
    [[nodiscard]] Result<GameTerms> rematch(Side side) const;
    void set_next(std::string game, Side by);
    /// Which seats of the next game belong to the person on this side here.
    [[nodiscard]] PerSide<bool> seats_in(const LiveGame& next, Side side) const;

    // What the referee of the lobby does.
    /// Both players are there, and take these seats.
    void pair(Seats seats, const Timestamp& now);
    /// Plays positions with a single legal move.
    void play_only_moves(const Timestamp& now);
    /// The side to move was asked, by a KGP state with this id (0: not by KGP).
    void asked(kgp::Id state, Time now);
    [[nodiscard]] bool is_open() const { return open_; }
    [[nodiscard]] kgp::Id open_state() const { return open_ ? state_ : 0; }
    /// A preliminary choice of the side to move; the last one counts.
    void prefer(int pit, MoveNote note);
    /// No more choices: plays the last one. `random` decides where there is none.
    void settle(const Timestamp& now, std::uint64_t random, bool timed_out);
    /// Notes a fault, up to the limit on faults.
    void note_fault(Side side, FaultKind kind, std::string text);
    /// The side loses by a fault of this kind, which is noted.
    void lose(Side side, Ending ending, FaultKind kind, std::string text, const Timestamp& now);
    /// Ends the game without a result.
    void end(Ending ending, const Timestamp& now);

    /// Takes the name of a person away; false if they do not play here.
    bool forget_person(store::IdentityId identity);
    void set_number(StoredGameId number) { data_.number = number; }
    void set_by_administrator() { data_.by_administrator = true; }

  private:
    [[nodiscard]] std::optional<Error> not_playing() const;
    [[nodiscard]] bool one_person() const;
    [[nodiscard]] Side take_seat(Side side, Seat person, const Timestamp& now);
    void take_back(std::size_t moves, const Timestamp& now);
    void play(int pit, MoveNote note, const Timestamp& now);
    /// What the side to move did not do, and what it sent instead.
    [[nodiscard]] std::string no_move_text() const;
    void stop_clock(const Timestamp& now);
    void begin(const Timestamp& now);
    void set_names();

    GameId id_;
    std::string name_;
    GameData data_;
    Time since_;  // the side to move has been to move, or its clock runs
    bool paused_ = false;
    // The move that is being decided in the lobby.
    bool open_ = false;
    kgp::Id state_ = 0;
    std::optional<int> pit_;
    MoveNote note_;
};

/// Takes constant time, so that a key cannot be found letter by letter. An empty key equals
/// nothing.
[[nodiscard]] bool same_key(std::string_view a, std::string_view b);

inline constexpr std::size_t kLongestName = 64;
/// A person's name as others may see it; `fallback` if nothing is left of it.
[[nodiscard]] std::string shown_name(std::string_view name, std::string_view fallback);

}  // namespace kalah::server
