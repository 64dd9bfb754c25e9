#include <cassert>

#include "search/any_position.hpp"
#include "search/deepening.hpp"
#include "search/knowledge_alphabeta.hpp"
#include "search/recorder.hpp"

namespace kalah::search {
namespace {

struct Traced {
    const Job& job;
    AnyPosition position;
    Recorder& recorder;
    Control& control;

    template <class Algorithm>
    bool deepen(Algorithm& algorithm, int first_depth, SearchReport& report) const {
        Deepening<AnyPosition, Algorithm> deepening(job, position, algorithm, control);
        const bool ended = deepening.run(first_depth);
        report = deepening.report();
        return ended;
    }

    [[nodiscard]] SearchReport minimax() const {
        SearchReport report;
        Minimax<AnyPosition, AnyEval, Recording> search(control, Recording(recorder));
        deepen(search, job.first_depth(), report);
        return report;
    }

    [[nodiscard]] SearchReport alphabeta(const SearchTechniques& techniques,
                                         int first_depth) const {
        SearchReport report;
        AlphaBeta<AnyPosition, AnyEval, Recording> search(techniques, control, job.table,
                                                          job.database, Recording(recorder));
        deepen(search, first_depth, report);
        return report;
    }

    /// As run_knowledge.
    [[nodiscard]] SearchReport knowledge() const {
        SearchReport report;
        const int seed = seed_weight(job.options.eval, seeds_in_all(job.board));
        KnowledgeAlphaBeta<AnyPosition, AnyEval, Recording> search(
            control, job.options.pruning, position, seed, Recording(recorder));
        const bool ended = deepen(search, job.first_depth(), report);
        if (!ended || job.fixed_depth()) return report;
        const int depth = report.depth;
        recorder.take_over(depth);
        const SearchReport plain = alphabeta({}, depth);
        if (plain.depth > 0) report = plain;
        report.takeover = depth;
        return report;
    }

    [[nodiscard]] SearchReport run() const {
        if (job.options.algorithm == SearchAlgorithm::minimax) return minimax();
        if (job.options.algorithm == SearchAlgorithm::knowledge) return knowledge();
        return alphabeta(job.options.techniques, job.first_depth());
    }
};

}  // namespace

void Recorder::enter(const TracePlace& at, Step step, int depth, int alpha, int beta) {
    const TraceNode& parent = path_.back();
    TraceNode node;
    node.id = ++nodes_;
    node.parent = parent.id;
    node.ply = parent.ply + 1;
    node.pit = next_pit_;
    node.at = at;
    node.max = parent.max == step.extra_turn;
    node.extra_turn = step.extra_turn;
    node.depth = depth;
    node.alpha = node.alpha_now = parent.max ? alpha : -beta;
    node.beta = node.beta_now = parent.max ? beta : -alpha;
    node.nodes = 1;
    path_.push_back(node);
    sink_.enter(node);
}

void Recorder::leave(Reason reason, int value) {
    assert(path_.size() > 1);
    stopped_ = stopped_ || reason == Reason::stopped;
    TraceNode node = path_.back();
    path_.pop_back();
    TraceNode& parent = path_.back();
    node.reason = stopped_ ? Reason::stopped : reason;
    if (!stopped_) node.value = parent.max ? value : -value;
    sink_.leave(node);
    note(parent, node);
}

void Recorder::note(TraceNode& parent, const TraceNode& child) {
    parent.nodes += child.nodes;
    parent.tried |= 1U << static_cast<unsigned>(child.pit);
    ++parent.tries;
    if (!child.value) return;
    const int value = *child.value;
    const bool better = !parent.best || (parent.max ? value > *parent.best : value < *parent.best);
    if (better) {
        parent.best = value;
        parent.best_pit = child.pit;
        const bool narrows = windows_ && (parent.id != 0 || purpose_ <= Purpose::mtdf);
        if (narrows && parent.max) parent.alpha_now = std::max(parent.alpha_now, value);
        if (narrows && !parent.max) parent.beta_now = std::min(parent.beta_now, value);
    }
    sink_.back(parent, child, better);
}

void Recorder::cost(int cost, int limit, int seed) {
    path_.back().cost = static_cast<double>(cost) / seed;
    path_.back().limit = static_cast<double>(limit) / seed;
}

void Recorder::begin_iteration(int depth) {
    depth_ = depth;
    sink_.begin_iteration(depth);
}

void Recorder::begin_pass(Purpose purpose, int alpha, int beta) {
    purpose_ = purpose;
    TraceNode root;
    root.at = root_;
    root.depth = depth_;
    root.max = max_;
    root.alpha = root.alpha_now = max_ ? alpha : -beta;
    root.beta = root.beta_now = max_ ? beta : -alpha;
    path_.assign(1, root);
    sink_.begin_pass(purpose, path_.front());
}

void Recorder::end_pass(int value) {
    path_.front().value = max_ ? value : -value;
    sink_.end_pass(purpose_, path_.front());
}

void Recorder::end_iteration(int pit, int value, bool complete) {
    sink_.end_iteration({depth_, pit, max_ ? value : -value, complete, nodes_});
}

void Recorder::take_over(int depth) {
    windows_ = true;
    sink_.take_over(depth);
}

Result<SearchReport> trace(const EngineOptions& options, const Rules& rules, const Board& board,
                           bool all_values, const StopToken& stop, TraceSink& sink) {
    std::unique_ptr<TranspositionTable> table;
    if (options.table_bytes > 0) {
        table = TranspositionTable::create(options.table_bytes);
        if (!table) return no_table(options.table_bytes);
        table->new_search();
    }
    const bool takes_table = options.algorithm != SearchAlgorithm::minimax &&
                             options.algorithm != SearchAlgorithm::knowledge;
    const EndgameDatabase* database = database_for(options, rules, board.width);
    const Engine::OnDepth silent;
    const Job job{options,
                  rules,
                  board,
                  takes_table ? table.get() : nullptr,
                  database != nullptr ? &database->levels() : nullptr,
                  stop,
                  silent,
                  all_values,
                  mix64(options.seed, 0),
                  Clock::now()};
    const AnyPosition position(rules, board, options);
    Recorder recorder(sink, position.place(false), options.algorithm != SearchAlgorithm::minimax);
    Control control(options.limits, job.start, stop, job.again());
    SearchReport report = Traced{job, position, recorder, control}.run();
    report.nodes = control.nodes();
    report.seconds = job.seconds();
    report.by_database = database != nullptr && database->covers(seeds_in_pits(board));
    return report;
}

}  // namespace kalah::search
