// Labels for the positions of a data set: proved by the solver, or estimated by a search. All
// positions of a game are labelled together, by a table that knew nothing before: so a label does
// not depend on the thread or on other games. Labellers belong to one thread each.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kalah/endgame_database.hpp"
#include "players/spec.hpp"
#include "samples/positions.hpp"

namespace kalah::samples {

/// The label of each position of a game, whose movers are south; nothing for a position that needs
/// more than the budget. After a requested stop, any of them may be missing.
using LabelGame = std::function<std::vector<std::optional<Label>>(std::span<const Sample>)>;
/// Called once on each thread. It may throw players::NoRoomForTable.
using NewLabeller = std::function<LabelGame()>;

/// The value of the position and of all its moves, proved within so many nodes.
[[nodiscard]] NewLabeller exact_labels(const Rules& rules,
                                       const std::shared_ptr<const EndgameDatabase>& database,
                                       std::uint64_t nodes, const StopToken& stop);
/// What an engine thinks of all moves, in seeds.
[[nodiscard]] NewLabeller deep_labels(const Rules& rules, const players::Spec& spec,
                                      const StopToken& stop);
[[nodiscard]] NewLabeller no_labels();

}  // namespace kalah::samples
