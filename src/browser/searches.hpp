// Searches: the long work behind analyses and reviews, done turn by turn on the threads of Turns.
// Knows no visitors: what is found is handed to callbacks, on the searching thread.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "browser/guest_player.hpp"
#include "kalah/engine.hpp"
#include "kalah/game.hpp"
#include "kalah/stop_token.hpp"
#include "system/turns.hpp"

namespace kalah::browser {

/// What all searches share; it outlives them.
struct SearchRoom {
    /// So many searches at most keep what they know while others have their turn: 64 MiB each.
    static constexpr int kMostEngines = 8;

    std::shared_ptr<UntrustedResources> resources;
    std::atomic<int> engines{0};  // that there are
};

/// An engine with its database, made at its first use.
class GuestEngine {
  public:
    GuestEngine(players::Spec spec, SearchRoom& room) : spec_(std::move(spec)), room_(room) {}
    ~GuestEngine() { drop(); }
    GuestEngine(const GuestEngine&) = delete;
    GuestEngine& operator=(const GuestEngine&) = delete;

    /// For so long at most.
    SearchReport analyze(const Rules& rules, const Board& board, std::chrono::milliseconds time,
                         const StopToken& stop, const Engine::OnDepth& on_depth);
    /// To be asked when a turn is over: false if what it knows was dropped, because too many wait.
    bool keep();

    [[nodiscard]] std::chrono::milliseconds time() const { return *spec_.settings.limits.time; }

  private:
    void drop();

    players::Spec spec_;
    SearchRoom& room_;
    std::unique_ptr<Engine> engine_;
};

/// One position for a long time. A turn that is over is gone on with, the table full of what was
/// found; if it could not be kept, the search ends early.
class PositionSearch {
  public:
    using OnDepth = Engine::OnDepth;
    /// With the deepest report; nothing if no depth was finished.
    using OnDone = std::function<void(std::optional<SearchReport>, bool stopped)>;

    PositionSearch(Game game, players::Spec spec, SearchRoom& room, OnDepth on_depth,
                   OnDone on_done)
        : game_(std::move(game)),
          engine_(std::move(spec), room),
          on_depth_(std::move(on_depth)),
          on_done_(std::move(on_done)) {}

    Turns::After turn(const StopToken& stop);

  private:
    Game game_;
    GuestEngine engine_;
    OnDepth on_depth_;
    OnDone on_done_;
    std::chrono::nanoseconds used_{0};  // of its time
    std::optional<SearchReport> deepest_;
};

/// All positions of a game, the last first, one a turn.
class GameSearch {
  public:
    using OnPosition = std::function<void(std::size_t ply, const SearchReport&)>;

    GameSearch(Game game, players::Spec spec, SearchRoom& room, OnPosition on_position)
        : game_(std::move(game)),
          left_(game_.played().size() + 1),
          engine_(std::move(spec), room),
          on_position_(std::move(on_position)) {}

    Turns::After turn(const StopToken& stop);

  private:
    Game game_;
    std::size_t left_;  // positions to look at
    GuestEngine engine_;
    OnPosition on_position_;
};

}  // namespace kalah::browser
