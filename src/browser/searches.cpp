#include "browser/searches.hpp"

#include <algorithm>
#include <new>

#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"

namespace kalah::browser {

using std::chrono::milliseconds;

SearchReport GuestEngine::analyze(const Rules& rules, const Board& board, milliseconds time,
                                  const StopToken& stop, const Engine::OnDepth& on_depth) {
    if (!engine_) {
        const auto spec = room_.resources->equipped(spec_, {rules, board.width});
        engine_ = std::make_unique<Engine>(players::make_engine(spec.settings));
        room_.engines.fetch_add(1);
    }
    SearchLimits limits = spec_.settings.limits;
    limits.time = std::max(time, milliseconds(1));
    engine_->limit(limits);
    return engine_->analyse(rules, board, stop, on_depth);
}

bool GuestEngine::keep() {
    if (room_.engines.load() <= SearchRoom::kMostEngines) return true;
    drop();
    return false;
}

void GuestEngine::drop() {
    if (engine_) room_.engines.fetch_sub(1);
    engine_.reset();
}

Turns::After PositionSearch::turn(const StopToken& stop) {
    const auto begun = Turns::Clock::now();
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
    used_ += Turns::Clock::now() - begun;
    const bool cut = no_memory || (stop.requested() && used_ < engine_.time());
    if (cut && !no_memory && engine_.keep()) return Turns::After::again;
    on_done_(deepest_, cut);
    return Turns::After::done;
}

Turns::After GameSearch::turn(const StopToken& stop) {
    const std::size_t ply = --left_;
    const Board& board = game_.board_after(ply);
    SearchReport report;
    const bool over = game_.over() && ply == game_.played().size();
    if (!over) {
        try {
            report = engine_.analyze(game_.rules(), board, engine_.time(), stop, {});
        } catch (const std::bad_alloc&) {
            report = {};  // nothing is known of this one
        }
    }
    on_position_(ply, report);
    if (left_ == 0) return Turns::After::done;
    engine_.keep();
    return Turns::After::again;
}

}  // namespace kalah::browser
