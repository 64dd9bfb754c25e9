// Tournaments: their schedules, and the games played. The store gets the schedule of a round before
// its first game, and each game when it has ended, whole, in one transaction that reaches the disk.
// So a tournament can be interrupted anywhere and resumed. A part of the Store. Any thread.
//
// What a plan means is the arena's business: here it is a text.
#pragma once

#include <functional>

#include "store/games.hpp"

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
    int played = 0;
    int scheduled = 0;  // in the rounds that are known
    /// Another living program plays it; only a store that is open to write can tell.
    bool elsewhere = false;
    [[nodiscard]] bool is_finished() const { return finished != 0; }
};

/// A game that has ended, with its moves as a text, but without their times and comments.
struct TournamentResult {
    ScheduledGame schedule = {};
    GameSummary game = {};
    std::string moves = {};  // as parse_game reads them
    double overhead = 0;     // seconds of the arena's own
};
/// The same with its whole record.
struct PlayedGame {
    ScheduledGame schedule = {};
    GameRecord record;
    double overhead = 0;
};

class Tournaments {
  public:
    /// Adds a tournament with its first round, and takes it for this program.
    [[nodiscard]] virtual Result<TournamentId> add_tournament(const std::string& plan,
                                                              std::span<const ScheduledGame> games,
                                                              Milliseconds now) = 0;
    /// Takes it: from now on this program plays it. An error if another living program has it.
    [[nodiscard]] virtual std::optional<Error> take_tournament(TournamentId id) = 0;
    /// Gives it back: another program may take it.
    [[nodiscard]] virtual std::optional<WriteError> release_tournament(TournamentId id) = 0;

    /// Adds another round, unless another program has done so, or has ended the tournament.
    /// `needs`: of a tournament that workers play, what each game needs (see NewJob).
    [[nodiscard]] virtual std::optional<WriteError> add_round(
        TournamentId id, std::span<const ScheduledGame> games,
        std::span<const std::string> needs = {}) = 0;
    [[nodiscard]] virtual Result<std::vector<ScheduledGame>> schedule(TournamentId id) = 0;

    /// A game that has ended, with a result.
    [[nodiscard]] virtual std::optional<WriteError> add_game(const PlayedGame& game,
                                                             const std::string& origin) = 0;
    /// As Readable::results, each with its record; the callback may return false to stop.
    [[nodiscard]] virtual std::optional<Error> for_each_game(
        TournamentId id, const std::function<bool(PlayedGame)>& callback, std::size_t from = 0) = 0;

    /// Nothing more will be played, by workers either. Games from this number on do not count: they
    /// are deleted. Does nothing if the tournament is finished already.
    [[nodiscard]] virtual std::optional<WriteError> finish_tournament(TournamentId id,
                                                                      std::size_t first_uncounted,
                                                                      Milliseconds now) = 0;
    /// The same as add_game if several programs may add it: does nothing if one of them has, or if
    /// the tournament is finished.
    [[nodiscard]] virtual std::optional<WriteError> settle_game(const PlayedGame& game,
                                                                const std::string& origin) = 0;

  protected:
    ~Tournaments() = default;
};

}  // namespace kalah::store
