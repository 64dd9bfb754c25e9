// The searches behind analyses and reviews, done slice by slice on the compute scheduler. They know
// no sessions: results are handed to callbacks, on the searching thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "kalah/engine.hpp"
#include "kalah/game.hpp"
#include "kalah/stop_token.hpp"
#include "players/untrusted.hpp"
#include "system/scheduler.hpp"

namespace kalah::server {

/// What all searches share; it outlives them.
struct AnalysisContext {
    /// So many searches at most keep their tables while others run: 64 MiB each.
    static constexpr int kMostEngines = 8;

    std::shared_ptr<players::UntrustedResources> resources;
    std::atomic<int> engines{0};  // that there are
};

/// An engine with its database, made at its first use.
class AnalysisEngine {
  public:
    AnalysisEngine(players::Spec spec, AnalysisContext& context)
        : spec_(std::move(spec)), context_(context) {}
    ~AnalysisEngine() { drop(); }
    AnalysisEngine(const AnalysisEngine&) = delete;
    AnalysisEngine& operator=(const AnalysisEngine&) = delete;

    /// For so long at most.
    SearchReport analyze(const Rules& rules, const Board& board, std::chrono::milliseconds time,
                         const StopToken& stop, const Engine::OnDepth& on_depth);
    /// Call it when a slice is over. False if what it knows was dropped, because too many wait.
    bool keep();

    [[nodiscard]] std::chrono::milliseconds time() const { return *spec_.settings.limits.time; }

  private:
    void drop();

    players::Spec spec_;
    AnalysisContext& context_;
    std::unique_ptr<Engine> engine_;
};

/// One position for a long time. The next slice goes on with a full table; if that could not be
/// kept, the search ends early.
class PositionSearch {
  public:
    using OnDepth = Engine::OnDepth;
    /// With the deepest report; nothing if no depth was finished.
    using OnDone = std::function<void(std::optional<SearchReport>, bool stopped)>;

    PositionSearch(Game game, players::Spec spec, AnalysisContext& context, OnDepth on_depth,
                   OnDone on_done)
        : game_(std::move(game)),
          engine_(std::move(spec), context),
          on_depth_(std::move(on_depth)),
          on_done_(std::move(on_done)) {}

    Scheduler::After run(const StopToken& stop);

  private:
    Game game_;
    AnalysisEngine engine_;
    OnDepth on_depth_;
    OnDone on_done_;
    std::chrono::nanoseconds used_{0};  // of its time
    std::optional<SearchReport> deepest_;
};

/// All positions of a game, the last first, one a slice.
class GameSearch {
  public:
    using OnPosition = std::function<void(std::size_t ply, const SearchReport&)>;

    GameSearch(Game game, players::Spec spec, AnalysisContext& context, OnPosition on_position)
        : game_(std::move(game)),
          left_(game_.played().size() + 1),
          engine_(std::move(spec), context),
          on_position_(std::move(on_position)) {}

    Scheduler::After run(const StopToken& stop);

  private:
    Game game_;
    std::size_t left_;  // positions to look at
    AnalysisEngine engine_;
    OnPosition on_position_;
};

}  // namespace kalah::server
