// Journal: what is written while games are played: one row per move, so that a killed program loses
// only the moves of the last moment; the ends of games; and browser games by their names, whose
// state is a text that only the server reads. A part of the Store. Any thread.
//
// The moves of a game that has a row in `games` leave the journal when it ends, those of a saved
// browser game when that is erased.
#pragma once

#include <variant>

#include "store/games.hpp"

namespace kalah::store {

/// A game of the journal: a row of `games`, or a saved browser game.
struct JournalKey {
    JournalKey(StoredGameId number) : text(std::to_string(number)) {}  // NOLINT: is one
    JournalKey(std::string name) : text(std::move(name)) {}            // NOLINT: likewise
    std::string text;
};

struct JournalMove {
    JournalKey game;
    std::size_t ply = 0;  // from 0; replaces a move that is there
    int pit = 0;
    MoveNote note = {};
};
struct JournalTakeBack {
    JournalKey game;
    std::size_t keep = 0;  // how many of the first moves stay
};
/// A game with a row in `games` has ended: completes the row.
struct EndedGame {
    GameId game = 0;  // the server's; not stored
    StoredGameId number = 0;
    GameRecord record;  // with any ending but `running`
};

/// What would be lost with a saved game. If there are too many, the lowest class goes first.
enum class RetentionClass : std::uint8_t { empty, finished, unfinished };

/// Belongs to the program that saved it first, or has taken it since: entries of others are refused
/// with `played_elsewhere`, unless the game is over.
struct SavedGame {
    std::string name = {};
    std::string state = {};  // JSON: seats, keys, clock; before version 8 the moves too
    Milliseconds changed = 0;
    RetentionClass retention = RetentionClass::unfinished;
    std::optional<StoredGameId> number = {};  // of its row in `games`, once it is over
    /// The host that made it, as SessionHandler knows it; only a keyed hash of it is stored. Empty:
    /// keeps the one stored before.
    std::string host = {};
    bool operator==(const SavedGame&) const = default;
};
/// A browser game that is over: its row in `games`, and its state with the row's number.
struct FinishedGame {
    SavedGame state;
    GameRecord record;
};
/// Erases old and surplus saved games, with their moves. If the host has too many, those of the
/// lowest class go first, oldest first: a host that makes too many loses only its own. If all games
/// together exceed their limit, a tenth goes, from the hosts with the most games: many strangers do
/// not drive out the few games of one host. That takes some tenths of a second.
struct SavedTrim {
    Milliseconds since = 0;  // games last changed before then go
    std::string host = {};
    std::size_t of_host = 0;
    std::size_t in_all = 0;
};
using JournalEntry =
    std::variant<JournalMove, JournalTakeBack, EndedGame, SavedGame, FinishedGame, SavedTrim>;

/// A move read back.
struct SavedMove {
    int pit = 0;
    MoveNote note = {};
    bool operator==(const SavedMove&) const = default;
};

class Journal {
  public:
    /// Writes all entries in their order, in one transaction, or none. `numbers` gets those of the
    /// finished browser games, in their order.
    [[nodiscard]] virtual std::optional<WriteError> write_journal(
        std::span<const JournalEntry> entries, std::vector<StoredGameId>& numbers) = 0;

    /// Nothing if there is none of that name.
    [[nodiscard]] virtual Result<std::optional<SavedGame>> saved_game(const std::string& name) = 0;
    /// Where people find the games that this program plays.
    [[nodiscard]] virtual std::optional<WriteError> set_address(const std::string& address) = 0;

  protected:
    ~Journal() = default;
};

}  // namespace kalah::store
