// People: who plays, and what is kept of them: identities with the hashes of their secrets,
// reserved names, records, and results for ratings. A part of the Store. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/games.hpp"

namespace kalah::store {

/// The name that a person in a browser has reserved.
struct ReservedName {
    IdentityId identity = 0;
    std::string name = {};
};

/// What two players have scored against each other under the same rules on the same board.
struct MeetingRow {
    std::string rules = {};
    std::string size = {};  // "6x4"
    struct Player {
        PlayerKind kind = PlayerKind::unknown;
        std::string name = {};  // in lower case
        // NOLINTNEXTLINE(modernize-use-nullptr): there is none
        auto operator<=>(const Player&) const = default;
    };
    Player south = {};
    Player north = {};
    double games = 0;   // distinct ones: programs may play the same game again and again
    double points = 0;  // of south; a draw is half a point
};

/// What forgetting a name has changed: rows of each table.
struct ForgottenRows {
    int identities = 0;
    int games = 0;
    int saved_games = 0;
    int evals = 0;
};

class People {
  public:
    /// All players, the most recent first; upper and lower case are alike. Reads every game, but
    /// replays none: some milliseconds for a thousand.
    [[nodiscard]] virtual Result<std::vector<PlayerRecord>> players() = 0;
    /// The results of all games from a first position with a size, between two players that are no
    /// guests. Costs about twice as much as players().
    [[nodiscard]] virtual Result<std::vector<MeetingRow>> meetings() = 0;

    /// Finds or adds the player of the client's token, and stores what the client says of itself;
    /// empty texts leave what is known. Of the token it stores only a slow hash, which takes some
    /// two milliseconds of the calling thread.
    [[nodiscard]] virtual Result<IdentityId> identify(const ClientInfo& client,
                                                      Milliseconds now) = 0;
    /// Without the token.
    [[nodiscard]] virtual Result<ClientInfo> player(IdentityId id) = 0;
    /// Deletes the player of a token, and the name from the player's games. Does not tell whether
    /// there was one.
    [[nodiscard]] virtual std::optional<WriteError> forget(const std::string& token) = 0;

    /// The name belongs to this key from now on, or does already; a name that the key had before is
    /// given up. The error `name_taken` if it is another's. Costs a slow hash, too.
    [[nodiscard]] virtual Result<ReservedName> reserve_name(const std::string& key,
                                                            const std::string& name,
                                                            Milliseconds now) = 0;
    [[nodiscard]] virtual Result<std::vector<std::string>> reserved_names() = 0;
    /// Deletes all that is kept of a person or client of this name, upper and lower case alike:
    /// identities, and the name in games at the server and in saved games. The games stay.
    [[nodiscard]] virtual Result<ForgottenRows> forget_name(const std::string& name) = 0;

  protected:
    ~People() = default;
};

}  // namespace kalah::store
