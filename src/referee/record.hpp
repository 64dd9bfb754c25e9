// GameRecord: everything that is kept of one game: moves with their times and comments, faults of
// players, how it ended. A plain value; the referee fills it, stores and reports read it. It looks
// at no clock: times are passed in.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/game.hpp"

namespace kalah {

using GameId = std::uint64_t;       // a live game of a server; never used again
using StoredGameId = std::int64_t;  // in a store

/// What a player did that is not allowed. Most faults are only recorded.
enum class FaultKind : std::uint8_t {
    illegal,     // the move that counted cannot be played
    late,        // a move after its time
    timeout,     // no answer in time
    wrong_game,  // an answer to a question that was never put to this player
    repeated,    // an answer to a question that is already settled
    gone,        // disconnected
    resigned,
    flood,        // too much in too short a time
    garbage,      // lines that cannot be read
    long_line,    // longer than the protocol allows
    slow_reader,  // does not take what is sent
    no_pong,      // no sign of life
    crash,        // its program has ended
    withdrawn,    // no longer plays, after too many of these faults
};
inline constexpr FaultKind kLastFaultKind = FaultKind::withdrawn;
/// "wrong-game": words joined by '-'.
[[nodiscard]] std::string_view name(FaultKind kind);
[[nodiscard]] std::optional<FaultKind> parse_fault_kind(std::string_view text);

struct Fault {
    std::size_t ply = 0;  // moves played when it happened
    Side side = Side::south;
    FaultKind kind = FaultKind::illegal;
    std::string text = {};  // for people
    bool operator==(const Fault&) const = default;
};

/// How a game ended. `illegal`, `gone`, `timeout` and `resigned` mean that a player has lost it
/// (GameRecord::loser); `aborted` and `stopped` leave it without a result.
enum class Ending : std::uint8_t {
    running,
    finished,  // by the rules
    illegal,
    gone,
    timeout,
    resigned,
    aborted,  // the referee died, or an administrator ended the game
    stopped,  // the referee was told to end
};
[[nodiscard]] std::string_view name(Ending ending);
[[nodiscard]] std::optional<Ending> parse_ending(std::string_view text);
/// A player lost the game by a fault.
[[nodiscard]] constexpr bool is_loss(Ending ending) {
    return ending == Ending::illegal || ending == Ending::gone || ending == Ending::timeout ||
           ending == Ending::resigned;
}

/// Where a move came from.
enum class MoveSource : std::uint8_t {
    player,  // a person, or a program that does not say more
    search,
    book,
    database,  // the endgame database
    solver,
    only_move,  // the referee played the only legal move
    forced,     // an opening, or a first move from the command line
    referee,    // chosen at random for a player who named none in time
};
[[nodiscard]] std::string_view name(MoveSource source);
[[nodiscard]] std::optional<MoveSource> parse_move_source(std::string_view text);
/// The player was not asked, or did not answer: the time of the move says nothing about the player.
[[nodiscard]] constexpr bool by_referee(MoveSource source) {
    return source >= MoveSource::only_move;
}

struct MoveNote {
    double seconds = 0;  // that the player took; 0 if not measured
    std::string comment = {};
    MoveSource source = MoveSource::player;
    int depth = 0;  // that the search finished; 0 if nothing was searched, or it did not say
    /// Of the knowledge-based search: the depth at which plain alpha-beta took over; 0 if it did
    /// not.
    int takeover = 0;
    bool operator==(const MoveNote&) const = default;
};

struct GameRecord {
    Game game;
    PerSide<std::string> names = {};
    /// One for each move of the game, from its first on; fewer if nothing is known of the rest.
    std::vector<MoveNote> notes = {};
    std::vector<Fault> faults = {};  // in the order in which they happened
    Ending ending = Ending::running;
    std::optional<Side> loser = {};  // if is_loss(ending)
    std::int64_t started = 0;        // milliseconds since 1970; 0 if not known
    std::int64_t finished = 0;

    [[nodiscard]] const std::string& name_of(Side side) const { return names[side]; }
    /// Plays a valid pit, with its note.
    const MoveResult& play(int pit, MoveNote note);
    /// Ends the game: the side loses it by a fault of this kind, which is recorded.
    void lose(Side side, Ending how, FaultKind kind, std::string text);

    /// The last line of the side that was ignored in this position and could have been meant as its
    /// move; null if there is none.
    [[nodiscard]] const Fault* ignored(Side side, std::size_t ply) const;

    /// The game has a result: it was finished, or lost.
    [[nodiscard]] bool decided() const { return ending == Ending::finished || loser.has_value(); }
    /// A side's seeds: its store. If a player lost by a fault, the opponent has all seeds.
    [[nodiscard]] int points(Side side) const;
    /// South's points minus north's.
    [[nodiscard]] int margin() const { return points(Side::south) - points(Side::north); }
};

}  // namespace kalah
