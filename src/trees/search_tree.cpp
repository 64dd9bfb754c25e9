#include "trees/search_tree.hpp"

#include <algorithm>
#include <queue>
#include <set>

#include "kalah/notation.hpp"

namespace kalah::trees {
namespace {

using search::Purpose;
using search::TraceIteration;
using search::TraceNode;

/// What each move on the way to a node adds to its distance from the best line. The whole best line
/// comes before any other move.
constexpr int kDeeper = 1;
constexpr int kDeviates = 2 * kMaxSearchDepth;

struct Candidate {
    int distance;
    std::uint64_t id;  // at equal distance, the node visited earlier comes first
    const DrawnNode* node;
    bool operator<(const Candidate& other) const {
        return distance != other.distance ? distance > other.distance : id > other.id;
    }
};

/// The nodes of the passes to keep: at most `most`.
std::set<const DrawnNode*> most_interesting(const std::vector<DrawnPass>& passes, int most) {
    std::priority_queue<Candidate> open;
    for (const DrawnPass& pass : passes) open.push({0, pass.root.node.id, &pass.root});
    std::set<const DrawnNode*> kept;
    while (!open.empty() && static_cast<int>(kept.size()) < most) {
        const Candidate next = open.top();
        open.pop();
        kept.insert(next.node);
        for (const DrawnNode& child : next.node->children)
            open.push(
                {next.distance + kDeeper + (child.best ? 0 : kDeviates), child.node.id, &child});
    }
    return kept;
}

void keep_only(DrawnNode& node, const std::set<const DrawnNode*>& kept) {
    // Removing a child changes the addresses of others: collect the kept ones in a new list.
    std::vector<DrawnNode> left;
    for (DrawnNode& child : node.children)
        if (kept.contains(&child)) {
            keep_only(child, kept);
            left.push_back(std::move(child));
        }
    node.children = std::move(left);
}

/// Keeps the best move and those that took the most nodes, in the order of the search.
void narrow(DrawnNode& node, std::size_t width) {
    if (node.children.size() > width) {
        std::vector<std::size_t> order(node.children.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const DrawnNode& left = node.children[a];
            const DrawnNode& right = node.children[b];
            if (left.best != right.best) return left.best;
            return left.node.nodes > right.node.nodes;
        });
        order.resize(width);
        std::sort(order.begin(), order.end());
        std::vector<DrawnNode> left;
        left.reserve(width);
        for (const std::size_t i : order) left.push_back(std::move(node.children[i]));
        node.children = std::move(left);
    }
    for (DrawnNode& child : node.children) narrow(child, width);
}

/// Marks the best move; if it was searched several times, only the last search.
void mark_best(DrawnNode& node, int pit) {
    bool found = false;
    std::for_each(node.children.rbegin(), node.children.rend(), [&](DrawnNode& child) {
        child.best = !found && child.node.pit == pit;
        found = found || child.best;
    });
}

}  // namespace

std::uint64_t DrawnNode::hidden() const {
    std::uint64_t shown = node.id == 0 ? 0 : 1;
    for (const DrawnNode& child : children) shown += child.node.nodes;
    return node.nodes - shown;
}

void SearchTree::trim() {
    if (!path_.empty()) {  // stopped in a pass
        DrawnIteration& last = iterations_.back();
        path_.front().node.nodes = last.nodes;
        for (const DrawnPass& pass : last.passes) path_.front().node.nodes -= pass.root.node.nodes;
        path_.front().node.reason = search::Reason::stopped;
        last.passes.push_back({purpose_, std::move(path_.front())});
        path_.clear();
    }
    for (DrawnIteration& iteration : iterations_) {
        for (DrawnPass& pass : iteration.passes)
            narrow(pass.root, static_cast<std::size_t>(std::max(shape_.width, 1)));
        const auto kept = most_interesting(iteration.passes, shape_.most);
        for (DrawnPass& pass : iteration.passes) keep_only(pass.root, kept);
    }
}

const DrawnIteration* SearchTree::main_iteration() const {
    if (iterations_.empty()) return nullptr;
    const auto finished = std::find_if(iterations_.rbegin(), iterations_.rend(),
                                       [](const DrawnIteration& each) { return each.result; });
    return finished != iterations_.rend() ? &*finished : &iterations_.back();
}

bool SearchTree::keeps(int ply) const {
    return ply <= shape_.levels && static_cast<std::size_t>(ply) == path_.size() &&
           kept_ < kMostKept;
}

void SearchTree::begin_iteration(int depth) {
    iterations_.push_back({depth});
    iterations_.back().plain = plain_;
}

void SearchTree::begin_pass(Purpose purpose, const TraceNode& root) {
    purpose_ = purpose;
    path_.clear();
    path_.emplace_back();
    close(path_.back(), root);
}

void SearchTree::enter(const TraceNode& node) {
    ++iterations_.back().nodes;
    if (!keeps(node.ply)) return;
    ++kept_;
    path_.emplace_back();
}

void SearchTree::leave(const TraceNode& node) {
    if (static_cast<std::size_t>(node.ply) >= path_.size()) return;
    DrawnNode drawn = std::move(path_.back());
    path_.pop_back();
    close(drawn, node);
    path_.back().children.push_back(std::move(drawn));
}

void SearchTree::close(DrawnNode& drawn, const TraceNode& node) const {
    drawn.node = node;
    drawn.node.at.board = nullptr;
    if (node.at.board != nullptr)
        drawn.position = to_text(*node.at.board);
    else if (subject_.given != nullptr)
        drawn.position = subject_.given->node(node.at.given).name;
    mark_best(drawn, node.best_pit);
}

void SearchTree::end_pass(Purpose purpose, const TraceNode& root) {
    close(path_.front(), root);
    iterations_.back().passes.push_back({purpose, std::move(path_.front())});
    path_.clear();
}

void SearchTree::end_iteration(const TraceIteration& iteration) {
    DrawnIteration& drawn = iterations_.back();
    drawn.result = iteration;
    mark_best(drawn.passes.back().root, iteration.pit);
}

}  // namespace kalah::trees
