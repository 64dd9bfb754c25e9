// What players bring to a game: endgame databases and opening books, found by their specifications
// once the game is known, opened once and shared by all who ask for the same. For the thread that
// sets up a game, unless a class says otherwise.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kalah/endgame_database.hpp"
#include "players/spec.hpp"
#include "players/value_chain.hpp"

namespace kalah::players {

/// A game's rules and how many pits a side has.
struct GameKind {
    Rules rules;
    int pits = 6;
};

/// parse_player, for people at this machine: the error for a word that is a file in the working
/// directory says how to run it.
[[nodiscard]] Result<Spec> parse_local_player(std::string_view text);

/// Why the database that a player asks for cannot be had: there is no such directory, or none for
/// this game in it. The column is one of its text. Nothing is opened.
[[nodiscard]] std::optional<Error> validate(const Spec& spec, const GameKind& game);

/// The same while the game is not known: there is no such directory, or no database at all in it.
[[nodiscard]] std::optional<Error> validate(const Spec& spec);

using ReadFile = std::function<Result<std::string>(const std::string& path)>;

class PlayerResources {
  public:
    /// `usual` is the directory that `db=default` means; it need not be there.
    PlayerResources(std::string usual, ReadFile read_file)
        : usual_(std::move(usual)), read_file_(std::move(read_file)) {}

    /// The specification with its database for the game in its settings, and the directory where it
    /// was found; with neither if it asks for none, if the usual directory has none, or if its
    /// settings have no use for one (pure; an evaluation that does not count in seeds). The error
    /// is that of a damaged file.
    [[nodiscard]] Result<Spec> with_database(const Spec& spec, const GameKind& game);
    /// The specification with its book, unless it is pure. The error is that of a file.
    [[nodiscard]] Result<Spec> with_book(const Spec& spec);

  private:
    struct OpenedDatabase {
        std::string directory;
        std::shared_ptr<const EndgameDatabase> database;
    };
    struct OpenedBook {
        std::string file;  // "" = the default one
        std::shared_ptr<const Book> book;
    };
    std::string usual_;
    ReadFile read_file_;
    std::vector<OpenedDatabase> databases_;
    std::vector<OpenedBook> books_;
};

/// Small endgame databases, built in memory for games whose usual directory has none. They are
/// shared by all who ask, and only the last few kinds of games keep theirs: with six pits, 44 MB
/// each. Any thread.
class SmallDatabases {
  public:
    static constexpr std::size_t kMostKinds = 4;

    /// Built by the first who asks, in some 0.2 s; null if the rules or the board have none.
    [[nodiscard]] std::shared_ptr<const EndgameDatabase> for_game(const GameKind& game);

  private:
    struct Known {
        GameKind game;
        std::shared_ptr<const EndgameDatabase> database;
    };
    std::mutex mutex_;
    std::vector<Known> known_;  // the last asked for at the end
};

/// What a chain needs of a player with its resources: a small database only if the player takes the
/// usual one.
[[nodiscard]] ValueSources sources_of(const Spec& equipped, const GameKind& game,
                                      std::shared_ptr<SmallDatabases> small);

}  // namespace kalah::players
