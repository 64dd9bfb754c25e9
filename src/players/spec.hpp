// Player specifications, NAME[:key=value,…]: the one place that knows which players there are, what
// can be set for each and what is set if nothing is said. Opens no files: resources.hpp does.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/engine.hpp"
#include "kalah/result.hpp"
#include "referee/player.hpp"

namespace kalah::players {

class Book;

enum class Kind : std::uint8_t { human, random, casual, engine, program };

struct Spec {
    /// A setting as it was given: key=value, and where the value begins in the text, from 1.
    struct Given {
        std::string key;
        std::string value;
        int column = 0;
    };

    std::string text;               // as it was given
    std::string name = {};          // the part before the colon
    std::vector<Given> given = {};  // without what is set by default
    Kind kind = Kind::engine;
    std::string command = {};                // of programs: what the shell is to run
    EngineOptions settings = {};             // of engines
    bool usual_limit = false;                // of engines: no limit was given
    int oversight = 0;                       // of casual players: overlooked, in percent
    std::optional<std::uint64_t> seed = {};  // else the game's
    std::optional<int> opening = {};         // first move of a whole game, from 0
    std::string database_directory = {};     // "" = none
    bool default_database = false;           // the usual directory's, if it has one for the game
    std::string book_file = {};              // "" = none, or the default one
    bool default_book = false;               // that comes with the program
    std::shared_ptr<const Book> book = {};   // looked into before every search; null = none
};

/// The setting of a key, if one was given.
[[nodiscard]] const Spec::Given* find_given(const Spec& spec, std::string_view key);
/// "key=value: what", with the column of the value; column 1 if the key was not given.
[[nodiscard]] Error error_at(const Spec& spec, std::string_view key, const std::string& what);
/// The text of the specification with this setting added, or in place of the one that was given.
[[nodiscard]] std::string with_setting(const Spec& spec, std::string_view key,
                                       std::string_view value);

/// Reads a specification. Errors list what is possible; their codes are unknown_player,
/// unknown_setting, repeated_setting, incomplete_setting, bad_setting, no_command, needs_table,
/// needs_seeds, needs_knowledge and needs_depth.
[[nodiscard]] Result<Spec> parse_player(std::string_view text);
/// "did you mean cmd:./run?", with quotes for the shell if the command has blanks.
[[nodiscard]] std::string meant_command(std::string_view command);

/// Why a player cannot play on boards of so many pits a side; the column is one of its text.
[[nodiscard]] std::optional<Error> validate(const Spec& spec, int width);

/// A strength under a name, weakest first. Their limits are nodes and depths, so that they play
/// alike on every machine. docs/players.md has what they measured.
struct Level {
    std::string_view name;    // "level1"
    std::string_view word;    // "beginner": another name for it
    std::string_view player;  // what it stands for
};
[[nodiscard]] std::span<const Level> levels();

/// Called while an engine thinks, with what it thinks of each finished depth; from its thread.
using OnThought = std::function<void(const std::string&)>;

/// The player of a specification; not for people and programs.
[[nodiscard]] std::unique_ptr<Player> make_player(const Spec& spec,
                                                  const OnThought& on_thought = {});

/// For lists: every name with what it is, its default settings and the keys it takes.
struct Listing {
    std::string_view name;
    std::string_view meaning;
    std::string defaults;
    std::vector<std::string_view> keys;
};
[[nodiscard]] std::vector<Listing> list_players();
struct KeyListing {
    std::string_view name;
    std::string_view values;
    std::string_view meaning;
};
[[nodiscard]] std::vector<KeyListing> list_keys();

}  // namespace kalah::players
