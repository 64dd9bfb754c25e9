// Do two players search differently at all? A match of a player against itself under another name
// ends with a score, an interval and now and then a "decided"; so matches and paired experiments
// of search variants ask this first, and conclude nothing where the answer is no.
// Deterministic: nodes, never a clock, decide how deep it looks. One call belongs to one thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/board_setup.hpp"
#include "players/spec.hpp"

namespace kalah::arena {

struct TreeDifference {
    int differing = 0;
    int positions = 0;
    /// The searches are the same: games between the two say nothing about them.
    [[nodiscard]] bool none() const { return positions > 0 && differing == 0; }
    bool operator==(const TreeDifference&) const = default;
};

/// "the trees differ in 31 of 40 positions"
[[nodiscard]] std::string to_text(const TreeDifference& difference);

inline constexpr int kComparedPositions = 40;

/// Equal trees prove that two players are the same only if these differ in nothing else: both are
/// engines with equal limits, threads, first move, book and database, and tables of equal size if
/// both have one.
[[nodiscard]] bool differ_only_in_search(const players::Spec& a, const players::Spec& b);

/// Both players search `positions` positions from random games on a board, with one thread and
/// empty tables. The trees differ where the searches, depth by depth, count different nodes or find
/// another line. A player whose only limit is a depth searches each depth up to it in one go; all
/// others deepen by their steps. Both stop when a position has cost 50,000 nodes. Takes some tenths
/// of a second.
///
/// Nothing if the two differ in more than the search. Books and databases, which are equal, are not
/// used.
[[nodiscard]] std::optional<TreeDifference> tree_difference(const players::Spec& a,
                                                            const players::Spec& b,
                                                            const Rules& rules, const Board& start,
                                                            int positions = kComparedPositions);
/// The same for the two players of a match, with the positions spread over its boards; nothing for
/// other tournaments.
[[nodiscard]] std::optional<TreeDifference> tree_difference(const Plan& plan,
                                                            const std::vector<BoardSetup>& setups);

}  // namespace kalah::arena
