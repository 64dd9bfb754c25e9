#include "kgp/clean_text.hpp"
#include "kgp/message.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace kalah;
using kgp::Argument;
using kgp::Line;
using kgp::parse_line;
using enum kgp::Argument::Kind;

TEST_CASE("id and ref may each be there or not") {
    CHECK(*parse_line("12 yield") == Line{12, 0, "yield", {}});
    CHECK(*parse_line("12@8 yield") == Line{12, 8, "yield", {}});
    CHECK(*parse_line("@8 yield") == Line{0, 8, "yield", {}});
    CHECK(*parse_line("yield") == Line{0, 0, "yield", {}});
    CHECK(*parse_line("18446744073709551615 ping") == Line{18446744073709551615U, 0, "ping", {}});
}

TEST_CASE("a number alone is a command, only what stands before one is an id") {
    CHECK(*parse_line("12") == Line{0, 0, "12", {}});
    CHECK(*parse_line("12 13") == Line{12, 0, "13", {}});
}

TEST_CASE("arguments are integers, reals, words, strings and boards") {
    const auto line = parse_line(R"(7 x 6 +6 -07 1.5 -.25 info:name a-b "a b" <1,0,0,1,1>)");
    REQUIRE(line);
    CHECK(line->arguments == std::vector<Argument>{{integer, "6"},
                                                   {integer, "+6"},
                                                   {integer, "-07"},
                                                   {real, "1.5"},
                                                   {real, "-.25"},
                                                   {word, "info:name"},
                                                   {word, "a-b"},
                                                   {string, "a b"},
                                                   {board, "<1,0,0,1,1>"}});
}

TEST_CASE("blanks and tabs may stand before, behind and in any number between") {
    CHECK(*parse_line(" \t 3\t  mode   freeplay \t") == Line{3, 0, "mode", {{word, "freeplay"}}});
    CHECK(kgp::is_blank(" \t"));
    CHECK(kgp::is_blank(""));
    CHECK_FALSE(kgp::is_blank(" x"));
}

TEST_CASE("a backslash escapes the next character, n and t are newline and tab") {
    const auto line = parse_line(R"(47 set info:comment "depth 3\nsaid \"hi\" \\ ok\t\x")");
    REQUIRE(line);
    CHECK(line->arguments[1].text == "depth 3\nsaid \"hi\" \\ ok\tx");
    CHECK(parse_line(R"(set info:name "")")->arguments[1] == Argument{string, ""});
    CHECK(parse_line("set info:name \"\xC3\xA4\"")->arguments[1].text == "\xC3\xA4");
}

TEST_CASE("a line that does not match the grammar says where") {
    struct Bad {
        std::string text;
        int column;
    };
    for (const Bad& bad : std::vector<Bad>{{"", 1},
                                           {"  ", 3},
                                           {"@8", 1},
                                           {"12@ yield", 1},
                                           {"12@x yield", 1},
                                           {"@ yield", 1},
                                           {"1@2@3 yield", 1},
                                           {"-3 yield", 1},
                                           {"18446744073709551616 ping", 1},
                                           {"12@18446744073709551616 ping", 1},
                                           {"4 mo_ve 3", 1},
                                           {"mo\xC3\xA4ve", 1},
                                           {"\"move\" 3", 1},
                                           {"set a \"open", 7},
                                           {"set a \"open\\", 7},
                                           {"set a \"b\"c", 10},
                                           {"set a b_c", 7},
                                           {"set a \x01", 7},
                                           {"state <3, 0,0>", 7},
                                           {"state <>", 7},
                                           {"state <3,,0>", 7},
                                           {"state <,3>", 7},
                                           {"state <3,>", 7},
                                           {"state <3,-1>", 7},
                                           {"state <3", 7},
                                           {"eval 1.", 6},
                                           {"eval 1.2.3", 6},
                                           {"eval .", 6},
                                           {"eval +", 6},
                                           {"eval 1.e5", 6},
                                           {"eval 1.5e", 6},
                                           {"eval 1e+", 6},
                                           {"eval 1e1.5", 6}}) {
        CAPTURE(bad.text);
        const auto line = parse_line(bad.text);
        REQUIRE_FALSE(line);
        CHECK(line.error().column == bad.column);
    }
}

TEST_CASE("what is quoted is read back, and a carriage return becomes a blank") {
    for (const std::string text : {"", "plain", "a \"b\" \\ c", "line\nline\ttab", "\\", "\\\\n"}) {
        std::string quoted = "x ";
        kgp::append_quoted(quoted, text);
        REQUIRE(parse_line(quoted));
        CHECK(parse_line(quoted)->arguments[0] == Argument{string, text});
    }
    std::string quoted;
    kgp::append_quoted(quoted, "a\r\nb");
    CHECK(quoted == "\"a \\nb\"");
}

TEST_CASE("text for others is valid UTF-8 without unseen characters and not long") {
    CHECK(kgp::clean_text("J\xC3\xBCrgen \xE2\x82\xAC \xF0\x9F\x98\x80", 99) ==
          "J\xC3\xBCrgen \xE2\x82\xAC \xF0\x9F\x98\x80");
    CHECK(kgp::clean_text("a\nb\x7F\x01" + std::string(1, '\0'), 99) == "a?b???");
    CHECK(kgp::clean_text("a\nb\tc\r", 99, kgp::Breaks::keep) == "a\nb\tc?");
    CHECK(kgp::clean_text("\xC3", 99) == "?");
    CHECK(kgp::clean_text("\xFF\xC0\x80\xC3.", 99) == "????.");
    CHECK(kgp::clean_text("\xED\xA0\x80", 99) == "???");       // half of a surrogate pair
    CHECK(kgp::clean_text("\xE0\x80\x80", 99) == "???");       // overlong
    CHECK(kgp::clean_text("\xF4\x90\x80\x80", 99) == "????");  // beyond Unicode
    CHECK(kgp::clean_text("a\u202Eb\u200Bc\u2066d\uFEFF\u0085\U000E0041", 99) == "a?b?c?d???");
    CHECK(kgp::clean_text("a\u2010\u2027\u202F\u00A0\u00AE", 99) ==
          "a\u2010\u2027\u202F\u00A0\u00AE");
    // A single joiner stays where it can join something.
    CHECK(kgp::clean_text("\u0645\u06CC\u200C\u062E \U0001F469\u200D\U0001F52C", 99) ==
          "\u0645\u06CC\u200C\u062E \U0001F469\u200D\U0001F52C");
    CHECK(kgp::clean_text("\u200Da\u200Db\u0645\u200C\u200D", 99) == "?a?b\u0645\u200C?");
    CHECK(kgp::clean_text("abcdef", 3) == "abc");
    CHECK(kgp::clean_text("ab\xE2\x82\xAC", 4) == "ab");
}
