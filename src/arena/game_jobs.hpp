// GameJobs: plays games of tournaments as jobs of a worker (workers/crew.hpp). Any number of
// workers, on any number of machines, play the same tournaments; whoever finishes a game also
// begins the next round or ends the tournament (tournament.hpp).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "arena/entrants.hpp"
#include "arena/tournament.hpp"
#include "workers/crew.hpp"

namespace kalah::arena {

struct GameJobsOptions {
    std::string signature;  // of the worker
    double speed = 0;       // likewise, positions per second; 0: time limits are not scaled
    std::function<std::int64_t()> wall_clock;
    /// What the players of a plan need from outside.
    std::function<PlayerSources(const Plan&)> sources;
    /// After each game; from any thread, one at a time.
    std::function<void(const Tournament&, const TournamentGame&, const GameRecord&)> on_game = {};
};

/// What the time limits of a plan are multiplied by on a machine of this speed, so that players
/// search as many positions as on the reference machine.
[[nodiscard]] double time_factor(const Plan& plan, double speed);
/// The plan with the limits of other people's programs multiplied.
[[nodiscard]] Plan with_scaled_programs(Plan plan, double factor);

class GameJobs final : public workers::Handler {
  public:
    static constexpr const char* kKind = "game";

    GameJobs(std::shared_ptr<store::Store> store, GameJobsOptions options)
        : store_(std::move(store)), options_(std::move(options)) {}

    [[nodiscard]] std::string_view kind() const override { return kKind; }
    void work(workers::Slot& slot, store::Job job) override;
    void idle(const workers::OnTrouble& say) override;
    void look_again() override;

  private:
    /// A tournament that this worker plays, and its players as far as they can play here.
    struct Hosted {
        std::mutex mutex;  // of the tournament
        std::shared_ptr<Tournament> tournament;
        std::optional<EntrantFactory> factory;
        double time_factor = 1;
        std::vector<std::string> missing;  // by entrant: why it cannot play here; empty if it can
    };

    [[nodiscard]] std::shared_ptr<Hosted> host(store::TournamentId id,
                                               const workers::OnTrouble& say);
    void open_players(Hosted& hosted) const;
    [[nodiscard]] static std::string difference(const Hosted& hosted, std::size_t entrant);
    [[nodiscard]] std::optional<store::ScheduledGame> playable(workers::Slot& slot, Hosted& hosted,
                                                               const store::Job& job) const;
    bool finish(workers::Slot& slot, Hosted& hosted, const store::Job& job, store::PlayedGame game);
    void decide(Hosted& hosted, const workers::OnTrouble& say) const;

    const std::shared_ptr<store::Store> store_;
    const GameJobsOptions options_;
    std::mutex hosted_mutex_;
    std::map<store::TournamentId, std::shared_ptr<Hosted>> hosted_;
    std::mutex events_mutex_;
};

}  // namespace kalah::arena
