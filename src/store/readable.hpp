// Readable: what a server reads of its store, to go on with games and to show what was played. A
// part of the Store; a browser's own games (wasm/browser_store.hpp) need no more. Any thread.
#pragma once

#include "store/games.hpp"
#include "store/journal.hpp"
#include "store/tournaments.hpp"

namespace kalah::store {

class Readable {
  public:
    /// Newest first.
    [[nodiscard]] virtual Result<std::vector<GameSummary>> list(const GameFilter& filter) = 0;
    /// Replays the moves by the rules: a text that holds no such game is an error.
    [[nodiscard]] virtual Result<StoredGame> load(StoredGameId id) = 0;
    /// All players, the most recent first; upper and lower case are alike. Reads every game, but
    /// replays none: some milliseconds for a thousand.
    [[nodiscard]] virtual Result<std::vector<PlayerRecord>> players() = 0;

    /// As Journal::saved_game, and from now on this program plays the game if it is not over: what
    /// other programs write of it is refused, as long as this one lives. The error
    /// `played_elsewhere` [address] if another living program plays it.
    [[nodiscard]] virtual Result<std::optional<SavedGame>> take_saved_game(
        const std::string& name) = 0;
    /// Its moves in the journal, from the first on without a gap.
    [[nodiscard]] virtual Result<std::vector<SavedMove>> saved_moves(const std::string& name) = 0;

    /// Without a number: the newest that is not finished, else the newest.
    [[nodiscard]] virtual Result<StoredTournament> tournament(std::optional<TournamentId> id) = 0;
    /// Newest first.
    [[nodiscard]] virtual Result<std::vector<StoredTournament>> tournaments(std::size_t limit) = 0;
    /// Games that have ended, ordered by number, from a number on, without replaying them.
    [[nodiscard]] virtual Result<std::vector<TournamentResult>> results(TournamentId id,
                                                                        std::size_t from = 0) = 0;

  protected:
    ~Readable() = default;
};

}  // namespace kalah::store
