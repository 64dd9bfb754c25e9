// A search as a tree to draw: the nodes of every iteration and pass. Nodes that would make the
// drawing too large are only counted. Built while the search runs; memory grows with the nodes that
// are kept, not with the search. Values, any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "trees/events.hpp"

namespace kalah::trees {

struct DrawnNode {
    search::TraceNode node = {};  // as it was left; its board is not valid any more
    std::string position = {};    // or the name, in a tree of given values
    bool best = false;            // the parent's best move
    std::vector<DrawnNode> children = {};

    /// Nodes below it that are neither among the children nor below them.
    [[nodiscard]] std::uint64_t hidden() const;
};

struct DrawnPass {
    search::Purpose purpose = search::Purpose::best;
    DrawnNode root = {};
};

struct DrawnIteration {
    int depth = 0;
    std::uint64_t nodes = 0;                            // of this iteration alone
    std::optional<search::TraceIteration> result = {};  // none if it was stopped
    bool plain = false;  // plain alpha-beta, for the knowledge-based search
    std::vector<DrawnPass> passes = {};
};

/// How much of a tree is drawn.
struct Shape {
    int levels = std::numeric_limits<int>::max();  // moves from the root
    int width = std::numeric_limits<int>::max();   // moves of a node
    /// Nodes of an iteration: first those on the best line, then the others, beginning with those
    /// whose moves deviate least from it.
    int most = std::numeric_limits<int>::max();
};

class SearchTree final : public search::TraceSink {
  public:
    /// The subject must outlive it. Keeps what `shape` can show, and at most kMostKept nodes in
    /// all.
    SearchTree(const Subject& subject, const Shape& shape) : subject_(subject), shape_(shape) {}
    static constexpr std::size_t kMostKept = 1'000'000;

    /// Call once the search has ended: reduces each iteration to what the shape asks for.
    void trim();
    [[nodiscard]] const std::vector<DrawnIteration>& iterations() const { return iterations_; }
    /// The iteration to draw where there is room for only one: the last that was finished, whose
    /// result is the search's. If none was finished, the last one, which was stopped. Null before
    /// the first.
    [[nodiscard]] const DrawnIteration* main_iteration() const;
    [[nodiscard]] const Subject& subject() const { return subject_; }

    void begin_iteration(int depth) override;
    void begin_pass(search::Purpose purpose, const search::TraceNode& root) override;
    void enter(const search::TraceNode& node) override;
    void leave(const search::TraceNode& node) override;
    void end_pass(search::Purpose purpose, const search::TraceNode& root) override;
    void end_iteration(const search::TraceIteration& iteration) override;
    void take_over(int /*depth*/) override { plain_ = true; }

  private:
    [[nodiscard]] bool keeps(int ply) const;
    void close(DrawnNode& drawn, const search::TraceNode& node) const;

    const Subject& subject_;
    Shape shape_;
    bool plain_ = false;
    search::Purpose purpose_ = search::Purpose::best;
    std::size_t kept_ = 0;
    std::vector<DrawnNode> path_;  // of the nodes that are kept
    std::vector<DrawnIteration> iterations_;
};

}  // namespace kalah::trees
