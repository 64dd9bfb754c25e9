// Which player gets which database.
#include "players/resources.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "support/database_files.hpp"
#include "support/folder.hpp"

using namespace kalah;
using players::parse_player;
using players::PlayerResources;

namespace {

players::Spec opened(PlayerResources& resources, const std::string& text,
                     const players::GameKind& game = {}) {
    const auto parsed = parse_player(text);
    REQUIRE_MESSAGE(parsed, text);
    const auto spec = resources.with_database(*parsed, game);
    REQUIRE_MESSAGE(spec, spec.error().message);
    return *spec;
}

/// The code and column of the error; "none" if there is none.
std::string objection_to(const std::string& text, const players::GameKind& game = {}) {
    const auto found = players::validate(*parse_player(text), game);
    return found ? found->code + " " + std::to_string(found->column) : "none";
}

}  // namespace

TEST_CASE("the champion takes the usual database, others one that they ask for") {
    const test::Folder folder;
    test::build_database({folder.path(), {}, 6}, 3);
    PlayerResources resources(folder.path(), test::read_text);
    const auto champion = opened(resources, "champion");
    REQUIRE(champion.settings.database);
    CHECK(champion.settings.database->max_seeds() == 3);
    CHECK(champion.database_directory == folder.path());
    CHECK_FALSE(opened(resources, "champion:db=none").settings.database);
    CHECK_FALSE(opened(resources, "mtdf").settings.database);
    CHECK_FALSE(opened(resources, "alphabeta").settings.database);
    CHECK_FALSE(opened(resources, "random").settings.database);
    CHECK(opened(resources, "alphabeta:db=default").settings.database);
    // All players share one open database.
    const auto mtdf = opened(resources, "mtdf:db=" + folder.path());
    CHECK(mtdf.settings.database == champion.settings.database);
    // Players that do not use a database get none.
    CHECK_FALSE(opened(resources, "champion:pure=yes").settings.database);
    CHECK_FALSE(opened(resources, "champion:eval=five-part").settings.database);
    CHECK(opened(resources, "champion:eval=five-part").database_directory.empty());
}

TEST_CASE("without a database for the game, the usual directory gives none") {
    const test::Folder folder;
    test::build_database({folder.path(), {}, 6}, 2);
    PlayerResources resources(folder.path(), test::read_text);
    Rules rules;
    rules.capture = Capture::empty;
    CHECK_FALSE(opened(resources, "champion", {rules, 6}).settings.database);
    CHECK_FALSE(opened(resources, "champion", {{}, 5}).settings.database);
    CHECK_FALSE(opened(resources, "champion", {{}, 12}).settings.database);
    for (const std::string& nowhere : {std::string(), folder.path() + "/nowhere"}) {
        PlayerResources none(nowhere, test::read_text);
        CHECK_FALSE(opened(none, "champion").settings.database);
    }
}

TEST_CASE("a directory that is named must have a database for the game") {
    const test::Folder folder;
    test::build_database({folder.path(), {}, 6}, 2);
    CHECK(objection_to("champion:db=" + folder.path()) == "none");
    CHECK(objection_to("champion") == "none");
    CHECK(objection_to("champion:db=default") == "none");
    CHECK(objection_to("mtdf:depth=2,db=/nowhere/at/all") == "bad_setting 17");
    CHECK(objection_to("champion:db=" + folder.path(), {{}, 5}) == "bad_setting 13");
    Rules rules;
    rules.majority_stop = true;
    CHECK(objection_to("champion:db=" + folder.path(), {rules, 6}) == "bad_setting 13");
    const auto five_part = parse_player("champion:eval=five-part,db=x");
    REQUIRE_FALSE(five_part);
    CHECK(five_part.error().code == "needs_seeds");
    CHECK_FALSE(parse_player("minimax:db=x"));
    CHECK_FALSE(parse_player("champion:db="));
}

TEST_CASE("while the game is not known, a directory that is named must have some database") {
    const test::Folder folder;
    const auto spec = *parse_player("champion:db=" + folder.path());
    for (const auto& named : {spec, *parse_player("champion:db=/nowhere")}) {
        REQUIRE(players::validate(named));
        CHECK(players::validate(named)->code == "bad_setting");
        CHECK(players::validate(named)->column == 13);
    }
    CHECK_FALSE(players::validate(*parse_player("champion")));
    test::build_database({folder.path(), {}, 4}, 1);
    CHECK_FALSE(players::validate(spec));
}

TEST_CASE("a damaged level file is named") {
    const test::Folder folder;
    const files::DatabaseLocation place{folder.path(), {}, 6};
    test::build_database(place, 3);
    std::ofstream(place.path(3), std::ios::binary) << "nonsense";
    PlayerResources resources(folder.path(), test::read_text);
    const auto spec = resources.with_database(*parse_player("champion"), {});
    REQUIRE_FALSE(spec);
    CHECK(spec.error().message.find(place.path(3) + ": ") == 0);
}
