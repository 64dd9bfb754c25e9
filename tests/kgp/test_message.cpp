#include "kgp/message.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "kalah/notation.hpp"
#include "support/random_boards.hpp"

using namespace kalah;
using namespace kalah::kgp;

namespace {

Command command(std::string_view line) {
    const auto message = parse_message(line);
    REQUIRE(message);
    return message->command;
}

bool is_malformed(std::string_view line) {
    return std::holds_alternative<Malformed>(command(line));
}

}  // namespace

TEST_CASE("words may come as strings, and strings as words") {
    CHECK(command("5 mode \"freeplay\"") == Command(Mode{"freeplay"}));
    CHECK(command("3 mode freeplay") == Command(Mode{"freeplay"}));
    CHECK(command("set \"info:name\" \"x\"") == Command(Set{"info:name", "x"}));
    CHECK(command("set info:name x") == Command(Set{"info:name", "x"}));
    CHECK(command("set time:clock 30") == Command(Set{"time:clock", "30", true}));
    CHECK(command("set info:name \"\"") == Command(Set{"info:name", ""}));
}

TEST_CASE("pits count from 0 in the code and from 1 in a move, problems from 0 in both") {
    CHECK(command("9@8 move 1") == Command(Move{0}));
    CHECK(command("9@8 move 0") == Command(Move{-1}));
    CHECK(command("9@8 move 99") == Command(Move{98}));
    CHECK(command("2 problem <2,0,0,1,1,1,1> 0") == Command(Problem{start_board({2, 1}), 0}));
    CHECK(to_text({7, 8, Move{3}}) == "7@8 move 4\r\n");
    CHECK(to_text({7, 0, Problem{start_board({1, 2}), 0}}) == "7 problem <1,0,0,2,2> 0\r\n");
}

TEST_CASE("arguments that a command does not take make it malformed, not the line") {
    for (const char* line : {"move",
                             "move abc",
                             "move 1 2",
                             "move +6",
                             "move \"1\"",
                             "move 99999999999",
                             "move -2147483648",
                             "mode",
                             "mode a b",
                             "set",
                             "set info:name",
                             "set a b c",
                             "eval",
                             "eval x",
                             "eval 1 2",
                             "state",
                             "state 3",
                             "state <3,0,0>",
                             "state <13,0,0>",
                             "solution",
                             "solution <1,0,0,1,1>",
                             "solution <1,0,0,1,1> maybe",
                             "solution <1,0,0,1> true",
                             "solution x true",
                             "solution <0,0,0> 1",
                             "problem <1,0,0,1,1>",
                             "problem <1,0,0,1,1> x",
                             "kgp",
                             "kgp 1 0",
                             "kgp 1 0 x"}) {
        CAPTURE(line);
        CHECK(is_malformed(line));
    }
}

TEST_CASE("commands without arguments may carry some") {
    CHECK(command("7@6 pong") == Command(Pong{}));
    CHECK(command("pong \"x\"") == Command(Pong{}));
    CHECK(command("ok") == Command(Ok{}));
    CHECK(command("ok \"fine\"") == Command(Ok{}));
    CHECK(command("goodbye") == Command(Goodbye{}));
    CHECK(command("@8 yield 1") == Command(Yield{}));
    CHECK(command("error") == Command(Failure{""}));
    CHECK(command("4@17 error \"Unsupported mode %q\" \"simple\"") ==
          Command(Failure{"Unsupported mode %q"}));
}

TEST_CASE("commands are case-sensitive, and what is none is unknown") {
    CHECK(command("MOVE 1") == Command(Unknown{"MOVE"}));
    CHECK(command("35@42 foo 1 2") == Command(Unknown{"foo"}));
    CHECK_FALSE(parse_message("fo_o"));
}

TEST_CASE("the flag of a solution is a number or a word") {
    const auto again = [](const std::string& flag) {
        return std::get<Solution>(command("solution <1,0,0,1,1> " + flag)).again;
    };
    for (const char* flag : {"1", "2", "-1", "true", "TRUE", "t", "Yes", "\"true\""})
        CHECK(again(flag));
    for (const char* flag : {"0", "00", "-0", "false", "F", "no", "\"No\""})
        CHECK_FALSE(again(flag));
}

TEST_CASE("evaluations are real numbers, read with an exponent and written without") {
    CHECK(command("eval 3") == Command(Eval{3}));
    CHECK(command("eval +3") == Command(Eval{3}));
    CHECK(command("eval -0.25") == Command(Eval{-0.25}));
    CHECK(command("eval .5") == Command(Eval{0.5}));
    CHECK(command("eval 1e5") == Command(Eval{1e5}));
    CHECK(command("eval +1.5e-07") == Command(Eval{1.5e-7}));
    CHECK(command("eval -.5E+3") == Command(Eval{-500}));
    CHECK(is_malformed("eval 1" + std::string(400, '0')));
    CHECK(is_malformed("eval 1e999"));
    CHECK(is_malformed("eval e5"));
    CHECK(to_text({1, 2, Eval{-2.5}}) == "1@2 eval -2.500000\r\n");
    const std::string huge = to_text({1, 2, Eval{1e300}});
    CHECK(command(huge.substr(0, huge.size() - 2)) == Command(Eval{1e300}));
}

TEST_CASE("what is written is read back") {
    test::Random random(1);
    const Board board = seen_by(test::random_board(random, 7, 99), Side::south);
    Board south = board;
    south.to_move = Side::south;
    for (const Command& each : std::vector<Command>{
             Kgp{}, State{south}, Stop{}, Problem{south, 3}, Ping{}, Mode{"eval"}, Move{5}, Yield{},
             Eval{0.5}, Solution{south, true}, Solution{south, false}, Pong{},
             Set{"info:name", "a \"b\"\n"}, Set{"time:clock", "30", true}, Ok{},
             Failure{"No state associated with id"}, Goodbye{}}) {
        for (const Id ref : {0U, 8U}) {
            const Message message{12, ref, each};
            const std::string text = to_text(message);
            CAPTURE(text);
            REQUIRE(text.ends_with("\r\n"));
            const auto read = parse_message(text.substr(0, text.size() - 2));
            REQUIRE(read);
            CHECK(*read == message);
        }
    }
}

TEST_CASE("lines look as other people's clients need them") {
    CHECK(to_text({2, 0, Kgp{}}) == "2 kgp 1 0 1\r\n");
    CHECK(to_text({4, 5, Ok{}}) == "4@5 ok\r\n");
    CHECK(to_text({6, 0, Ping{}}) == "6 ping\r\n");
    CHECK(to_text({10, 8, Stop{}}) == "10@8 stop\r\n");
    CHECK(to_text({8, 0, Goodbye{}}) == "8 goodbye\r\n");
    CHECK(to_text({8, 7, Failure{"a \"b\""}}) == "8@7 error \"a \\\"b\\\"\"\r\n");
    CHECK(to_text({8, 0, Set{"time:mode", "relative"}}) == "8 set \"time:mode\" \"relative\"\r\n");
    CHECK(to_text({8, 0, Set{"time:clock", "30", true}}) == "8 set \"time:clock\" 30\r\n");
}

TEST_CASE("whoever is asked sees himself as south") {
    const Board board = *parse_position("<3,1,0,3,0,4,4,3,3> n");
    CHECK(to_text({8, 0, State{seen_by(board, Side::north)}}) == "8 state <3,0,1,4,3,3,3,0,4>\r\n");
    CHECK(seen_by(board, Side::south) == board);
}
