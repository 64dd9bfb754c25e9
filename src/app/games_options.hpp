// What the games commands share: which store, which game, and games as text and JSON.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/options.hpp"
#include "app/program.hpp"
#include "store/store.hpp"
#include "system/json.hpp"

namespace kalah::app {

struct StoreOptions {
    bool json = false;
    std::optional<std::string> file = {};
};
/// --store and --json.
void declare_store(Arguments& arguments, StoreOptions& options);
[[nodiscard]] Result<std::shared_ptr<store::Store>> chosen_store(
    const std::optional<std::string>& file, store::Access access,
    std::chrono::milliseconds patience = std::chrono::seconds(5));

/// --store, which must be given, and --tournament.
void declare_stored_tournament(Arguments& arguments, std::optional<std::string>& store,
                               std::optional<store::TournamentId>& tournament);

/// The options of a command that shows one game.
struct StoredGameOptions {
    StoreOptions store;
    DrawingOptions drawing;
    std::optional<std::string> game;
};
void declare_stored_game(Arguments& arguments, StoredGameOptions& options);
[[nodiscard]] Result<store::StoredGame> chosen_game(const StoreOptions& options,
                                                    store::StoredGameId number);
/// Reads the number of a game.
[[nodiscard]] Result<store::StoredGameId> parse_game_number(const std::string& text);

/// "2026-11-16 05:46" in local time; "-" for 0, which means that it is not known.
[[nodiscard]] std::string local_time(store::Milliseconds time);
/// Reads "2026-11-16", "2026-11-16 05:46" (local time) or an age like "2h" or "3d".
[[nodiscard]] Result<store::Milliseconds> parse_since(const std::string& text,
                                                      store::Milliseconds now);

/// "27-21", or "-" while there is no result.
[[nodiscard]] std::string result_text(const store::GameSummary& game);
/// " (chosen by the referee)" for a move that its player did not choose, else nothing.
[[nodiscard]] const char* chooser_text(const MoveNote& note);
/// "south wins 27 to 21", "north wins, south has lost by a fault (gone: ...)"
[[nodiscard]] std::string ending_text(const GameRecord& record);

}  // namespace kalah::app
