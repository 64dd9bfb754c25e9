#include "app/manual.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kalah::app;

namespace {

CommandDescription small_program() {
    CommandDescription play{"play",
                            {},
                            "play a game",
                            "Example:\n  kalah play .x\n.dots and\n'quotes' \\ stay.\n  indented",
                            {},
                            {},
                            {}};
    play.arguments = {{{"board"}, "", "the board", "", true, false}};
    play.options = {{{"-h", "--help"}, "", "help", "Options", false, false},
                    {{"--bots"}, "SPEC", "see 'kalah games list'", "Players", true, true}};
    CommandDescription list{"games list", {}, "list", "", {}, {}, {}};
    CommandDescription games{"games", {}, "games", "", {}, {}, {list}};
    return {"", {}, "Plays.", "Foot", {}, {}, {play, games}};
}

}  // namespace

TEST_CASE("a manual page has every part of the help, as roff") {
    const CommandDescription all = small_program();
    CHECK(manual_name(all.commands[1].commands[0]) == "kalah-games-list");
    CHECK(manual_page(all.commands[0], all, "1.2.3") ==
          ".TH KALAH\\-PLAY 1 \"\" \"kalah 1.2.3\" \"Kalah\"\n"
          ".SH NAME\nkalah\\-play \\- play a game\n"
          ".SH SYNOPSIS\n\\fBkalah play\\fR [\\fIoptions\\fR] \\fIboard\\fR\n"
          ".SH ARGUMENTS\n.TP\n\\fBboard\\fR\nthe board (required)\n"
          ".SH OPTIONS\n.TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nhelp\n"
          ".SH PLAYERS\n.TP\n\\fB\\-\\-bots\\fR \\fISPEC\\fR ...\nsee \\(aqkalah games list\\(aq "
          "(required)\n"
          ".SH EXAMPLE\n.RS 4\n.EX\nkalah play .x\n.EE\n.RE\n"
          ".SH NOTES\n\\&.dots and\n\\(aqquotes\\(aq \\e stay.\n"
          ".RS 4\n.EX\nindented\n.EE\n.RE\n"
          ".SH SEE ALSO\n\\fBkalah\\fR(1),\n\\fBkalah\\-games\\-list\\fR(1)\n");
}

TEST_CASE("the page of the program and of a family lists the commands") {
    const CommandDescription all = small_program();
    const std::string whole = manual_page(all, all, "1");
    CHECK(whole.find(".TP\n\\fBplay\\fR\nplay a game. See \\fBkalah\\-play\\fR(1).\n") !=
          std::string::npos);
    CHECK(whole.find(".SH EXIT STATUS\n") != std::string::npos);
    const std::string family = manual_page(all.commands[1], all, "1");
    CHECK(family.find("\\fBkalah\\-games\\-list\\fR(1).\n") != std::string::npos);
    CHECK(family.find("EXIT STATUS") == std::string::npos);
}
