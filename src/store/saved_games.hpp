// SavedGames: browser games by their names, in the same file as the games that have ended. The
// state is a text that only the server reads; moves stand in the journal. Any thread.
#pragma once

#include <functional>

#include "store/store.hpp"

namespace kalah::store {

/// What would be lost with a saved game; of too many, the lowest class goes first.
enum class RetentionClass : std::uint8_t { empty, finished, unfinished };

struct SavedGame {
    std::string name = {};
    std::string state = {};  // JSON: seats, keys, clock; before version 8 the moves too
    Milliseconds changed = 0;
    RetentionClass retention = RetentionClass::unfinished;
    std::optional<StoredGameId> number = {};  // of its row in `games`, once it is over
    bool operator==(const SavedGame&) const = default;
};

/// A move of the journal.
struct SavedMove {
    int pit = 0;
    MoveNote note = {};
    bool operator==(const SavedMove&) const = default;
};

class SavedGames {
  public:
    explicit SavedGames(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    /// Replaces the game of that name.
    [[nodiscard]] std::optional<WriteError> save(const SavedGame& game);
    /// Adds a game that is over to `games` and saves its state, both or neither.
    [[nodiscard]] Result<StoredGameId> finish(const GameRecord& record, const std::string& origin,
                                              const std::function<SavedGame(StoredGameId)>& game);
    /// Nothing if there is none of that name.
    [[nodiscard]] Result<std::optional<SavedGame>> load(const std::string& name);
    /// Its moves in the journal, from the first on without a gap.
    [[nodiscard]] Result<std::vector<SavedMove>> moves(const std::string& name);
    [[nodiscard]] Result<std::size_t> count();
    /// Erases, with their moves, games last changed before then.
    [[nodiscard]] std::optional<WriteError> erase_old(Milliseconds before);
    /// Of the games of these names so many stay, with their moves; the others are erased, those of
    /// the lowest class first, and the oldest of it first. The names that are left.
    [[nodiscard]] Result<std::vector<std::string>> keep_best(const std::vector<std::string>& names,
                                                             std::size_t most);

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace kalah::store
