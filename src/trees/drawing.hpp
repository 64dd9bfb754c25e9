// Search trees as text for a terminal, as SVG, as HTML whose nodes fold, and as JSON. Texts and
// pictures show the last iteration that was finished; HTML and JSON show all of them. Pure
// functions, any thread.
#pragma once

#include <string>

#include "trees/search_tree.hpp"

namespace kalah::trees {

[[nodiscard]] std::string draw_text(const SearchTree& tree, const SearchReport& report);
[[nodiscard]] std::string draw_svg(const SearchTree& tree, const SearchReport& report);
[[nodiscard]] std::string draw_html(const SearchTree& tree, const SearchReport& report);
/// On one line.
[[nodiscard]] std::string tree_json(const SearchTree& tree, const SearchReport& report);

// Shared by the drawings.

/// "3", "-0.25", "-∞": a value for max.
[[nodiscard]] std::string value_text(const SearchTree& tree, int value);
/// The value of a node, with what it says about the true value: ">= 9". "?" if there is none.
[[nodiscard]] std::string value_text(const SearchTree& tree, const DrawnNode& node);
/// "1, 4": moves, by pits or by the names of a given tree's nodes.
[[nodiscard]] std::string moves_text(const SearchTree& tree, const DrawnNode& node, unsigned moves);
[[nodiscard]] std::string move_text(const SearchTree& tree, const DrawnNode& node);
/// "alpha-beta: 9 >= beta 7", for a node that leaves out moves.
[[nodiscard]] std::string cut_text(const SearchTree& tree, const DrawnNode& node);
/// "game over", "table", "limit: cost 24 > 20": why the moves of a node were not searched.
/// Nothing at the leaves of a given tree.
[[nodiscard]] std::string reason_text(const SearchTree& tree, const DrawnNode& node);
/// "  (3, +∞)  cut": the window of a node and its type. Nothing for minimax, which has no windows.
[[nodiscard]] std::string window_text(const SearchTree& tree, const DrawnNode& node);
/// "depth 4: best 2, +3, 39 nodes"
[[nodiscard]] std::string iteration_text(const SearchTree& tree, const DrawnIteration& iteration);
/// "pass 2, MTD(f), window (3, 4)": needed only if there are several passes.
[[nodiscard]] std::string pass_text(const SearchTree& tree, const DrawnPass& pass);
/// What was searched and by which player; what the result was. One line each.
[[nodiscard]] std::string title_text(const SearchTree& tree);
[[nodiscard]] std::string result_text(const SearchTree& tree, const SearchReport& report);
/// "12,345 nodes"
[[nodiscard]] std::string nodes_text(std::uint64_t nodes);

}  // namespace kalah::trees
