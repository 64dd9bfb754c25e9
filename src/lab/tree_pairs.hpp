// Pairs of players whose search trees are compared before their games are judged: the question of
// arena/tree_difference.hpp as a task, and its answer from the store. Games of players that search
// the same trees compare a program with itself, and nothing is concluded from them.
// Plain functions, any thread.
#pragma once

#include <string>

#include "arena/tree_difference.hpp"
#include "lab/experiment.hpp"

namespace kalah::lab {

/// Compares two entrants of a plan, on its boards and by its rules; they may differ only in their
/// search. `pair` names them in the store.
[[nodiscard]] Task trees_task(const std::string& pair, const arena::Plan& plan,
                              std::size_t entrant = 0, std::size_t opponent = 1);
/// "the trees differ in 31 of 40 positions"; "-" if they have not been compared.
[[nodiscard]] std::string trees_text(const Results& results, const std::string& pair);
/// The same for a table: "31 of 40".
[[nodiscard]] std::string trees_cell(const Results& results, const std::string& pair);
[[nodiscard]] bool same_trees(const Results& results, const std::string& pair);

}  // namespace kalah::lab
