// Looks up a position in an endgame database on disk: probe DIRECTORY POSITION
#include <iostream>

#include <kalah/kalah.hpp>

namespace {

int fail(const kalah::Error& error) {
    std::cerr << kalah::to_text(error) << '\n';
    return 1;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::cerr << "usage: probe DIRECTORY POSITION\n";
        return 2;
    }
    const auto position = kalah::parse_position(arguments[2]);
    if (!position) return fail(position.error());
    const auto database =
        kalah::EndgameDatabase::open(arguments[1], kalah::Rules{}, position->width);
    if (!database) return fail(database.error());
    if (const auto future = (*database)->probe(*position)) {
        std::cout << "future " << *future << '\n';
        return 0;
    }
    std::cerr << "not in the database\n";
    return 1;
}
