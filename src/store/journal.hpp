// Journal: the moves of games that are played now, one row a move, so that a killed program loses
// only the moves of the last moment; and the state of browser games beside it. Rows of a game that
// has a row in `games` go when it ends, those of a saved browser game with it. Any thread.
#pragma once

#include <variant>

#include "store/saved_games.hpp"

namespace kalah::store {

/// A game of the journal: a row of `games`, or a saved browser game.
struct JournalKey {
    JournalKey(StoredGameId number) : text(std::to_string(number)) {}  // NOLINT: is one
    JournalKey(std::string name) : text(std::move(name)) {}            // NOLINT: likewise
    std::string text;
};

struct JournalMove {
    JournalKey game;
    std::size_t ply = 0;  // from 0; a move that is there is replaced
    int pit = 0;
    MoveNote note = {};
};
struct JournalTakeBack {
    JournalKey game;
    std::size_t keep = 0;  // the first moves, which stay
};
/// A browser game that is over: its row in `games`, and its state with the row's number.
struct FinishedGame {
    SavedGame state;
    GameRecord record;
};
using JournalEntry = std::variant<JournalMove, JournalTakeBack, SavedGame, FinishedGame>;

class Journal {
  public:
    explicit Journal(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    /// In order, in one transaction; the numbers of the finished games, in their order.
    [[nodiscard]] std::optional<WriteError> write(std::span<const JournalEntry> entries,
                                                  std::vector<StoredGameId>& numbers);

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace kalah::store
