#include "base/mix64.hpp"
#include "kalah/stop_token.hpp"
#include "search/given_tree.hpp"
#include "search/recorder.hpp"
#include "search/root.hpp"

namespace kalah::search {
namespace {

/// A node of the tree as a position to search in. Members that only boards need return 0 or false.
class GivenPosition {
  public:
    GivenPosition(const GivenTree& tree, int index) : tree_(&tree), index_(index) {}

    static constexpr int kMaxWidth = GivenTree::kMostMoves;
    [[nodiscard]] int width() const { return static_cast<int>(node().children.size()); }
    [[nodiscard]] PitSet legal_moves() const { return PitSet((1U << width()) - 1); }
    [[nodiscard]] int seeds(int pit) const { return pit < width() ? 1 : 0; }
    [[nodiscard]] std::uint64_t hash() const {
        return mix64(0, static_cast<std::uint64_t>(index_));
    }
    Step play(int pit) {
        const bool max = node().max;
        index_ = node().children[static_cast<std::size_t>(pit)];
        return {node().max == max, node().children.empty()};
    }
    [[nodiscard]] TracePlace place(bool /*over*/) const {
        return {nullptr, index_, (1U << width()) - 1};
    }
    /// For its mover.
    [[nodiscard]] int value() const {
        const int value = node().value.value_or(0);
        return node().max ? value : -value;
    }

    [[nodiscard]] static bool stores_matter() { return false; }
    [[nodiscard]] static bool single_lap() { return false; }
    [[nodiscard]] static int other_seeds(int /*pit*/) { return 0; }
    [[nodiscard]] static int seeds_in_row() { return 0; }
    [[nodiscard]] static int other_seeds_in_row() { return 0; }
    [[nodiscard]] static int store() { return 0; }
    [[nodiscard]] static int other_store() { return 0; }

  private:
    [[nodiscard]] const GivenTree::Node& node() const { return tree_->node(index_); }
    const GivenTree* tree_;
    int index_;
};

struct GivenEval {
    static constexpr int kPerSeed = 0;
    static int bonus(int /*width*/) { return 0; }
    static int value(const GivenPosition& position, int /*again*/) { return position.value(); }
    static int finished(const GivenPosition& position) { return position.value(); }
};

/// How deep the tree is, and whether a search of that depth finds a value everywhere.
int height(const GivenTree& tree, int index) {
    int most = 0;
    for (const int child : tree.node(index).children)
        most = std::max(most, 1 + height(tree, child));
    return most;
}
std::optional<Error> validate(const GivenTree& tree, int index, int depth) {
    const GivenTree::Node& node = tree.node(index);
    if (depth == 0 && !node.value)
        return Error{"the depth ends at this node, which has no value: write max=5(…)", node.column,
                     node.line};
    if (depth == 0) return std::nullopt;
    for (const int child : node.children)
        if (auto error = validate(tree, child, depth - 1)) return error;
    return std::nullopt;
}

template <class Algorithm>
SearchReport search_root(const GivenTree& tree, const RootOptions& options, int depth,
                         Algorithm& algorithm, const Control& control) {
    Root<GivenPosition, Algorithm> root(GivenPosition(tree, 0), options, algorithm, control);
    const std::size_t best = *root.iterate(depth);
    const auto& move = root.moves()[best];
    algorithm.trace().end_iteration(move.pit, move.value, root.complete());
    SearchReport report;
    report.pit = move.pit;
    report.depth = depth;
    // The score is Max's, whichever side moves at the root.
    report.score = {tree.node(0).max ? move.value : -move.value, 1, root.complete()};
    report.line = move.line.pits();
    report.nodes = control.nodes();
    return report;
}

}  // namespace

Result<SearchReport> trace(const EngineOptions& options, const GivenTree& tree, TraceSink& sink) {
    const SearchAlgorithm algorithm = options.algorithm;
    if (algorithm == SearchAlgorithm::knowledge || algorithm == SearchAlgorithm::champion)
        return Error{"a tree of given values is searched by minimax, alphabeta or mtdf"};
    const int depth = std::min(options.limits.depth.value_or(kMaxSearchDepth), height(tree, 0));
    if (auto error = validate(tree, 0, depth)) return *error;
    const StopToken never;
    Control control({}, Clock::now(), never, 0);
    Recorder recorder(sink, GivenPosition(tree, 0).place(false),
                      algorithm != SearchAlgorithm::minimax, tree.node(0).max);
    if (algorithm == SearchAlgorithm::minimax) {
        Minimax<GivenPosition, GivenEval, Recording> minimax(control, Recording(recorder));
        return search_root(tree, {}, depth, minimax, control);
    }
    std::unique_ptr<TranspositionTable> table;
    if (options.table_bytes > 0) table = TranspositionTable::create(options.table_bytes);
    SearchTechniques techniques = options.techniques;
    techniques.quiet = false;
    AlphaBeta<GivenPosition, GivenEval, Recording> alphabeta(techniques, control, table.get(),
                                                             nullptr, Recording(recorder));
    const RootOptions root{.mtdf = algorithm == SearchAlgorithm::mtdf};
    return search_root(tree, root, depth, alphabeta, control);
}

}  // namespace kalah::search
