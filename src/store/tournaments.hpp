// Tournaments: what is to be played, and what has been, in the same file as the games. The schedule
// of a round is there before its first game; a game is there when it has ended, whole, in one
// transaction that reaches the disk. So a tournament can be cut off anywhere and played on.
//
// What a plan means is the arena's business: here it is a text. Any thread may call anything.
#pragma once

#include <functional>

#include "store/store.hpp"

namespace kalah::store {

using TournamentId = std::int64_t;

/// A game to be played. Its number in the table of games is reserved when it is scheduled, so that
/// it does not depend on the order in which games end.
struct ScheduledGame {
    std::size_t number = 0;  // in the tournament, from 0
    int round = 0;           // likewise
    int board = 0;           // of the plan
    int south = 0;           // entrants of the plan
    int north = 0;
    std::string start = {};    // as parse_start reads it
    std::string opening = {};  // moves that are forced
    StoredGameId game = 0;     // given by the store
    bool operator==(const ScheduledGame&) const = default;
};

struct StoredTournament {
    TournamentId id = 0;
    std::string plan = {};
    Milliseconds created = 0;
    Milliseconds finished = 0;  // 0: it is not
    [[nodiscard]] bool is_finished() const { return finished != 0; }
};

struct PlayedGame {
    ScheduledGame schedule = {};
    GameRecord record;
    double overhead = 0;  // seconds of the arena's own
};

class Tournaments {
  public:
    explicit Tournaments(std::shared_ptr<Store> store);

    /// With its first round; it is ours to play.
    [[nodiscard]] Result<TournamentId> add(const std::string& plan,
                                           std::span<const ScheduledGame> games, Milliseconds now);
    /// Without a number: the newest that is not finished, else the newest.
    [[nodiscard]] Result<StoredTournament> find(std::optional<TournamentId> id);
    /// From now on it is ours to play; an error if another program that lives has it.
    [[nodiscard]] std::optional<Error> take(TournamentId id);

    /// Somebody else may take it.
    [[nodiscard]] std::optional<WriteError> let_go(TournamentId id);

    /// Another round.
    [[nodiscard]] std::optional<WriteError> add_round(TournamentId id,
                                                      std::span<const ScheduledGame> games);
    [[nodiscard]] Result<std::vector<ScheduledGame>> schedule(TournamentId id);

    /// A game that has ended, with a result.
    [[nodiscard]] std::optional<WriteError> add_game(const ScheduledGame& game,
                                                     const GameRecord& record,
                                                     const std::string& origin, double overhead);
    /// Those that have ended, by their numbers; the callback may return false to stop.
    [[nodiscard]] std::optional<Error> for_each_game(
        TournamentId id, const std::function<bool(PlayedGame)>& callback);

    /// Nothing more will be played. Games from this number on do not count: they are taken out.
    [[nodiscard]] std::optional<WriteError> finish(TournamentId id, std::size_t first_uncounted,
                                                   Milliseconds now);

  private:
    std::shared_ptr<Store> store_;
};

}  // namespace kalah::store
