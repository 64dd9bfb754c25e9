// Tournament: a plan, its schedule and its games, stored while it is played. The store is the
// state: after a stop or a crash it continues from there, and with players whose moves do not
// depend on the clock it ends with the same results.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "arena/plan.hpp"
#include "arena/results.hpp"
#include "arena/run.hpp"
#include "arena/schedule.hpp"
#include "kalah/stop_token.hpp"
#include "store/store.hpp"

namespace kalah::arena {

/// `on_game` is called after every game, from the thread that played it, one at a time; `on_round`
/// when a round begins.
struct TournamentEvents {
    std::function<void(const TournamentGame&, const GameRecord&)> on_game = {};
    std::function<void(int round, std::size_t games)> on_round = {};
};

/// The highest load seen when a game ended, and the number of cores of the machine.
struct MachineLoad {
    double most = 0;
    int cores = 1;
    /// Players had to wait for a core: times, and results that depend on the clock, are affected.
    /// The load is a mean over a minute; up to half a process above the number of cores is noise.
    [[nodiscard]] bool too_high() const { return most > cores + 0.5; }
};

class Tournament {
  public:
    /// The tournament and its first round are committed to the store before this returns.
    [[nodiscard]] static Result<std::shared_ptr<Tournament>> begin(
        std::shared_ptr<store::Store> store, ReadyPlan ready, store::Milliseconds now);
    /// The same, but checks the plan first.
    [[nodiscard]] static Result<std::shared_ptr<Tournament>> begin(
        std::shared_ptr<store::Store> store, const Plan& plan, store::Milliseconds now);
    /// Reads the stored games and replays them by the rules. To `play` on, no other program may
    /// hold the tournament.
    enum class Use : bool { look, play };
    [[nodiscard]] static Result<std::shared_ptr<Tournament>> load(
        std::shared_ptr<store::Store> store, std::optional<store::TournamentId> id, Use use);

    [[nodiscard]] const Plan& plan() const { return plan_; }
    [[nodiscard]] const std::vector<BoardSetup>& setups() const { return setups_; }
    [[nodiscard]] store::TournamentId id() const { return id_; }
    [[nodiscard]] bool is_finished() const { return finished_; }
    /// Sorted by number.
    [[nodiscard]] const std::vector<TournamentGame>& games() const { return games_; }
    /// Only of a match with a test.
    [[nodiscard]] const std::optional<MatchSprt>& sprt() const { return sprt_; }
    /// Games in the rounds that are known so far.
    [[nodiscard]] std::size_t scheduled() const { return schedule_.size(); }

    /// Plays the remaining games, round after round, until the end, a decision of the SPRT, or
    /// `stop`. Seed, names and withdrawals of the options are replaced by those of the plan. An
    /// error comes from the store, or from lack of memory or processes: games reported before it
    /// are stored.
    [[nodiscard]] std::optional<Error> play(RunOptions options, const StopToken& stop,
                                            const TournamentEvents& events);

    // While workers play it (game_jobs.hpp), for one thread at a time. Whatever is decided follows
    // from the games in the order of the schedule, so that everybody who looks decides alike, and
    // it does not matter who does, or how often.

    /// Opens a queue with the games that are left, for workers with this signature; empty: for all.
    [[nodiscard]] Result<store::QueueId> enqueue(const std::string& signature,
                                                 store::Milliseconds now);
    /// Reads what others have played since, and settles what they have handed in.
    [[nodiscard]] std::optional<Error> catch_up(const std::function<std::int64_t()>& wall_clock,
                                                const TournamentEvents& events = {});
    /// Begins the next round or ends the tournament, if the games say so.
    [[nodiscard]] std::optional<Error> advance(store::Milliseconds now,
                                               const TournamentEvents& events = {});
    /// Takes a game from the worker that has the job; false if it has lost the lease: nothing is
    /// written. If a test or withdrawals decide which games count, the game waits in the job's
    /// result until those before it are known. So no game in the store is ever changed or taken
    /// back. Any thread.
    [[nodiscard]] Result<bool> hand_in(store::WorkerId worker, const store::JobKey& job,
                                       const store::PlayedGame& game) const;
    /// Options to play some of its games: with its seed, names and withdrawals.
    [[nodiscard]] RunOptions for_workers(RunOptions options) const;
    /// A game of the schedule; null if there is none of this number yet.
    [[nodiscard]] const store::ScheduledGame* scheduled_game(std::size_t number) const;
    /// Where its games come from, in the store: "match" or "tournament".
    [[nodiscard]] std::string origin() const;

    /// Nothing if the load was not measured, as in stores of earlier versions.
    [[nodiscard]] Result<std::optional<MachineLoad>> machine_load();

    /// The finished games with all that is known of them, read from the store.
    [[nodiscard]] std::optional<Error> for_each_record(
        const std::function<bool(const TournamentGame&, const GameRecord&)>& callback);

  private:
    Tournament(std::shared_ptr<store::Store> store, ReadyPlan ready);

    [[nodiscard]] std::optional<Error> read();
    /// Those that are not known yet.
    [[nodiscard]] std::optional<Error> read_games(const TournamentEvents& events);
    [[nodiscard]] std::vector<store::ScheduledGame> left() const;
    /// False if no more games are wanted: the game cannot be stored, or the test is decided.
    bool keep(const store::PlayedGame& game, const TournamentEvents& events);
    const TournamentGame& add(const store::PlayedGame& game);
    [[nodiscard]] std::optional<Error> next_round(store::Milliseconds now,
                                                  const TournamentEvents& events);
    /// Why an entrant no longer plays that has lost so many games by faults.
    [[nodiscard]] std::optional<std::string> withdrawn(int lost) const;
    /// Earlier games decide which of the later ones count.
    [[nodiscard]] bool decides_in_order() const { return sprt_ || plan_.max_faults > 0; }
    /// Stores the games that wait for those before them, as far as none is missing. One whose
    /// entrant had been withdrawn by the games before it becomes a forfeit.
    [[nodiscard]] std::optional<Error> settle(const std::function<std::int64_t()>& wall_clock,
                                              const TournamentEvents& events);
    [[nodiscard]] std::optional<Error> settle_next(store::PlayedGame game,
                                                   const RunOptions& options,
                                                   const TournamentEvents& events);
    [[nodiscard]] std::optional<Error> read_schedule(const TournamentEvents& events);
    [[nodiscard]] std::vector<std::string> needs(
        const std::vector<store::ScheduledGame>& games) const;
    /// How many games the SPRT needed, once it is decided.
    [[nodiscard]] std::optional<std::size_t> enough_games();
    [[nodiscard]] std::optional<Error> finish(std::size_t counted, store::Milliseconds now);
    [[nodiscard]] std::optional<Error> play_rounds(const RunOptions& options, const StopToken& stop,
                                                   const TournamentEvents& events);

    std::shared_ptr<store::Store> store_;
    Plan plan_;
    std::vector<BoardSetup> setups_;
    store::TournamentId id_ = 0;
    bool finished_ = false;
    std::vector<store::ScheduledGame> schedule_;
    std::vector<TournamentGame> games_;
    Forfeits forfeits_;
    std::optional<MatchSprt> sprt_;
    std::optional<Error> not_kept_;
    std::size_t settled_ = 0;            // games from the first on that are known, without a gap
    std::vector<int> lost_before_ = {};  // by entrant: of these, lost by faults
};

}  // namespace kalah::arena
