// What the browser engine has in place of files, their compression and tournaments. Book and
// puzzles are data of the site, which the page loads when they are needed (exports.cpp).
#include "files/database_files.hpp"
#include "kalah/endgame_database.hpp"
#include "puzzles/packing.hpp"
#include "server/tournament_json.hpp"

namespace kalah {

Result<std::shared_ptr<const EndgameDatabase>> EndgameDatabase::open(const std::string& directory,
                                                                     const Rules&, int, int) {
    return Error{directory + ": no files here"};
}

namespace files {

int highest_level(const DatabaseLocation&) {
    return -1;
}

bool has_levels(const std::string&) {
    return false;
}

}  // namespace files

namespace puzzles {

std::string packed(const std::string& text) {
    return text;
}

Result<std::string> unpacked(std::string_view) {
    return Error{"not a file of puzzles"};
}

}  // namespace puzzles

namespace server {

Json tournament_row_json(const store::StoredTournament&) {
    return {};
}

Result<Json> tournament_json(const store::StoredTournament&,
                             const std::vector<store::TournamentResult>&) {
    return Error{"there are no tournaments here"};
}

}  // namespace server
}  // namespace kalah
