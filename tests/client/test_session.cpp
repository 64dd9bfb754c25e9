#include "client/session.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "kalah/notation.hpp"

using namespace kalah;
using namespace kalah::client;

namespace {

/// A session after the server's welcome, which has sent its introduction.
Session welcomed() {
    Session session({"Ann", "", "", ""});
    CHECK(session.receive("2 kgp 1 0 1"));
    CHECK(session.take_output() == "1 set \"info:name\" \"Ann\"\r\n3 mode \"freeplay\"\r\n");
    return session;
}

template <class Event>
Event expect(Session& session, const char* line) {
    CAPTURE(line);
    const auto event = session.receive(line);
    REQUIRE(event);
    REQUIRE(std::get_if<Event>(&*event) != nullptr);
    return std::get<Event>(*event);
}

}  // namespace

TEST_CASE("a client introduces itself once, whether or not the version has an id") {
    Session session({"A \"B\"", "C, D", "deep", "secret"});
    CHECK(session.take_output().empty());
    expect<Welcomed>(session, "kgp 1 0 1");
    CHECK(session.take_output() ==
          "1 set \"info:name\" \"A \\\"B\\\"\"\r\n3 set \"info:authors\" \"C, D\"\r\n"
          "5 set \"info:description\" \"deep\"\r\n7 set \"auth:token\" \"secret\"\r\n"
          "9 mode \"freeplay\"\r\n");
    CHECK_FALSE(session.receive("kgp 1 1 0"));
    CHECK(session.take_output().empty());
    Session other({});
    CHECK(expect<WrongVersion>(other, "2 kgp 2 0 0").version == "2.0.0");
    CHECK(other.take_output().empty());
}

TEST_CASE("an introduction that no line can carry is refused before it is sent") {
    const auto objection_to = [](const ClientInfo& info) {
        const auto found = validate(info);
        return found ? found->message : "none";
    };
    CHECK(objection_to({"Ann", "A, B", "first\nsecond", "secret"}) == "none");
    CHECK(objection_to({"Gr\xc3\xa9goire", "", "", ""}) == "none");
    // 99 set "auth:token" "…" and CRLF
    const std::size_t around = 24;
    const std::string longest(16'384 - around, 'x');
    CHECK(objection_to({"", "", "", longest}) == "none");
    CHECK(objection_to({"", "", "", longest + "x"}) ==
          "the token is too long: with it a line has 16385 bytes, the protocol's limit is 16384");
    CHECK(objection_to({"", "", "", std::string(9000, '"')}).find("the token is too long") == 0);
    CHECK(objection_to({std::string(17'000, 'x'), "", "", ""}).find("the name is too long") == 0);
    CHECK(objection_to({"\xff", "", "", ""}) ==
          "the name has control characters in it, or is not UTF-8");
    CHECK(objection_to({"", "", "", "a\rb"}).find("the token has control characters") == 0);
}

TEST_CASE("a question is answered by a move and a yield that refer to it, a remark before") {
    Session session = welcomed();
    const auto question = expect<Question>(session, "8 state <3,0,1,4,3,3,3,0,4>");
    CHECK(question.id == 8);
    CHECK(to_text(question.board) == "<3,0,1,4,3,3,3,0,4>");
    CHECK(question.mode == TimeMode::unknown);
    CHECK_FALSE(question.clock);
    CHECK(session.answer(8, 0, "deep \"thought\""));
    CHECK(session.take_output() ==
          "5 set \"info:comment\" \"deep \\\"thought\\\"\"\r\n7@8 move 1\r\n9@8 yield\r\n");
    CHECK_FALSE(session.answer(8, 1, ""));
    CHECK(expect<Withdrawn>(session, "10@8 stop").answered);
    CHECK(session.take_output().empty());
}

TEST_CASE("pings are answered at any time, with or without an id") {
    Session session = welcomed();
    CHECK_FALSE(session.receive("6 ping"));
    CHECK(session.take_output() == "5@6 pong\r\n");
    expect<Question>(session, "8 state <3,0,1,4,3,3,3,0,4>");
    CHECK_FALSE(session.receive("ping \"are you there\""));
    CHECK(session.take_output() == "7 pong\r\n");
}

TEST_CASE("several questions may be open, and a stopped one is not answered any more") {
    Session session = welcomed();
    expect<Question>(session, "8 state <3,0,1,4,3,3,3,0,4>");
    expect<Question>(session, "10 state <3,0,0,3,3,3,3,3,3>");
    CHECK_FALSE(expect<Withdrawn>(session, "12@8 stop").answered);
    CHECK_FALSE(session.answer(8, 0, "late"));
    CHECK(session.answer(10, 2, ""));
    CHECK(session.take_output() == "5@10 move 3\r\n7@10 yield\r\n");
    CHECK_FALSE(session.answer(10, 2, ""));
}

TEST_CASE("options of a game are as they stand when its question comes") {
    Session session = welcomed();
    for (const char* line :
         {"4 set \"time:mode\" \"relative\"", "6 set \"time:clock\" 30", "8 set time:opclock 25",
          "10 set \"game:id\" \"77\"", "12 set \"game:opponent\" \"Bob\\u\x01\"",
          "14 set \"game:rules\" \"empty-capture\"", "16 set \"no:such\" \"thing\"",
          "18 set \"info:name\" \"server\""})
        CHECK_FALSE(session.receive(line));
    const auto question = expect<Question>(session, "20 state <3,0,1,4,3,3,3,0,4>");
    CHECK(question.mode == TimeMode::relative);
    CHECK(question.clock == std::chrono::seconds(30));
    CHECK(question.opponent_clock == std::chrono::seconds(25));
    CHECK(question.game == "77");
    CHECK(question.opponent == "Bobu?");
    CHECK(session.rules() == parse_rules("empty-capture")->rules);
    const auto over = expect<GameOver>(session, "22 set \"game:result\" \"27-21 finished\"");
    CHECK(over.game == "77");
    CHECK(over.own == 27);
    CHECK(over.opponent == 21);
    CHECK(over.reason == "finished");
    for (const char* value : {"27", "-", "a-b", "27-21finished", ""}) {
        CAPTURE(value);
        CHECK_FALSE(session.receive("24 set \"game:result\" \"" + std::string(value) + "\""));
    }
}

TEST_CASE("a clock in milliseconds is believed until another one is told") {
    Session session = welcomed();
    const auto clock = [&](std::vector<const char*> options) {
        for (const char* option : options)
            CHECK_FALSE(session.receive("4 set " + std::string(option)));
        return expect<Question>(session, "20 state <3,0,1,4,3,3,3,0,4>").clock;
    };
    using namespace std::chrono_literals;
    CHECK(clock({"time:clock 1", "\"time:clock-ms\" \"500\""}) == 500ms);
    CHECK(clock({"time:clock 2", "time:opclock 2", "time:clock-ms 2750"}) == 2750ms);
    CHECK(clock({}) == 2750ms);
    CHECK(clock({"time:clock 2"}) == 2s);
    CHECK(clock({"time:clock-ms soon"}) == 2s);
    CHECK(clock({"time:clock-ms -5"}) == 2s);
}

TEST_CASE("errors with two arguments, id-less goodbyes and unknown lines do not disturb") {
    Session session = welcomed();
    CHECK(expect<Complaint>(session, "4@17 error \"Unsupported mode %q\" \"simple\"").text ==
          "Unsupported mode %q");
    CHECK(expect<Complaint>(session, "4 error \"a\x1b[2J\"").text == "a?[2J");
    expect<Farewell>(session, "goodbye");
    for (const char* line :
         {"", "   ", "4@3 ok", "ok \"x\"", "frobnicate 1 2", "state", "state <3,0,0>", "state x",
          "8 state <3,9,9,0,0,0,0,0,0>", "\"", "4 move 3", "8 problem <3,0,0,3,3,3,3,3,3> 0",
          "99999999999999999999999 ping", "set", "set x", "\xff\xfe"}) {
        CAPTURE(line);
        CHECK_FALSE(session.receive(line));
        CHECK(session.take_output().empty());
    }
}

TEST_CASE("a server that floods a client with questions fills no memory") {
    Session session = welcomed();
    for (int i = 1; i <= 10'000; ++i)
        static_cast<void>(session.receive(std::to_string(2 * i) + " state <3,0,1,4,3,3,3,0,4>"));
    int open = 0;
    for (int i = 1; i <= 10'000; ++i) open += session.answer(2 * i, 2, "") ? 1 : 0;
    CHECK(open == 64);
}
