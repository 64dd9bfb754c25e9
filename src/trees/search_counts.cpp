#include <bit>

#include "trees/search_counts.hpp"

namespace kalah::trees {
namespace {

using Part = SearchCounts::Part;
using search::Reason;
using search::TraceNode;

void add(Part& part, const TraceNode& node) {
    ++part.nodes;
    ++part.by_reason[static_cast<std::size_t>(node.reason)];
    if (node.reason != Reason::moves) return;
    ++part.inner;
    if (!node.fails_high() || std::popcount(node.at.moves) < 2) return;
    ++part.cut_offs;
    if (node.tries == 1) ++part.first_move_cut_offs;
    part.moves_left_out += static_cast<std::uint64_t>(std::popcount(node.cut_moves()));
}

void add(Part& sum, const Part& part) {
    sum.nodes += part.nodes;
    sum.inner += part.inner;
    for (std::size_t i = 0; i < part.by_reason.size(); ++i) sum.by_reason[i] += part.by_reason[i];
    sum.cut_offs += part.cut_offs;
    sum.first_move_cut_offs += part.first_move_cut_offs;
    sum.moves_left_out += part.moves_left_out;
}

class Counter final : public search::TraceSink {
  public:
    explicit Counter(SearchCounts& counts) : counts_(counts) {}
    void begin_iteration(int depth) override {
        counts_.iterations.push_back({depth, false, {}, {}});
    }
    void leave(const TraceNode& node) override {
        SearchCounts::Iteration& iteration = counts_.iterations.back();
        add(iteration.all, node);
        const auto ply = static_cast<std::size_t>(node.ply);
        if (iteration.by_ply.size() < ply) iteration.by_ply.resize(ply);
        add(iteration.by_ply[ply - 1], node);
    }
    void end_iteration(const search::TraceIteration& /*iteration*/) override {
        counts_.iterations.back().finished = true;
    }

  private:
    SearchCounts& counts_;
};

}  // namespace

Part SearchCounts::total() const {
    Part sum;
    for (const Iteration& iteration : iterations) add(sum, iteration.all);
    return sum;
}

Result<SearchCounts> count_cuts(const EngineOptions& options, const Rules& rules,
                                const Board& board, bool all_values, const StopToken& stop) {
    SearchCounts counts;
    Counter counter(counts);
    auto report = search::trace(options, rules, board, all_values, stop, counter);
    if (!report) return report.error();
    counts.report = report.take();
    return counts;
}

}  // namespace kalah::trees
