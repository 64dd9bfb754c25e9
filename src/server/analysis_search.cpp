#include "server/analysis_search.hpp"

#include "players/make_engine.hpp"

#include <algorithm>
#include <new>

#include "kalah/stop_token.hpp"

namespace kalah::server {

using std::chrono::milliseconds;

SearchReport AnalysisEngine::analyze(const Rules& rules, const Board& board, milliseconds time,
                                     const StopToken& stop, const Engine::OnDepth& on_depth) {
    if (!engine_) {
        const auto spec = context_.resources->equipped(spec_, {rules, board.width});
        engine_ = std::make_unique<Engine>(players::make_engine(spec.settings));
        context_.engines.fetch_add(1);
    }
    SearchLimits limits = spec_.settings.limits;
    limits.time = std::max(time, milliseconds(1));
    engine_->limit(limits);
    return engine_->analyse(rules, board, stop, on_depth);
}

bool AnalysisEngine::keep() {
    if (context_.engines.load() <= AnalysisContext::kMostEngines) return true;
    drop();
    return false;
}

void AnalysisEngine::drop() {
    if (engine_) context_.engines.fetch_sub(1);
    engine_.reset();
}

Scheduler::After PositionSearch::run(const StopToken& stop) {
    const auto begun = Scheduler::Clock::now();
    const double seconds_before = std::chrono::duration<double>(used_).count();
    const auto on_depth = [&](SearchReport report) {
        if (deepest_ && report.depth <= deepest_->depth) return;
        report.seconds += seconds_before;
        deepest_ = std::move(report);
        on_depth_(*deepest_);
    };
    const auto left = std::chrono::duration_cast<milliseconds>(engine_.time() - used_);
    bool no_memory = false;
    try {
        engine_.analyze(game_.rules(), game_.board(), left, stop, on_depth);
    } catch (const std::bad_alloc&) {
        no_memory = true;
    }
    used_ += Scheduler::Clock::now() - begun;
    const bool cut = no_memory || (stop.requested() && used_ < engine_.time());
    if (cut && !no_memory && engine_.keep()) return Scheduler::After::again;
    on_done_(deepest_, cut);
    return Scheduler::After::done;
}

/// A position is searched undisturbed, so that the same game is judged alike however busy the
/// machine is: others wait for one position at most.
Scheduler::After GameSearch::run(const StopToken& /*stop*/) {
    const std::size_t ply = --left_;
    const bool over = game_.over() && ply == game_.played().size();
    SearchReport report;
    if (!over) {
        try {
            const StopToken undisturbed;
            report = engine_.analyze(game_.rules(), game_.board_after(ply), engine_.time(),
                                     undisturbed, {});
        } catch (const std::bad_alloc&) {
            report = {};  // nothing is known of this one
        }
    }
    on_position_(ply, report);
    if (left_ == 0) return Scheduler::After::done;
    engine_.keep();
    return Scheduler::After::again;
}

}  // namespace kalah::server
