#include "players/analysis.hpp"

#include <algorithm>
#include <cassert>

#include "players/thought.hpp"

namespace kalah::players {

using std::chrono::milliseconds;

std::optional<SearchReport> AnalysisEngine::analyse(const Rules& rules, const Board& board,
                                                    milliseconds time, const StopToken& stop,
                                                    const Engine::OnDepth& on_depth) {
    if (!engine_) {
        auto made = Engine::create(prepare_());
        if (!made) return std::nullopt;
        engine_ = std::make_unique<Engine>(made.take());
    }
    SearchLimits limits = engine_->options().limits;
    limits.time = std::max(time, milliseconds(1));
    engine_->limit(limits);
    return engine_->analyse(rules, board, stop, on_depth);
}

PositionAnalysis::State PositionAnalysis::run(const StopToken& stop,
                                              const Engine::OnDepth& on_depth) {
    using Clock = std::chrono::steady_clock;
    const auto begun = Clock::now();
    const double seconds_before = std::chrono::duration<double>(used_).count();
    const auto on_deeper = [&](SearchReport report) {
        if (deepest_ && report.depth <= deepest_->depth) return;
        report.seconds += seconds_before;
        deepest_ = std::move(report);
        if (on_depth) on_depth(*deepest_);
    };
    const auto left = std::chrono::duration_cast<milliseconds>(time_ - used_);
    const auto report = engine_.analyse(game_.rules(), game_.board(), left, stop, on_deeper);
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

ReviewedPosition GameReview::next(const StopToken& stop) {
    assert(!is_done());
    const std::size_t ply = --left_;
    const bool over = game_.over() && ply == game_.played().size();
    std::optional<SearchReport> report;
    if (!over) report = engine_.analyse(game_.rules(), game_.board_after(ply), time_, stop, {});
    return reviewed(game_, ply, report.value_or(SearchReport{}), eval_);
}

}  // namespace kalah::players
