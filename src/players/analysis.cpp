#include "players/analysis.hpp"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

#include "players/thought.hpp"

namespace kalah::players {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kFirstDepth{50};

}  // namespace

const EngineOptions* AnalysisEngine::options() {
    if (engine_) return &options_;
    try {
        options_ = prepare_();
        auto made = Engine::create(options_);
        if (!made) return nullptr;
        engine_ = std::make_unique<Engine>(made.take());
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
    return &options_;
}

std::optional<SearchReport> AnalysisEngine::analyse(const Rules& rules, const Board& board,
                                                    milliseconds time,
                                                    std::optional<std::uint64_t> nodes,
                                                    const StopToken& stop,
                                                    const Engine::OnDepth& on_depth) {
    if (options() == nullptr) return std::nullopt;
    SearchLimits limits = options_.limits;
    limits.time = std::max(time, milliseconds(1));
    if (nodes) limits.nodes = std::min(*nodes, limits.nodes.value_or(*nodes));
    engine_->limit(limits);
    try {
        return engine_->analyse(rules, board, stop, on_depth);
    } catch (const std::bad_alloc&) {
        release();
        return std::nullopt;
    }
}

PositionAnalysis::State PositionAnalysis::run(const StopToken& stop,
                                              const Engine::OnDepth& on_depth) {
    if (engine_.options() == nullptr) return State::failed;
    const auto begun = Clock::now();
    const double seconds_before = std::chrono::duration<double>(used_).count();
    const auto on_deeper = [&](SearchReport report) {
        if (deepest_ && report.depth <= deepest_->depth) return;
        report.seconds += seconds_before;
        deepest_ = std::move(report);
        if (on_depth) on_depth(*deepest_);
    };
    const auto left = std::chrono::duration_cast<milliseconds>(time_ - used_);
    const auto report =
        engine_.analyse(game_.rules(), game_.board(), left, std::nullopt, stop, on_deeper);
    // Making the engine can take a whole slice: the first one finds a depth all the same, so that
    // an analysis that is stopped has something to show.
    if (report && !deepest_)
        engine_.analyse(game_.rules(), game_.board(), kFirstDepth, std::nullopt, StopToken(),
                        on_deeper);
    used_ += Clock::now() - begun;
    if (!report) return State::failed;
    return stop.requested() && used_ < time_ ? State::paused : State::finished;
}

double for_south(const Score& score, EvalId eval, Side mover) {
    const double seeds = in_seeds(score, eval);
    return seeds == 0 ? 0.0 : mover == Side::south ? seeds : -seeds;  // never -0.0
}

ReviewedPosition reviewed(const Game& game, std::size_t ply, const SearchReport& report,
                          EvalId eval) {
    const Board& board = game.board_after(ply);
    const bool last = ply == game.played().size();
    ReviewedPosition position{.ply = ply};
    if (last && game.over()) {
        position.score = board.store(Side::south) - board.store(Side::north);
        position.exact = true;
        return position;
    }
    if (report.depth == 0) return position;
    position.score = for_south(report.score, eval, board.to_move);
    position.exact = report.score.exact;
    position.best = report.pit;
    position.line = report.line;
    if (last) return position;
    for (const MoveReport& move : report.moves)
        if (move.pit == game.played()[ply].pit)
            position.cost =
                std::max(in_seeds(report.score, eval) - in_seeds(move.score, eval), 0.0);
    return position;
}

std::optional<ReviewedPosition> GameReview::next(const StopToken& stop) {
    assert(!is_done());
    const std::size_t ply = left_ - 1;
    const bool over = game_.over() && ply == game_.played().size();
    while (!over && !run_slice(game_.board_after(ply), stop))
        if (stop.requested()) return std::nullopt;
    --left_;
    return reviewed(game_, ply, std::exchange(position_, {}).deepest, eval_);
}

bool GameReview::run_slice(const Board& board, const StopToken& stop) {
    const EngineOptions* options = engine_.options();
    if (options == nullptr) return true;  // nothing is known of this one
    const bool has_table = options->table_bytes > 0;
    std::optional<std::uint64_t> nodes;
    if (has_table) {
        nodes = kSliceNodes;
        if (const auto all = options->limits.nodes)
            nodes = std::min(kSliceNodes, *all - std::min(position_.nodes, *all));
    }
    const auto begun = Clock::now();
    const auto left = std::chrono::duration_cast<milliseconds>(time_ - position_.used);
    const StopToken undisturbed;
    auto report =
        engine_.analyse(game_.rules(), board, left, nodes, has_table ? undisturbed : stop, {});
    position_.used += Clock::now() - begun;
    const bool stopped = !has_table && stop.requested();
    if (!report) return true;
    position_.nodes += report->nodes;
    const bool complete = !stopped && (!nodes || report->nodes <= *nodes);
    if (report->depth >= position_.deepest.depth) position_.deepest = std::move(*report);
    const bool spent = position_.used >= time_ || (has_table && options->limits.nodes &&
                                                   position_.nodes >= *options->limits.nodes);
    return complete || spent;
}

}  // namespace kalah::players
