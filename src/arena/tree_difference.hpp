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

/// Both search so many positions from random games on a board, on one thread and with empty tables.
/// Trees differ where the searches, depth by depth, count other nodes or find another line. Players
/// whose only limit is a depth search each depth up to it in one go, all others deepen by their
/// steps; both until a position has cost 50,000 nodes. Takes some tenths of a second.
///
/// Nothing if the two differ in more than the search. Books and databases that are equal are left
/// out.
[[nodiscard]] std::optional<TreeDifference> tree_difference(const players::Spec& a,
                                                            const players::Spec& b,
                                                            const Rules& rules, const Board& start,
                                                            int positions = kComparedPositions);
/// Of the two players of a match, the positions spread over its boards; nothing for other
/// tournaments.
[[nodiscard]] std::optional<TreeDifference> tree_difference(const Plan& plan,
                                                            const std::vector<BoardSetup>& setups);

}  // namespace kalah::arena
