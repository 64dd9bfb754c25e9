// Rooms: games that browsers play, as texts under their names, in the same file as the games that
// have ended. What a text means is the browser's business. Any thread may call anything.
#pragma once

#include <functional>

#include "store/store.hpp"

namespace kalah::store {

/// What would be lost with a room; of too many, those with the least go first.
enum class Worth : std::uint8_t { nothing, a_game_that_is_over, a_game };

struct StoredRoom {
    std::string name = {};
    std::string state = {};
    Milliseconds changed = 0;
    Worth worth = Worth::a_game;
    bool operator==(const StoredRoom&) const = default;
};

class Rooms {
  public:
    explicit Rooms(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    /// Replaces what there is of that name.
    [[nodiscard]] std::optional<WriteError> save(const StoredRoom& room);
    /// A game that has ended becomes one of all games, and its room is saved with its number, both
    /// or neither.
    [[nodiscard]] Result<GameId> finish(const GameRecord& record, const std::string& origin,
                                        const std::function<StoredRoom(GameId)>& room);
    /// Nothing if there is none of that name.
    [[nodiscard]] Result<std::optional<StoredRoom>> load(const std::string& name);
    [[nodiscard]] Result<std::size_t> count();
    /// Forgets those that were last changed before then, and beyond so many those worth least, the
    /// oldest first; but no game that was changed since `spared`. How many are left.
    [[nodiscard]] Result<std::size_t> erase_old(Milliseconds before, std::size_t most,
                                                Milliseconds spared);

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace kalah::store
