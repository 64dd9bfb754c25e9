#include <doctest/doctest.h>

#include <algorithm>

#include "report/anonymous.hpp"
#include "report/diagram.hpp"
#include "report/player_page.hpp"

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
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(clean.entrants[i].name == pseudonyms.name_of(static_cast<int>(i)));
        CHECK(clean.entrants[i].spec == clean.entrants[i].name);
    }
    CHECK(Pseudonyms(plan).key() == pseudonyms.key());
    CHECK(
        pseudonyms.key().find("\"" + ada + "\",\"Ada Lovelace\",\"cmd:python3 lovelace_bot.py\"") !=
        std::string::npos);
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
