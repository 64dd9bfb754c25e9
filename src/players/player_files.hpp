// What a player brings from files, with checksums: two machines on which this is the same text have
// the same player. Reads files. Any thread.
#pragma once

#include <string>

#include "players/resources.hpp"

namespace kalah::players {

/// "book first.book 1f2e3d4c5b6a7988": of its book, its database and the files that the command of
/// a program names, joined by "; ". Empty if it needs none. The specification has its resources for
/// the game.
[[nodiscard]] Result<std::string> player_files(const Spec& equipped, const GameKind& game);

/// Whether such a text has a database.
[[nodiscard]] bool has_database(const std::string& files);

}  // namespace kalah::players
