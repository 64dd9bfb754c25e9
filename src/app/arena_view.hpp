// A tournament while it is played: on a terminal, a table that is drawn again and again, otherwise
// a line for each game, or a JSON object for each event.
#pragma once

#include <chrono>
#include <string>

#include "app/arena_output.hpp"
#include "arena/tournament.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// Events come one at a time, from any thread.
class ArenaView {
  public:
    ArenaView(const arena::Tournament& tournament, const Trees& trees, bool json);
    ~ArenaView() { finish(); }
    ArenaView(const ArenaView&) = delete;
    ArenaView& operator=(const ArenaView&) = delete;

    [[nodiscard]] arena::TournamentEvents events();
    /// Lines about who plays, unless they are those that were told last.
    void tell(const std::string& text, const Json& event);
    /// Wipes the table.
    void finish();

  private:
    void on_game(const arena::TournamentGame& game, const GameRecord& record);
    void on_round(int round, std::size_t games);
    void draw();

    using Clock = std::chrono::steady_clock;
    const arena::Tournament& tournament_;
    Trees trees_;
    bool json_;
    bool on_terminal_;
    std::size_t before_;  // games that were there already
    Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_;
    int lines_ = 0;  // drawn
    std::string told_ = {};
};

}  // namespace kalah::app
