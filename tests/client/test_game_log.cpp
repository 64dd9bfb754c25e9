// Logs of real games, written line by line as a server and its client would, and read back.
#include "client/game_log.hpp"

#include <doctest/doctest.h>

#include <random>

#include "kalah/notation.hpp"

using namespace kalah;
using namespace kalah::client;

namespace {

const GameDefaults kDefaults{{}, std::nullopt, {{"me", "you"}}};

struct LogOptions {
    Side side = Side::south;  // of the client
    bool options = true;      // the server tells names, games and results
    bool moves = true;        // the client's moves are in the log
    std::string prefix = {};
};

/// The lines that a client sees and sends while a game is played with random moves.
struct Log {
    std::vector<std::string> lines;
    int server = 2;
    int client = 1;

    void from_server(const LogOptions& how, const std::string& text) {
        lines.push_back(how.prefix + std::to_string(server) + ' ' + text);
        server += 2;
    }
    void from_client(const LogOptions& how, const std::string& head, const std::string& text) {
        lines.push_back(how.prefix + std::to_string(client) + head + ' ' + text);
        client += 2;
    }
    void begin(const LogOptions& how) {
        from_server(how, "kgp 1 0 1");
        if (how.options) from_client(how, "", "set info:name \"Ann\"");
        from_client(how, "", "mode freeplay");
        if (how.options) from_server(how, "set \"info:name\" \"server\"");
    }
    Game play(const LogOptions& how, std::mt19937& random, const Rules& rules = {}) {
        if (how.options) {
            from_server(how, "set \"game:id\" \"" + std::to_string(server) + "\"");
            from_server(how, "set \"game:opponent\" \"Bo\"");
            from_server(how, "set \"game:rules\" \"" + to_text(rules) + "\"");
        }
        Game game(rules, start_board({4, 3}));
        while (!game.over()) {
            std::vector<int> pits;
            for (const int pit : legal_moves(game.board())) pits.push_back(pit);
            const int pit = pits[random() % pits.size()];
            if (game.board().to_move == how.side && pits.size() > 1) {
                const std::string ref = '@' + std::to_string(server);
                from_server(how, "state " + to_text(kgp::seen_by(game.board(), how.side)));
                if (how.moves) {
                    from_client(
                        how, "",
                        "set info:comment \"number " + std::to_string(game.played().size()) + '"');
                    from_client(how, ref, "move " + std::to_string(pits[0] + 1));
                    from_client(how, ref, "move " + std::to_string(pit + 1));
                    from_client(how, ref, "yield");
                }
                from_server(how, "stop");
            }
            game.play(pit);
        }
        if (how.options)
            from_server(
                how, "set \"game:result\" \"" + std::to_string(game.board().store(how.side)) + '-' +
                         std::to_string(game.board().store(opponent(how.side))) + " finished\"");
        return game;
    }
};

/// Whether a game goes through all positions in which the other's side had a choice, as far as it
/// goes.
bool agree(const Game& found, const Game& real, Side side) {
    std::size_t at = 0;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < real.played().size(); ++i) {
        const Board& board = real.board_after(i);
        if (board.to_move != side || legal_moves(board).size() == 1) continue;
        while (at < found.played().size() && !(found.board_after(at) == board)) ++at;
        if (!(found.board_after(at) == board)) return false;
        ++seen;
    }
    return seen > 0;
}

std::vector<ReadGame> read(const std::vector<std::string>& lines,
                           const GameDefaults& defaults = kDefaults) {
    GameLog log(defaults);
    for (const std::string& line : lines) log.add(line);
    return log.finish();
}

std::string wrong(const std::vector<std::string>& lines) {
    const auto games = read(lines);
    if (games.size() != 1) return std::to_string(games.size()) + " games";
    return games[0].error ? to_text(*games[0].error) : "nothing";
}

}  // namespace

TEST_CASE("games are found in the log of a server that tells all, on both sides") {
    std::mt19937 random(1);
    int whole = 0;
    int same = 0;
    for (const char* prefix : {"", "<- ", "S: ", "> ", "2026-11-18 15:12:01,345 INFO [bot] <- "})
        for (const Side side : kBothSides) {
            LogOptions how;
            how.side = side;
            how.prefix = prefix;
            Log log;
            log.begin(how);
            std::vector<Game> played;
            for (int i = 0; i < 10; ++i) played.push_back(log.play(how, random));
            const auto games = read(log.lines);
            REQUIRE(games.size() == played.size());
            for (std::size_t i = 0; i < games.size(); ++i) {
                REQUIRE(games[i].record);
                const GameRecord& record = *games[i].record;
                CHECK(record.name_of(side) == "Ann");
                CHECK(record.name_of(opponent(side)) == "Bo");
                CHECK(agree(record.game, played[i], side));
                // A game whose last moves could only be guessed ends before them.
                if (record.ending != Ending::finished) continue;
                CHECK(record.game.board() == played[i].board());
                ++whole;
                same += moves_text(played[i]) == moves_text(record.game);
            }
        }
    // Of 100: sometimes two ways lead from one position to the next.
    CHECK(whole >= 80);
    CHECK(same >= 75);
}

TEST_CASE("games are found in the log of a server that tells nothing but positions") {
    std::mt19937 random(2);
    for (const Side side : kBothSides)
        for (const bool moves : {true, false}) {
            LogOptions how{side, false, moves, ""};
            Log log;
            log.begin(how);
            std::vector<Game> played;
            for (int i = 0; i < 10; ++i) played.push_back(log.play(how, random));
            const auto games = read(log.lines);
            REQUIRE(games.size() == played.size());
            for (std::size_t i = 0; i < games.size(); ++i) {
                REQUIRE(games[i].record);
                CHECK(games[i].record->game.start() == played[i].start());
                CHECK(games[i].record->name_of(side) == "me");
                CHECK(agree(games[i].record->game, played[i], side));
            }
        }
}

TEST_CASE("a log may hold several sessions, with rules of their own") {
    std::mt19937 random(3);
    Log log;
    LogOptions how;
    const Rules empty = parse_rules("empty-capture")->rules;
    log.begin(how);
    const Game first = log.play(how, random);
    log.begin(how);
    const Game second = log.play(how, random, empty);
    const auto games = read(log.lines);
    REQUIRE(games.size() == 2);
    REQUIRE(games[1].record);
    CHECK(games[0].line < games[1].line);
    CHECK(games[0].record->game.rules() == Rules{});
    CHECK(games[1].record->game.rules() == empty);
}

TEST_CASE("remarks stay with their moves, and moves that the server chose are marked") {
    Game game({}, start_board({3, 2}));
    std::vector<std::string> lines{"2 kgp 1 0 1"};
    const auto ask = [&](const std::string& id) {
        lines.push_back(id + " state " + to_text(game.board()));
    };
    ask("4");
    lines.insert(lines.end(), {"1 set info:comment \"well\"", "3@4 move 2", "5@4 yield"});
    REQUIRE(game.play_text("2"));
    ask("6");
    lines.push_back("7@6 move 1");  // too late: 3 is played
    REQUIRE(game.play_text("3 2"));
    REQUIRE(game.board().to_move == Side::south);
    ask("8");
    const auto games = read(lines);
    REQUIRE(games.size() == 1);
    REQUIRE(games[0].record);
    const GameRecord& record = *games[0].record;
    CHECK(moves_text(record.game) == moves_text(game));
    CHECK(record.notes[0].comment == "well");
    CHECK(record.notes[0].source == MoveSource::player);
    CHECK(record.notes[1].comment.empty());
    CHECK(record.notes[1].source == MoveSource::referee);
    CHECK(record.ending == Ending::stopped);
}

TEST_CASE("what a log says of its games must fit the rules") {
    const std::string start = "4 state <3,0,0,2,2,2,2,2,2>";
    CHECK(wrong({start, "3@4 move 2", "6 state <3,1,0,2,0,3,2,2,2>"}) == "nothing");
    CHECK(wrong({"2 set game:id 7", start, "3@4 move 2", "6 state <3,0,0,2,0,3,2,2,3>"}) ==
          "line 4: the position does not follow from that of line 2 by the rules standard");
    CHECK(wrong({"2 set game:id 7", "4 state <2,3,3,1,1,0,0>", "3@4 move 2",
                 "6 set game:result \"8-0 finished\""}) ==
          "line 4: a result of 8-0, but the moves lead to 5-3");
    CHECK(wrong({"2 set game:id 7", start, "3@4 move 1", "6 set game:result \"7-5 finished\""}) ==
          "line 4: a result of 7-5, but no moves lead to it from the position of line 2");
}

TEST_CASE("a game that the server calls lost is lost") {
    const auto games = read(
        {"2 set game:id 7", "4 state <3,0,0,2,2,2,2,2,2>", "6 set game:result \"0-12 timeout\""});
    REQUIRE(games.size() == 1);
    REQUIRE(games[0].record);
    CHECK(games[0].record->ending == Ending::timeout);
    CHECK(games[0].record->loser == Side::south);
    CHECK(games[0].record->name_of(Side::south) == "me");
}

TEST_CASE("lines of a log that are no messages mean nothing") {
    CHECK(message_in("12:00:01.123 <- 4@3 state <1,0,0,1,1>") == "4@3 state <1,0,0,1,1>");
    CHECK(message_in("S:4 state <1,0,0,1,1>") == "4 state <1,0,0,1,1>");
    CHECK(message_in("INFO move 3") == "move 3");
    CHECK(message_in("Traceback (most recent call last):").empty());
    CHECK(message_in("state <1,0,0,1>").empty());
    CHECK(message_in("bot says \"4 state <1,0,0,1,1>\"").empty());
    CHECK(message_in("").empty());
    CHECK(read({"hello", "", "\x01\xff"}).empty());
}
