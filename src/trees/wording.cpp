#include <bit>

#include <fmt/format.h>

#include "kalah/notation.hpp"
#include "players/thought.hpp"
#include "trees/drawing.hpp"

namespace kalah::trees {

using search::kInfinity;
using search::Purpose;
using search::Reason;
using search::TraceNode;

namespace {

int unit_of(const Subject& subject) {
    return subject.given != nullptr
               ? 1
               : display_unit(subject.options.eval, seeds_in_all(subject.start));
}

/// The name of a node's move, if it has one in a given tree.
std::string name_of_move(const Subject& subject, const TraceNode& parent, int pit) {
    const auto& children = subject.given->node(parent.at.given).children;
    const std::string& name = subject.given->node(children[static_cast<std::size_t>(pit)]).name;
    return name.empty() ? std::to_string(pit + 1) : name;
}

}  // namespace

std::string value_text(const SearchTree& tree, int value) {
    if (value <= -kInfinity) return "-∞";
    if (value >= kInfinity) return "+∞";
    const int unit = unit_of(tree.subject());
    if (value % unit == 0) return std::to_string(value / unit);
    std::string text = fmt::format("{:.3f}", static_cast<double>(value) / unit);
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

std::string value_text(const SearchTree& tree, const DrawnNode& node) {
    if (!node.node.value) return "?";
    const std::string value = value_text(tree, *node.node.value);
    const std::string_view bound = bound_of(node.node);
    return bound == "lower" ? ">= " + value : bound == "upper" ? "<= " + value : value;
}

std::string move_text(const SearchTree& tree, const DrawnNode& node) {
    const bool named = tree.subject().given != nullptr && !node.position.empty();
    return named ? node.position : std::to_string(node.node.pit + 1);
}

std::string moves_text(const SearchTree& tree, const DrawnNode& node, unsigned moves) {
    std::string text;
    for (const int pit : PitSet(moves)) {
        if (!text.empty()) text += ", ";
        text += tree.subject().given != nullptr ? name_of_move(tree.subject(), node.node, pit)
                                                : std::to_string(pit + 1);
    }
    return text;
}

std::string cut_text(const SearchTree& tree, const DrawnNode& node) {
    const TraceNode& cut = node.node;
    return cut.max ? fmt::format("alpha-beta: {} >= beta {}", value_text(tree, *cut.value),
                                 value_text(tree, cut.beta))
                   : fmt::format("alpha-beta: {} <= alpha {}", value_text(tree, *cut.value),
                                 value_text(tree, cut.alpha));
}

std::string reason_text(const SearchTree& tree, const DrawnNode& node) {
    if (tree.subject().given != nullptr && node.node.reason == Reason::over) return "";
    if (node.node.reason == Reason::over) return "game over";
    if (node.node.reason == Reason::limit)
        return fmt::format("limit: cost {:.6g} > {:.6g}", *node.node.cost, node.node.limit);
    return to_text(node.node.reason);
}

std::string window_text(const SearchTree& tree, const DrawnNode& node) {
    if (tree.subject().options.algorithm == SearchAlgorithm::minimax) return "";
    return fmt::format("({}, {})  {}", value_text(tree, node.node.alpha),
                       value_text(tree, node.node.beta), type_of(node.node));
}

std::string nodes_text(std::uint64_t nodes) {
    std::string digits = std::to_string(nodes);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits + (nodes == 1 ? " node" : " nodes");
}

std::string iteration_text(const SearchTree& tree, const DrawnIteration& iteration) {
    std::string text =
        fmt::format("depth {}{}: ", iteration.depth, iteration.plain ? ", plain alpha-beta" : "");
    if (iteration.result)
        text += fmt::format("best {}, value {}, ", iteration.result->pit + 1,
                            value_text(tree, iteration.result->value));
    else
        text += "stopped, ";
    return text + nodes_text(iteration.nodes);
}

std::string pass_text(const SearchTree& tree, const DrawnPass& pass) {
    const TraceNode& root = pass.root.node;
    const std::string window =
        fmt::format("window ({}, {})", value_text(tree, root.alpha), value_text(tree, root.beta));
    switch (pass.purpose) {
        case Purpose::best:
            return "all moves, " + window;
        case Purpose::mtdf:
            return "MTD(f), " + window;
        case Purpose::values:
            return "the value of each move";
        case Purpose::ties:
            break;
    }
    return "moves as good as the best, " + window;
}

std::string title_text(const SearchTree& tree) {
    const Subject& subject = tree.subject();
    if (subject.given != nullptr) return subject.player + ", a tree of given values";
    return fmt::format("{}, {}, rules {}; max is {}", subject.player, to_text(subject.start),
                       to_text(subject.rules), to_text(subject.start.to_move));
}

std::string result_text(const SearchTree& tree, const SearchReport& report) {
    const Subject& subject = tree.subject();
    const std::string score = subject.given != nullptr ? value_text(tree, report.score.value)
                                                       : players::score_text(report.score);
    if (report.depth == 0) return "no depth finished, " + nodes_text(report.nodes);
    return fmt::format("best: {}, {}, depth {}, {}", report.pit + 1, score, report.depth,
                       nodes_text(report.nodes));
}

}  // namespace kalah::trees
