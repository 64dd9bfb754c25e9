#include <doctest/doctest.h>

#include <memory>

#include <SQLiteCpp/Database.h>

#include "arena/tournament.hpp"
#include "kalah/stop_token.hpp"
#include "players/spec.hpp"
#include "referee/player.hpp"
#include "server/archive.hpp"
#include "store/sample_games.hpp"
#include "support/folder.hpp"
#include "support/page.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

store::StoredGameId keep(store::Store& store, const std::string& south, const std::string& north,
                         std::optional<Side> loser, store::Milliseconds finished) {
    GameRecord record = some_record(south, north);
    if (loser)
        record.lose(*loser, Ending::gone, FaultKind::gone, "resigned");
    else
        record.ending = Ending::stopped;
    record.finished = finished;
    const auto id = begin(store, record);
    finish(store, id, record);
    return id;
}

arena::Plan small_plan(arena::Kind kind) {
    arena::Plan plan;
    plan.kind = kind;
    plan.boards = {"4x3"};
    plan.games = 4;
    plan.openings = "2-ply";
    plan.entrants = {{"Ann", "random"}, {"Bob", "greedy"}, {"Cid", "random:seed=3"}};
    return plan;
}

/// Never makes a legal move.
class Broken : public Player {
    [[nodiscard]] std::string name() const override { return "broken"; }
    void new_game(std::uint64_t) override {}
    Decision choose(const Game&, const StopToken&) override { return {.pit = 12}; }
};

/// Plays `most` more games; the entrant "Broken" has a Broken player.
void play_some(arena::Tournament& tournament, std::size_t most) {
    StopToken stop;
    std::size_t played = 0;
    arena::TournamentEvents events;
    events.on_game = [&](const auto&, const auto&) {
        if (++played >= most) stop.request();
    };
    arena::RunOptions options;
    options.wall_clock = [] { return kNow; };
    options.make_player = [&](int number, int) -> std::unique_ptr<Player> {
        const auto& entrant = tournament.plan().entrants[static_cast<std::size_t>(number)];
        if (entrant.name == "Broken") return std::make_unique<Broken>();
        return players::make_player(*players::parse_player(entrant.spec));
    };
    CHECK_FALSE(tournament.play(options, stop, events));
}

/// Checks that the event shows what the arena counts from the games themselves.
void check_tournament(const Json& event, const arena::Tournament& tournament) {
    const auto standings = arena::standings(tournament.plan(), tournament.games());
    CHECK(at(event, "forfeited").as_integer() == arena::count_forfeited(tournament.games()));
    const auto shown = at(event, "standings").items();
    const auto rows = at(event, "crosstable").items();
    REQUIRE(shown.size() == standings.size());
    REQUIRE(rows.size() == standings.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const arena::Standing& standing = standings[i];
        const auto& entrant =
            tournament.plan().entrants[static_cast<std::size_t>(standing.entrant)];
        CHECK(text_at(shown[i], "name") == entrant.name);
        CHECK(at(shown[i], "rank").as_integer() == standing.rank);
        CHECK(at(shown[i], "games").as_integer() == standing.games);
        CHECK(at(shown[i], "wins").as_integer() == standing.wins);
        CHECK(at(shown[i], "draws").as_integer() == standing.draws);
        CHECK(at(shown[i], "losses").as_integer() == standing.losses);
        CHECK(at(shown[i], "points").as_number() == standing.points);
        CHECK(at(shown[i], "played").as_integer() == standing.played());
        CHECK(at(shown[i], "forfeits_won").as_integer() == standing.forfeits_won);
        CHECK(at(shown[i], "forfeits_lost").as_integer() == standing.forfeits_lost);
        CHECK(at(shown[i], "margin").is_null() == (standing.played() == 0));
        CHECK(at(shown[i], "margin").as_number().value_or(0) * standing.played() ==
              doctest::Approx(static_cast<double>(standing.margin)));
        double points = 0;
        std::int64_t games = 0;
        std::int64_t forfeited = 0;
        const auto cells = rows[i].items();
        CHECK(cells[i].is_null());
        for (const Json& cell : cells) {
            if (cell.is_null()) continue;
            points += *at(cell, "points").as_number();
            games += *at(cell, "games").as_integer();
            forfeited += *at(cell, "forfeited").as_integer();
        }
        CHECK(points == standing.points - standing.sat_out);
        CHECK(games == standing.games);
        CHECK(forfeited == standing.forfeits_won + standing.forfeits_lost);
    }
}

}  // namespace

TEST_CASE("kept games are listed page by page and shown whole") {
    const Folder folder;
    const auto store = writable(folder.path() + "/games.sqlite");
    const auto first = keep(*store, "Ann", "Bob", Side::north, kNow + 1);
    const auto second = keep(*store, "Cid", "Ann", std::nullopt, kNow + 2);
    TestServer server({}, store);
    Page ada = server.page();
    const auto all = at(ada.ask("games"), "games").items();
    REQUIRE(all.size() == 2);
    CHECK(at(all[0], "number").as_integer() == second);
    CHECK(at(all[0], "points").is_null());
    CHECK(
        all[1].line() ==
        R"({"number":1,"origin":"test","names":{"south":"Ann","north":"Bob"},"rules":"standard",)"
        R"("start":"6x4","started":1700000000000,"finished":1700000000001,"ending":"gone","loser":"north",)"
        R"("points":{"south":48,"north":0,"winner":"south"},"plies":3,"fault_count":1})");
    CHECK(at(ada.ask("games", R"("player":"bob")"), "games").items().size() == 1);
    CHECK(at(ada.ask("games", R"("before":2,"limit":5)"), "games").items().size() == 1);
    CHECK(ada.refusal("games", R"("origin":"nonsense")") == "bad_origin");
    CHECK(at(ada.ask("games", R"("origin":"browser")"), "games").items().empty());
    CHECK(ada.refusal("games", R"("limit":101)") == "out_of_range");

    const Json game = ada.ask("game", R"("number":)" + std::to_string(first));
    CHECK(text_at(game, "moves") == "3-6 2");
    CHECK(text_at(game, "loser") == "north");
    CHECK(at(game, "notes").items().at(1).line() ==
          R"({"seconds":1e-06,"source":"referee","depth":null,"takeover":null,"comment":""})");
    CHECK(at(game, "faults").items().size() == 1);
    CHECK(ada.refusal("game", R"("number":99)") == "no_such_number");
    SQLite::Database(folder.path() + "/games.sqlite", SQLite::OPEN_READWRITE)
        .exec("UPDATE games SET moves = '9' WHERE id = 1");
    CHECK(ada.refusal("game", R"("number":1)") == "store_unavailable");
}

TEST_CASE("players are listed with their records, whoever played last first") {
    const Folder folder;
    const auto store = writable(folder.path() + "/games.sqlite");
    keep(*store, "Ann", "Bob", Side::north, kNow + 1);
    keep(*store, "bob", "Cid", Side::south, kNow + 2);
    keep(*store, "Ann", "Cid", std::nullopt, kNow + 3);
    keep(*store, store::kForgotten, "Dan", Side::south, kNow + 4);
    TestServer server({}, store);
    Page ada = server.page();
    const auto players = at(ada.ask("players"), "players").items();
    REQUIRE(players.size() == 4);
    CHECK(text_at(players[0], "name") == "Dan");
    CHECK(text_at(players[2], "name") == "Cid");
    CHECK(at(players[1], "games").as_integer() == 2);  // Bob and bob
    CHECK(at(players[1], "losses").as_integer() == 2);
    CHECK(
        players[3].line() ==
        R"({"name":"Ann","kind":"other","games":1,"wins":1,"draws":0,"losses":0,"last":1700000000001})");
    CHECK(at(ada.ask("player", R"("name":"ANN")"), "player").line() == players[3].line());
    CHECK(ada.refusal("player", R"("name":"Eve")") == "no_such_player");

    // Both players of a game are on one page.
    const auto everybody = *store->players();
    CHECK(server::page_of(everybody, std::nullopt, 2).size() == 3);
    const auto next = server::page_of(everybody, kNow + 2, 2);
    REQUIRE(next.size() == 1);
    CHECK(next[0].name == "Ann");

    keep(*store, "Eve", "Ann", Side::north, kNow);
    server.pass(2s);
    CHECK_FALSE(ada.ask("player", R"("name":"Eve")").find("error"));
}

TEST_CASE("a tournament is shown as the arena counts it, while it is played") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    for (const auto kind : {arena::Kind::round_robin, arena::Kind::swiss, arena::Kind::knockout,
                            arena::Kind::gauntlet}) {
        CAPTURE(name(kind));
        const auto theirs = writable(path);
        const auto tournament = *arena::Tournament::begin(theirs, small_plan(kind), kNow);
        play_some(*tournament, 3);

        TestServer server({}, *store::Store::open(path, store::Access::read, kNow));
        Page ada = server.page();
        const std::string number = std::to_string(tournament->id());
        const auto row = at(ada.ask("tournaments"), "tournaments").items().at(0);
        CHECK(text_at(row, "name") == "Ann, Bob, Cid");
        CHECK(text_at(row, "format") == name(kind));
        CHECK(at(row, "entrants").as_integer() == 3);
        CHECK(at(row, "played").as_integer() == 3);
        CHECK(at(row, "finished").is_null());

        CHECK_FALSE(ada.ask("tournament", R"("on":true,"number":)" + number).find("error"));
        const Json first = ada.event();
        CHECK(text_at(first, "event") == "tournament");
        CHECK(at(first, "played").as_integer() == 3);
        check_tournament(first, *tournament);
        play_some(*tournament, 1000);
        server.pass(2s);
        const Json last =
            ada.event_that([](const Json& event) { return !at(event, "finished").is_null(); });
        CHECK(at(last, "played").as_integer() ==
              static_cast<std::int64_t>(tournament->games().size()));
        check_tournament(last, *tournament);
        const auto games = at(last, "games").items();
        REQUIRE(!games.empty());
        const Json game = ada.ask("game", R"("number":)" + at(games[0], "number").line());
        CHECK(text_at(game, "names.south") == text_at(games[0], "names.south"));
        CHECK(at(game, "points").line() == at(games[0], "points").line());
    }
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    CHECK(ada.refusal("tournament", R"("on":true,"number":9)") == "no_such_tournament");
    CHECK(at(ada.ask("tournaments"), "tournaments").items().empty());
}

TEST_CASE("the crosstable counts the forfeited games of each pairing") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    arena::Plan plan = small_plan(arena::Kind::round_robin);
    plan.entrants.back().name = "Broken";
    const auto tournament = *arena::Tournament::begin(writable(path), plan, kNow);
    play_some(*tournament, 1000);
    TestServer server({}, *store::Store::open(path, store::Access::read, kNow));
    Page ada = server.page();
    ada.ask("tournament", R"("on":true,"number":)" + std::to_string(tournament->id()));
    const Json event = ada.event();
    check_tournament(event, *tournament);
    REQUIRE(text_at(at(event, "standings").items().at(2), "name") == "Broken");
    const auto rows = at(event, "crosstable").items();
    for (std::size_t i = 0; i < 2; ++i) {
        const auto cells = rows[i].items();
        CHECK(at(cells.at(1 - i), "forfeited").as_integer() == 0);
        CHECK(at(cells.at(2), "forfeited").as_integer() == at(cells.at(2), "games").as_integer());
    }
}

TEST_CASE("a tournament that nobody watches any more is not worked out again until it changes") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const auto tournament =
        *arena::Tournament::begin(writable(path), small_plan(arena::Kind::round_robin), kNow);
    play_some(*tournament, 3);
    TestServer server({}, *store::Store::open(path, store::Access::read, kNow));
    Page ada = server.page();
    const std::string number = R"("number":)" + std::to_string(tournament->id());
    ada.ask("tournament", R"("on":true,)" + number);
    const Json first = ada.event();
    ada.ask("tournament", R"("on":false,)" + number);
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec("UPDATE tournaments SET plan = 'spoilt'");
    CHECK_FALSE(ada.ask("tournament", R"("on":true,)" + number).find("error"));
    CHECK(ada.event().line() == first.line());
}

TEST_CASE("the lobby shows the sessions and the games, and says so when it changes") {
    TestServer server(options_of("6x4", 60s));
    const Pair pair(server);
    const auto verifier = server.connect();
    server.say(*verifier, "set info:name v\nset auth:token secret\nmode verify\n");
    const auto arriving = server.connect();
    const auto waiting = server.connect("w");
    server.say(*pair.south, "@22 move 2\n@22 yield\n");
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kBob)));
    ada.ask("lobby", R"("on":true)");
    server.pass(0s);
    const Json first =
        ada.event_that([](const Json& event) { return text_at(event, "event") == "lobby"; });
    CHECK(first.line().find("secret") == std::string::npos);
    std::string doings;
    for (const Json& session : at(first, "sessions").items())
        doings += text_at(session, "name") + ":" + text_at(session, "doing") + " ";
    CHECK(doings == "a:playing b:playing v:verify :arriving w:waiting ");
    const auto games = at(first, "games").items();
    REQUIRE(games.size() == 2);
    CHECK(text_at(games[0], "game").front() == '#');
    CHECK(text_at(games[0], "origin") == "serve");
    CHECK(text_at(games[0], "names.south") == "a");
    CHECK(at(games[0], "plies").as_integer() == 1);
    CHECK(text_at(games[1], "game") == made.name);

    server.pass(1s);
    (void)ada.has_event();
    ada.events.clear();
    Page bob = server.page();
    bob.ask("lobby", R"("on":true)");
    server.pass(200ms);
    CHECK(text_at(bob.event(), "event") == "lobby");
    CHECK_FALSE(ada.has_event());  // nothing has changed
    server.closed_by(*verifier);
    server.pass(199ms);
    CHECK_FALSE(ada.has_event());
    server.pass(1ms);
    CHECK(at(ada.event(), "sessions").items().size() < 5);
    ada.ask("lobby", R"("on":false)");
}

TEST_CASE("the lobby counts a finished game once its result is in the store") {
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    Page ada = server.page();
    ada.ask("lobby", R"("on":true)");
    const auto lobby = [&] {
        server.pass(200ms);
        (void)ada.has_event();
        Json last;
        for (const Json& event : ada.events)
            if (text_at(event, "event") == "lobby") last = event;
        ada.events.clear();
        return last;
    };
    CHECK(at(lobby(), "finished").as_integer() == 0);
    server.commits = false;
    server.closed_by(*pair.north);
    const Json over = lobby();
    CHECK(at(over, "games").items().empty());
    CHECK(at(over, "finished").as_integer() == 0);
    server.commits = true;
    server.settle();
    CHECK(at(lobby(), "finished").as_integer() == 1);

    const Made made(ada.ask("new", new_game(kAda, kBob)));
    CHECK(at(lobby(), "games").items().size() == 1);
    server.commits = false;
    (void)ada.ask("resign", made.as("south"));
    CHECK(at(lobby(), "finished").as_integer() == 1);
    server.commits = true;
    server.settle();
    CHECK(at(lobby(), "finished").as_integer() == 2);
}

TEST_CASE("the lobby's lists have an end, and a game that has not begun is not in it") {
    TestServer server(options_of("6x4"));
    std::vector<std::unique_ptr<Pair>> pairs;
    for (int i = 0; i < 60; ++i) pairs.push_back(std::make_unique<Pair>(server));
    server.begins = false;
    const Pair last(server);
    Page ada = server.page();
    ada.ask("lobby", R"("on":true)");
    server.pass(0s);
    const Json event = ada.event();
    CHECK(at(event, "sessions").items().size() == 100);
    CHECK(at(event, "games").items().size() == 60);
}

TEST_CASE("a game of KGP clients is watched move by move to its end, and for a while after") {
    TestServer server(options_of("6x4"));
    std::optional<Pair> pair(std::in_place, server);
    Page ada = server.page();
    ada.ask("lobby", R"("on":true)");
    server.pass(0s);
    const std::string name = text_at(at(ada.event(), "games").items().at(0), "game");
    const std::string game = R"("game":")" + name + '"';
    ada.ask("lobby", R"("on":false)");
    const Json entered = ada.ask("enter", game);
    CHECK(at(entered, "sides").items().empty());
    CHECK(at(entered, "state.ending").is_null());
    server.say(*pair->south, "@22 move 2\n@22 yield\n");
    const Json moved = ada.event();
    CHECK(at(at(moved, "moves").items().at(0), "sowing.pit").as_integer() == 2);
    server.closed_by(*pair->north);
    const Json over = ada.state(name);
    CHECK(text_at(over, "ending") == "gone");
    CHECK(text_at(over, "loser") == "north");
    CHECK(at(over, "number").as_integer() == 1);
    server.closed_by(*pair->south);
    ada.ask("leave", game);
    for (std::size_t i = 0; i < server::Games::kRemembered; ++i) {
        CHECK(ada.ask("enter", game).find("state"));
        ada.ask("leave", game);
        const Pair next(server);
        server.closed_by(*next.north);
        server.closed_by(*next.south);
    }
    CHECK(ada.refusal("enter", game) == "no_such_game");
}
