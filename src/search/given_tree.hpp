// A tree of given values, as in textbooks: nodes of max and min, with values at the leaves. Read
// from a small text (docs/tree.md), and searched by the same minimax and alpha-beta as positions
// are. Values, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/result.hpp"
#include "search/trace.hpp"

namespace kalah::search {

class GivenTree {
  public:
    static constexpr int kMostMoves = 26;  // of a node
    static constexpr int kMostNodes = 100'000;
    static constexpr int kMostValue = 999'999;

    struct Node {
        std::string name = {};           // may be empty
        bool max = true;                 // max moves here (at a leaf: would move)
        std::optional<int> value = {};   // of a leaf; of an inner node, its evaluation, if given
        std::vector<int> children = {};  // as indices into nodes()
        int line = 0;                    // where it stands in the text
        int column = 0;
    };

    /// max(min(3 12 8) min(2 4 6)): errors name line and column.
    [[nodiscard]] static Result<GivenTree> parse(std::string_view text);
    /// The root is the first.
    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    [[nodiscard]] const Node& node(int index) const {
        return nodes_[static_cast<std::size_t>(index)];
    }

  private:
    friend class GivenTreeParser;
    std::vector<Node> nodes_;
};

/// Error "input" if the algorithm is not minimax, alphabeta or mtdf, or if the depth of the options
/// ends at a node without a value. Without a depth, searches to the leaves.
[[nodiscard]] Result<SearchReport> trace(const EngineOptions& options, const GivenTree& tree,
                                         TraceSink& sink);

}  // namespace kalah::search
