#include <doctest/doctest.h>

#include "kalah/solver.hpp"
#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"
#include "players/thought.hpp"
#include "support/page.hpp"
#include "support/random_boards.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

std::string line_keys(const Game& game, const std::string& player) {
    return R"("rules":")" + to_text(game.rules()) + R"(","start":")" + start_text(game.start()) +
           R"(","moves":")" + moves_text(game) + R"(","player":")" + player + '"';
}

bool is_done(const Json& event) {
    return at(event, "done").as_bool() == true;
}

/// Starts an analysis or a review. Returns its id, to stop it.
std::string begin_job(Page& visitor, const std::string& verb, const Game& game,
                      const std::string& player) {
    const Json answer = visitor.ask(verb, line_keys(game, player));
    REQUIRE_FALSE(answer.find("error"));
    return at(answer, "re").line();
}

/// The sum of the parts of an explanation.
double sum_of_parts(const Json& explanation) {
    double sum = 0;
    for (const Json& part : at(explanation, "parts").items())
        sum += *at(part, "points").as_number();
    return sum;
}

/// The score for the side to move, as engines count it.
double for_mover(const Json& json, Side mover) {
    const double score = *at(json, "score").as_number();
    return mover == Side::south ? score : -score;
}

}  // namespace

TEST_CASE("an analysis has the values of the engine, in seeds for south") {
    TestServer server;
    Page ada = server.page();
    Random random(80101);
    for (const char* player : {"champion:depth=8", "alphabeta:depth=5", "mtdf:depth=6,tt=1M"}) {
        for (const char* rules : {"standard", "empty-capture", "multilap"}) {
            Game game(parse_rules(rules)->rules, start_board({6, 4}));
            for (int i = pick(random, 0, 12); i > 0 && !game.over(); --i)
                game.play(random_pit(random, game.board()));
            if (game.over()) continue;
            INFO(player, " ", rules, " ", moves_text(game));
            const auto spec = *players::parse_player(player);
            const StopToken never;
            const auto report =
                players::make_engine(spec.settings).analyse(game.rules(), game.board(), never);

            CHECK_FALSE(ada.ask("analyze", line_keys(game, player)).find("error"));
            const Json event = ada.event_that(is_done);
            const Side mover = game.board().to_move;
            CHECK(text_at(event, "event") == "analysis");
            CHECK_FALSE(event.find("stopped"));
            CHECK(at(event, "depth").as_integer() == report.depth);
            CHECK(at(event, "best").as_integer() == report.pit + 1);
            CHECK(for_mover(event, mover) == players::in_seeds(report.score, spec.settings.eval));
            const auto moves = at(event, "moves").items();
            REQUIRE(moves.size() == report.moves.size());
            for (std::size_t i = 0; i < moves.size(); ++i) {
                const auto& expected = report.moves[i];
                CHECK(at(moves[i], "pit").as_integer() == expected.pit + 1);
                CHECK(for_mover(moves[i], mover) ==
                      players::in_seeds(expected.score, spec.settings.eval));
                CHECK((text_at(moves[i], "kind") == "exact") == expected.score.exact);
                CHECK(text_at(moves[i], "line") ==
                      players::line_text(game.rules(), game.board(), expected.line));
            }
        }
    }
}

TEST_CASE("an analysis explains its position and the end of each line, in points for south") {
    TestServer server;
    Page ada = server.page();
    for (const char* moves : {"3", "3-6", "3-6 1"}) {
        Game game({}, start_board({6, 4}));
        REQUIRE(game.play_text(moves));
        for (const EvalId eval : kAllEvals) {
            const std::string name(to_text(eval));
            const std::string player =
                value_per_seed(eval) > 0 ? "minimax:depth=3,eval=" + name : "minimax:depth=3";
            CAPTURE(moves);
            CAPTURE(name);
            ada.ask("analyze", line_keys(game, player) + R"(,"explain":")" + name + '"');
            const Json event = ada.event_that(is_done);
            const Json here = at(event, "explain");
            const Board& board = game.board();
            const int sign = board.to_move == Side::south ? 1 : -1;
            const bool extra_turn = game.played().back().extra_turn;
            const double value = sign * evaluate(eval, {}, board, {extra_turn}) /
                                 static_cast<double>(display_unit(eval, 48));
            CHECK(text_at(here, "eval") == name);
            CHECK(text_at(here, "mover") == to_text(board.to_move));
            CHECK(at(here, "points").as_number() == value);
            CHECK(sum_of_parts(here) == doctest::Approx(value));
            const auto lines = at(event, "moves").items();
            CHECK(lines.size() == legal_moves(board).size());
            for (const Json& move : lines) {
                const Json end = at(move, "explain");
                CHECK(sum_of_parts(end) == doctest::Approx(*at(end, "points").as_number()));
                if (value_per_seed(eval) > 0)  // without a table, a line ends where its score is
                    CHECK(*at(end, "points").as_number() / *at(end, "per_seed").as_number() ==
                          *at(move, "score").as_number());
            }
        }
    }
}

TEST_CASE("an analysis explains what it is asked to, with the player's bonus for its own") {
    TestServer server;
    Page ada = server.page();
    Game game({}, start_board({6, 4}));
    REQUIRE(game.play_text("3"));
    const auto found = [&](const std::string& player, const std::string& keys) {
        ada.ask("analyze", line_keys(game, player) + keys);
        return ada.event_that(is_done);
    };
    const char* const player = "minimax:depth=1,eval=again,bonus=9";
    CHECK_FALSE(found(player, "").find("explain"));
    CHECK(at(at(found(player, R"(,"explain":"own")"), "explain"), "points").as_number() == 10);
    CHECK(at(at(found(player, R"(,"explain":"again")"), "explain"), "points").as_number() == 10);
    CHECK(at(at(found("minimax:depth=1", R"(,"explain":"again")"), "explain"), "points")
              .as_number() == 7);
    CHECK(ada.refusal("analyze", line_keys(game, player) + R"(,"explain":"moon")") == "bad_eval");
}

TEST_CASE("an analysis of a finished game is its result") {
    TestServer server;
    Page ada = server.page();
    const Json answer =
        ada.ask("analyze", R"("rules":"standard","start":"<2,1,2,0,1,3,0>","moves":"2")");
    CHECK(ada.event().line() ==
          R"({"event":"analysis","of":)" + at(answer, "re").line() +
              R"(,"depth":0,"nodes":0,"seconds":0.0,)"
              R"("score":-3,"kind":"exact","source":"result","lower":-3,"upper":-3,)"
              R"("best":null,"moves":[],"done":true})");
    CHECK(ada.refusal("analyze", R"("rules":"standard","start":"<2,1,2,0,0,3,0>")") ==
          "no_legal_move");
}

TEST_CASE("without a player, every move is proved, for south, and the page hears who says so") {
    TestServer server;
    Page ada = server.page();
    Game game({}, *parse_start("4x3"));
    REQUIRE(game.play_text("1"));  // north to move
    REQUIRE(game.board().to_move == Side::north);
    const auto ask = [&](const std::string& keys) {
        return ada.ask("analyze", R"("rules":"standard","start":"4x3","moves":"1")" + keys);
    };
    ask(R"(,"time":60000)");
    const Json event = ada.event_that(is_done);
    Solver solver = Solver::create({}, game.board(), {nullptr, 1 << 20, 1}).take();
    const auto truth = solver.solve_moves(game.board(), [](const MovesResult&) { return true; });
    CHECK(text_at(event, "kind") == "exact");
    CHECK(at(event, "score").as_integer() == -truth->lower);
    CHECK(at(event, "lower").as_integer() == -truth->lower);
    const auto moves = at(event, "moves").items();
    REQUIRE(moves.size() == truth->moves.size());
    for (const Json& move : moves)
        for (const MoveBounds& known : truth->moves)
            if (at(move, "pit").as_integer() == known.pit + 1) {
                CHECK(at(move, "score").as_integer() == -known.lower);
                CHECK(text_at(move, "kind") == "exact");
                CHECK(text_at(move, "source") != "none");
            }
    CHECK(ada.refusal("analyze", R"("rules":"standard","start":"4x3","time":60001)") ==
          "out_of_range");
    CHECK(ada.refusal("analyze",
                      R"("rules":"standard","start":"4x3","player":"champion","time":9)") ==
          "unknown_key");
    // The book knows the start of 6x4.
    ada.ask("analyze", R"("rules":"standard","start":"6x4","time":1)");
    const Json start = ada.event_that(is_done);
    CHECK(at(start, "score").as_integer() == 8);
    CHECK(text_at(start, "source") == "book");
}

TEST_CASE("a game is judged alike however often it is looked at") {
    TestServer server;
    Page ada = server.page();
    const auto judged = [&](const std::string& line) {
        ada.ask("review", R"("rules":"standard","moves":"1 1",)" + line);
        std::string all;
        for (bool done = false; !done;) {
            const Json event = ada.event();
            done = is_done(event);
            for (const char* key : {"ply", "score", "best", "line", "cost"})
                all += at(event, key).line() + ' ';
        }
        return all;
    };
    // The solver proves every position of the first game and none of the second, which has too many
    // seeds. So few nodes that the slowest build does not meet the limit of time instead.
    for (const std::string line :
         {R"("start":"4x3")", R"("start":"12x6","player":"champion:nodes=110000")"}) {
        const std::string first = judged(line);
        CHECK(judged(line) == first);
    }
}

TEST_CASE("a review says what every move has cost, the last position first") {
    TestServer server;
    Page ada = server.page();
    // One pit each: 2 is forced. Then a choice that costs: the capture against nothing.
    Game game({}, *parse_position("<3,0,0,1,0,1,5,0,1>"));
    game.play(2);
    game.play(0);
    ada.ask("review", line_keys(game, "champion:depth=30"));
    for (std::size_t ply = 3; ply-- > 0;) {
        const Json event = ada.event();
        INFO(event.line());
        CHECK(text_at(event, "event") == "review");
        CHECK(at(event, "ply").as_integer() == ply);
        CHECK(is_done(event) == (ply == 0));
        const StopToken never;
        const bool over = ply == 2 && game.over();
        if (ply == 2) CHECK(at(event, "cost").is_null());
        if (over) continue;
        const auto spec = *players::parse_player("champion:depth=30");
        const Board& board = game.board_after(ply);
        const auto report = players::make_engine(spec.settings).analyse({}, board, never);
        CHECK(for_mover(event, board.to_move) == report.score.points());
        if (ply == 2) continue;
        // The move played, if none is better.
        const bool is_best = at(event, "cost").as_number() == 0;
        CHECK(at(event, "best").as_integer() ==
              (is_best ? game.played()[ply].pit : report.pit) + 1);
        for (const auto& move : report.moves)
            if (move.pit == game.played()[ply].pit)
                CHECK(at(event, "cost").as_number() == report.score.points() - move.score.points());
    }
}

TEST_CASE("an analysis ends when it is stopped, and when another begins") {
    TestServer server;
    server.computes = false;
    Page ada = server.page();
    const Game game({}, start_board({6, 6}));
    const std::string first = begin_job(ada, "analyze", game, "champion:time=60s");
    const std::string second = begin_job(ada, "analyze", game, "champion:depth=3");
    const Json cut = ada.event_that(is_done);
    CHECK(at(cut, "of").line() == first);
    CHECK(at(cut, "stopped").as_bool() == true);
    server.computes = true;
    server.settle();
    const Json whole = ada.event_that(is_done);
    CHECK(at(whole, "of").line() == second);
    CHECK_FALSE(whole.find("stopped"));
    CHECK(at(whole, "depth").as_integer() == 3);

    server.computes = false;
    const std::string review = begin_job(ada, "review", game, "champion:time=2s");
    const std::string analysis = begin_job(ada, "analyze", game, "champion:time=60s");
    ada.ask("stop", R"("of":)" + analysis);
    CHECK(at(ada.event_that(is_done), "of").line() == analysis);
    ada.ask("stop", R"("of":)" + review);
    CHECK(at(ada.event_that(is_done), "of").line() == review);
    CHECK_FALSE(ada.ask("stop", R"("of":77)").find("error"));
    CHECK_FALSE(server.compute.run_one());  // nothing is left behind
}

TEST_CASE("nobody waits for the end of another's long analysis") {
    TestServer server;
    server.computes = false;
    Page ada = server.page();
    Page bob = server.page();
    const Game game({}, start_board({6, 6}));
    const std::string hers = begin_job(ada, "analyze", game, "champion:time=60s");
    begin_job(bob, "analyze", game, "champion:depth=6");
    // With one thread, her job yields when its slice is over, and his runs to its end.
    std::optional<Json> his;
    for (int slices = 0; slices < 100 && !his; ++slices) {
        CHECK(server.compute.run_one());
        server.run_posted();
        while (bob.has_event() && !his)
            if (const Json event = bob.event(); is_done(event)) his = event;
    }
    REQUIRE(his);
    CHECK(at(*his, "depth").as_integer() == 6);
    ada.ask("stop", R"("of":)" + hers);
    const Json last = ada.event_that(is_done);
    CHECK(at(last, "stopped").as_bool() == true);
    CHECK(*at(last, "depth").as_integer() > 0);
}

TEST_CASE("depths are told at most ten times a second") {
    TestServer server;
    Page ada = server.page();
    ada.ask("analyze", line_keys(Game({}, start_board({6, 4})), "champion:depth=8"));
    // All depths finish at the same server time: the page gets only the first and the last.
    long events = 1;
    while (!is_done(ada.event())) ++events;
    CHECK(events == 2);
    CHECK_FALSE(ada.has_event());
}

TEST_CASE("a session that closes leaves no search behind") {
    TestServer server;
    server.computes = false;
    {
        Page ada = server.page();
        ada.ask("analyze", line_keys(Game({}, start_board({6, 6})), "champion:time=60s"));
    }
    CHECK_FALSE(server.compute.run_one());
}

TEST_CASE("strangers analyse with players within bounds") {
    TestServer server;
    Page ada = server.page();
    const auto refused = [&](const std::string& player) {
        return ada.refusal("analyze", line_keys(Game({}, start_board({6, 4})), player));
    };
    for (const char* player :
         {"random", "human", "cmd:touch /etc/passwd", "champion:db=/etc",
          "champion:book=/etc/passwd", "champion:threads=2", "champion:memory=65M", "mtdf:tt=2G",
          "champion:time=61s", "champion:eval=five-part", "champion:opening=7", "nobody"})
        CHECK_MESSAGE(refused(player) == "bad_player", player);
    CHECK(refused(std::string(300, 'x')) == "bad_player");
    CHECK(ada.refusal("review", line_keys(Game({}, start_board({6, 4})), "champion:time=3s")) ==
          "bad_player");
    using players::UntrustedUse;
    CHECK(players::untrusted_player("champion:depth=5", 6, UntrustedUse::play, 5s)
              ->settings.limits.time == 5s);
    CHECK(players::untrusted_player("random", 6, UntrustedUse::play, 5s));
}

TEST_CASE("a search to be replayed has the nodes and the value that the engine finds") {
    TestServer server;
    Page ada = server.page();
    for (const char* player : {"minimax:eval=simple,depth=3", "alphabeta:eval=store,depth=4",
                               "knowledge:eval=knowledge,depth=3,limit=8,least=4"}) {
        CAPTURE(player);
        const Json answer =
            ada.ask("tree", R"("rules":"standard","start":"4x3","moves":"1","player":")" +
                                std::string(player) + '"');
        const auto events = at(answer, "events").items();
        REQUIRE(events.size() > 10);
        CHECK(text_at(events.front(), "event") == "begin");
        CHECK(at(events.front(), "pseudo_code").items().size() > 3);
        const Json& end = events.back();
        CHECK(text_at(end, "event") == "end");
        Game game({}, start_board({4, 3}));
        REQUIRE(game.play_text("1"));
        const StopToken never;
        const auto expected = players::make_engine(players::parse_player(player)->settings)
                                  .best_move(game.rules(), game.board(), never);
        CHECK(at(end, "nodes").as_integer() == static_cast<std::int64_t>(expected.nodes));
        CHECK(at(end, "best").as_integer() == expected.pit + 1);
        std::uint64_t entered = 0;
        for (const Json& event : events) entered += text_at(event, "event") == "enter";
        CHECK(entered == expected.nodes);
    }
}

TEST_CASE("a search that is too large, or needs a table, is not replayed") {
    TestServer server;
    Page ada = server.page();
    const auto refusal = [&](const std::string& player, const char* start = "6x4") {
        return ada.refusal("tree", R"("rules":"standard","start":")" + std::string(start) +
                                       R"(","player":")" + player + '"');
    };
    CHECK(refusal("minimax:depth=9") == "search_too_large");
    CHECK(refusal("minimax:depth=1", "<2,1,2,0,0,3,0>") == "no_legal_move");
    for (const char* player : {"alphabeta:time=1s", "champion:depth=3", "mtdf:depth=2",
                               "alphabeta:depth=2,tt=1M", "random", "cmd:exit 1"})
        CHECK_MESSAGE(refusal(player) == "bad_player", player);
    CHECK(ada.refusal("tree", R"("rules":"standard","start":"6x4")") == "missing_key");
    CHECK(text_at(ada.ask("hello"), "version") == "1.0");
}
