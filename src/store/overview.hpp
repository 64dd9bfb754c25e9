// Overview: what the games of a store add up to, counted by SQLite: nothing is played again, so
// that a thread that must not wait long may ask. Any thread.
#pragma once

#include "store/tournaments.hpp"

namespace kalah::store {

/// Of games that have a result.
struct PlayerRecord {
    std::string name = {};
    int games = 0;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    Milliseconds last = 0;  // when the last one ended
};

struct TournamentSummary {
    TournamentId id = 0;
    std::string plan = {};
    Milliseconds created = 0;
    Milliseconds finished = 0;  // 0: it is not
    int played = 0;
    int scheduled = 0;  // in the rounds that are known
};

/// A game of a tournament that has ended.
struct TournamentResult {
    ScheduledGame schedule = {};
    std::array<int, 2> points = {};  // south, north
    Ending ending = Ending::finished;
    std::optional<Side> loser = {};
    int plies = 0;
    std::string origin = {};
    Milliseconds started = 0;
    Milliseconds finished = 0;
};

class Overview {
  public:
    explicit Overview(std::shared_ptr<Store> store) : store_(std::move(store)) {}

    /// All players, the most recent first; upper and lower case are alike. Looks at every game:
    /// some milliseconds for a thousand.
    [[nodiscard]] Result<std::vector<PlayerRecord>> players();
    /// Newest first.
    [[nodiscard]] Result<std::vector<TournamentSummary>> tournaments(std::size_t limit);
    [[nodiscard]] Result<TournamentSummary> tournament(TournamentId id);
    /// By their numbers.
    [[nodiscard]] Result<std::vector<TournamentResult>> results(TournamentId id);

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace kalah::store
