// What a chain of knowledge has found of a position, for the terminal: lines while it works, a
// table at the end, JSON. One thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "players/value_chain.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// One line.
void print_progress(const players::PositionValues& values, const Setting& setting);
/// All moves.
void print_chain(const players::PositionValues& values, const Setting& setting);

/// Adds to an object what belongs to the position where a line ends.
using AddParts = std::function<Json(Json, const std::vector<int>& line)>;
[[nodiscard]] Json chain_json(const players::PositionValues& values, const Setting& setting,
                              const players::Spec& engine, const AddParts& add_parts);

/// The moves from a position, as people read them: "3-6 2".
[[nodiscard]] std::string line_of(const Setting& setting, const std::vector<int>& pits);

}  // namespace kalah::app
