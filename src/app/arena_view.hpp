// How a tournament goes, while it goes: on a terminal a table that is drawn again and again, else a
// line a game; with --json an object for every event on standard output. Events come one at a time,
// from any thread.
#pragma once

#include <chrono>

#include "arena/tournament.hpp"

namespace kalah::app {

class ArenaView {
  public:
    ArenaView(const arena::Tournament& tournament, bool json);
    ~ArenaView() { finish(); }
    ArenaView(const ArenaView&) = delete;
    ArenaView& operator=(const ArenaView&) = delete;

    [[nodiscard]] arena::TournamentEvents events();
    /// Wipes the table.
    void finish();

  private:
    void on_game(const arena::TournamentGame& game, const GameRecord& record);
    void on_round(int round, std::size_t games);
    void draw();

    using Clock = std::chrono::steady_clock;
    const arena::Tournament& tournament_;
    bool json_;
    bool on_terminal_;
    std::size_t before_;  // games that were there already
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_;
    int lines_ = 0;  // drawn
};

}  // namespace kalah::app
