#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "report/anonymous.hpp"
#include "report/diagram.hpp"
#include "report/player_page.hpp"
#include "report/report.hpp"

using namespace kalah;
using namespace kalah::report;

TEST_CASE("files of players have safe names of their own") {
    const std::vector<std::string> players{"Ada Lovelace",
                                           "ada-lovelace",
                                           "../../etc/passwd",
                                           "CON",
                                           "com1",
                                           "",
                                           "\xC3\x84\xC3\x96",
                                           "<b>",
                                           "a\nb",
                                           "ADA LOVELACE",
                                           std::string(300, 'x')};
    const auto names = page_names(players);
    REQUIRE(names.size() == players.size());
    CHECK(names[0] == "ada-lovelace.html");
    CHECK(names[1] == "ada-lovelace-2.html");
    CHECK(names[2] == "etc-passwd.html");
    CHECK(names[3] == "player-con.html");
    CHECK(names[4] == "player-com1.html");
    CHECK(names[5] == "player.html");
    CHECK(names[6] == "player-2.html");
    CHECK(names[9] == "ada-lovelace-3.html");
    CHECK(names[10].size() == 45);
    auto sorted = names;
    std::sort(sorted.begin(), sorted.end());
    CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

TEST_CASE("a name of the form that another one gets does not collide with it") {
    const auto names = page_names({"a", "a-2", "A"});
    CHECK(names == std::vector<std::string>{"a.html", "a-2.html", "a-3.html"});
}

TEST_CASE("pseudonyms take the place of names, commands and paths") {
    arena::Plan plan;
    plan.entrants = {{"Ada Lovelace", "cmd:python3 lovelace_bot.py"},
                     {"Bo", "cmd:/home/bo/run.sh --fast"},
                     {"minimax:depth=2", "minimax:depth=2"}};
    const Pseudonyms pseudonyms(plan);
    const std::string ada = pseudonyms.name_of(0);
    CHECK(ada.starts_with("Player "));
    CHECK(pseudonyms.cleaned("beaten by ADA LOVELACE!") == "beaten by " + ada + "!");
    CHECK(pseudonyms.cleaned("import adalib").find("ada") == std::string::npos);
    CHECK(pseudonyms.cleaned("lovelace_bot.py: error").find("lovelace") == std::string::npos);
    CHECK(pseudonyms.cleaned("File \"/home/x/y.py\", line 3") == "File \u2026 line 3");
    CHECK(pseudonyms.cleaned("write to x@example.org") == "write to \u2026");
    // A short name inside a word is none.
    CHECK(pseudonyms.cleaned("about Bo") == "about " + pseudonyms.name_of(1));
    CHECK(pseudonyms.cleaned("depth 4, score +2") == "depth 4, score +2");
    CHECK(pseudonyms.cleaned("minimax:depth=2 thinks") == pseudonyms.name_of(2) + " thinks");

    const arena::Plan clean = pseudonyms.cleaned(plan);
    for (int i = 0; i < 3; ++i) {
        const auto& entrant = clean.entrants[static_cast<std::size_t>(pseudonyms.place_of(i))];
        CHECK(entrant.name == pseudonyms.name_of(i));
        CHECK(entrant.spec == entrant.name);
    }
    CHECK(
        pseudonyms.key().find("\"" + ada + "\",\"Ada Lovelace\",\"cmd:python3 lovelace_bot.py\"") !=
        std::string::npos);
}

TEST_CASE("a key gives the same pseudonyms again") {
    arena::Plan plan;
    plan.kind = arena::Kind::round_robin;
    plan.entrants = {{"Ada", "=x"}, {"Bo\n\"B\"", "random"}, {"Cy", "cmd:c"}, {"Di", "cmd:d"}};
    const Pseudonyms pseudonyms(plan);
    const std::string key = pseudonyms.key();
    const auto again = Pseudonyms::from_key(plan, key);
    REQUIRE(again);
    CHECK(again->key() == key);
    const arena::Plan clean = again->cleaned(plan);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(clean.entrants[i].name == "Player " + std::to_string(i + 1));
    CHECK_FALSE(Pseudonyms::from_key(plan, ""));
    CHECK_FALSE(Pseudonyms::from_key(plan, key + "x"));
    CHECK_FALSE(Pseudonyms::from_key(plan, key.substr(0, key.size() - 1)));
    plan.entrants[0].name = "Eve";
    CHECK_FALSE(Pseudonyms::from_key(plan, key));
}

TEST_CASE("pseudonyms number players and games without regard to the plan") {
    arena::Plan plan;
    plan.kind = arena::Kind::round_robin;
    plan.entrants = {{"Ada", "a"}, {"Bo", "b"}, {"Cy", "c"}};
    // Bo is number 1, Cy 2, Ada 3.
    const auto pseudonyms = Pseudonyms::from_key(
        plan,
        "player,name,specification\n\"Player 1\",\"Bo\",\"b\"\n\"Player 2\",\"Cy\",\"c\"\n"
        "\"Player 3\",\"Ada\",\"a\"\n");
    REQUIRE(pseudonyms);
    CHECK(pseudonyms->name_of(0) == "Player 3");
    std::vector<arena::TournamentGame> games;
    for (const auto& [south, north, opening] :
         {std::tuple(0, 1, "1"), {1, 0, "1"}, {0, 2, "2"}, {2, 0, "2"}, {1, 2, "3"}, {2, 1, "3"}}) {
        arena::TournamentGame game;
        game.number = games.size();
        game.entrants = {south, north};
        game.opening = opening;
        games.push_back(game);
    }
    games.erase(games.begin() + 2);  // not played yet
    const auto numbers = pseudonyms->renumber(games);
    std::vector<std::string> seen;
    for (const auto& game : games)
        seen.push_back(std::to_string(game.number) + ": " + std::to_string(game.entrants[0]) + "-" +
                       std::to_string(game.entrants[1]) + " " + game.opening);
    CHECK(seen ==
          std::vector<std::string>{"0: 0-1 3", "1: 1-0 3", "2: 0-2 1", "3: 2-0 1", "4: 1-2 2"});
    CHECK(numbers == std::map<std::size_t, std::size_t>{{0, 3}, {1, 2}, {3, 4}, {4, 0}, {5, 1}});
    // The first of a gauntlet stays the first of the list, whatever its number.
    plan.kind = arena::Kind::gauntlet;
    const auto gauntlet = Pseudonyms::from_key(plan, pseudonyms->key());
    REQUIRE(gauntlet);
    CHECK(gauntlet->cleaned(plan).entrants[0].name == "Player 3");
    CHECK(gauntlet->place_of(1) == 1);
}

TEST_CASE("a player's page counts the rows of openings that it leaves out") {
    const auto page = [](int games) {
        ReportData data;
        data.plan.entrants = {{"Ada", "a"}, {"Bo", "b"}};
        for (int i = 0; i < games; ++i) {
            arena::TournamentGame game;
            game.number = static_cast<std::size_t>(i);
            game.entrants = {0, 1};
            game.opening = std::to_string(i);
            data.games.push_back(game);
        }
        data.standings = arena::standings(data.plan, data.games);
        data.ratings = arena::rate(2, {});
        data.thinking.resize(2);
        data.limits.resize(2);
        data.pages = page_names({"Ada", "Bo"});
        return to_markdown(player_document(data, 0, "test"));
    };
    CHECK(page(40).find("The first") == std::string::npos);
    CHECK(page(41).find("The first 40 of 41 rows.") != std::string::npos);
}

TEST_CASE("a diagram marks the pits of the mover") {
    Board board = start_board({6, 4});
    board.to_move = Side::north;
    const std::string svg = board_svg({board, 0, 5});
    // North's first pit is the last of its row, its sixth the first.
    CHECK(svg.find("<circle cx=\"342\" cy=\"46\" r=\"22\" class=\"pit played\"/>") !=
          std::string::npos);
    CHECK(svg.find("<circle cx=\"82\" cy=\"46\" r=\"22\" class=\"pit better\"/>") !=
          std::string::npos);
    CHECK(svg.find("&lt;6,0,0,4,") != std::string::npos);
}
