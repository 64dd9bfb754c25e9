// Rooms: games that browsers play, as texts under their names, in the same file as the games that
// have ended. What a text means is the browser's business. Any thread may call anything.
#pragma once

#include <functional>

#include "store/store.hpp"

namespace kalah::store {

struct StoredRoom {
    std::string name = {};
    std::string state = {};
    Milliseconds changed = 0;
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
    /// Forgets those that were last changed before then, and beyond so many the oldest; how many.
    [[nodiscard]] Result<std::size_t> erase_old(Milliseconds before, std::size_t most);

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace kalah::store
