// EntrantFactory: makes the players of a tournament and lets them play. It parses and checks the
// specifications once, and opens their databases and books once for each board. The caller makes
// the players of other people's programs. Prints nothing; the caller shows what it found.
//
// parse() and open() belong to one thread; after them everything may be called from any thread.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "arena/run.hpp"
#include "arena/tournament.hpp"
#include "players/resources.hpp"

namespace kalah::arena {

/// Makes a player of a specification of kind `program`; called from the threads that play.
using MakeProgram = std::function<std::unique_ptr<Player>(const players::Spec&)>;

/// What players need from outside.
struct PlayerSources {
    players::PlayerResources resources;
    MakeProgram make_program;  // not needed without programs
    /// Called for a damaged database in the usual directory, which then is not used.
    std::function<void(const Error&)> warn;
};

/// A time limit multiplied, of at least 1 ms; 0, which means none, stays 0.
[[nodiscard]] std::chrono::milliseconds scaled(std::chrono::milliseconds limit, double factor);

class EntrantFactory {
  public:
    /// Checks that the players can play on the boards of the plan. Opens no files. The error names
    /// the player.
    [[nodiscard]] static Result<EntrantFactory> parse(const Plan& plan,
                                                      const std::vector<Entrant>& entrants,
                                                      const std::vector<BoardSetup>& setups);
    [[nodiscard]] bool has_programs() const;
    /// Opens databases and books. Damage is an error, except where the sources want a warning.
    [[nodiscard]] std::optional<Error> open(PlayerSources sources);
    /// The same for one entrant. It takes a database from the usual directory only if `usual`.
    [[nodiscard]] std::optional<Error> open(std::size_t entrant, PlayerSources& sources,
                                            bool usual = true);

    /// Multiplies the time limits of built-in players.
    void scale_times(double factor);

    /// The specification, with its files opened for a board.
    [[nodiscard]] const players::Spec& spec(std::size_t entrant, std::size_t board) const {
        return specs_[entrant][board];
    }
    /// What an entrant brings from files, with checksums (players/player_files.hpp); once opened.
    [[nodiscard]] Result<std::string> files(std::size_t entrant) const;
    [[nodiscard]] std::size_t entrants() const { return specs_.size(); }
    [[nodiscard]] std::size_t boards() const { return setups_.size(); }

    /// To play games with these players, which must outlive the games. `concurrency` 0: as many
    /// games as the cores allow. Seed, names and withdrawals are the caller's.
    [[nodiscard]] RunOptions run_options(std::uint64_t concurrency,
                                         std::function<std::int64_t()> wall_clock) const;
    /// Tournament::play with these players. `concurrency` 0: as many games as the cores allow.
    [[nodiscard]] std::optional<Error> play(Tournament& tournament, std::uint64_t concurrency,
                                            std::function<std::int64_t()> wall_clock,
                                            const StopToken& stop,
                                            const TournamentEvents& events) const;

  private:
    std::vector<BoardSetup> setups_;
    std::vector<std::vector<players::Spec>> specs_;  // by entrant, by board
    MakeProgram make_program_;
    std::chrono::milliseconds margin_{0};
};

}  // namespace kalah::arena
