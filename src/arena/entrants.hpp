// EntrantFactory: makes the players of a tournament. It parses and checks the specifications once,
// and opens their databases and books once for each board. Other people's programs are made by the
// caller. Prints nothing; the caller shows what it found.
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

class EntrantFactory {
  public:
    /// Players that can play on the boards of the plan. Opens no files. The error names the player.
    [[nodiscard]] static Result<EntrantFactory> parse(const Plan& plan,
                                                      const std::vector<Entrant>& entrants,
                                                      const std::vector<BoardSetup>& setups);
    [[nodiscard]] bool has_programs() const;
    void set_programs(MakeProgram make) { make_program_ = std::move(make); }
    /// Opens databases and books. A damaged database of the usual directory is left out, with a
    /// warning; other damage is an error.
    [[nodiscard]] std::optional<Error> open(players::PlayerResources& resources,
                                            const std::function<void(const Error&)>& warn);

    [[nodiscard]] std::unique_ptr<Player> make(int entrant, int board) const;
    /// As opened for a board.
    [[nodiscard]] const players::Spec& spec(std::size_t entrant, std::size_t board) const {
        return specs_[entrant][board];
    }
    [[nodiscard]] std::size_t entrants() const { return specs_.size(); }
    [[nodiscard]] std::size_t boards() const { return setups_.size(); }

    /// How tournament.play() uses this factory, which must outlive it. `concurrency` 0: as many
    /// games as the cores allow.
    [[nodiscard]] RunOptions run_options(std::uint64_t concurrency,
                                         std::function<std::int64_t()> wall_clock) const;

  private:
    std::vector<BoardSetup> setups_;
    std::vector<std::vector<players::Spec>> specs_;  // by entrant, by board
    MakeProgram make_program_;
    std::chrono::milliseconds margin_{0};
};

}  // namespace kalah::arena
