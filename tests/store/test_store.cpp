#include <atomic>
#include <thread>

#include "kalah/notation.hpp"
#include "store/game_rows.hpp"
#include "store/homes.hpp"

using namespace kalah;
using namespace kalah::store;
using namespace kalah::test;

TEST_CASE_TEMPLATE("a game comes back from the store as it was played", Home, EVERY_HOME) {
    const Home home;
    GameRecord record = some_record("Ann", "Bob; DROP TABLE games --");
    record.faults.push_back({1, Side::north, FaultKind::wrong_game, "for \"another\" game"});
    record.lose(Side::north, Ending::gone, FaultKind::gone, "closed the connection");
    record.finished = kNow + 5000;
    const auto store = home.open();
    const StoredGameId id = begin(*store, record);
    CHECK(store->load(id)->record.ending == Ending::running);
    CHECK(store->load(id)->record.game.played().empty());
    finish(*store, id, record);

    const auto loaded = store->load(id);
    REQUIRE(loaded);
    CHECK(loaded->origin == "test");
    const GameRecord& back = loaded->record;
    CHECK(to_text(back.game) == to_text(record.game));
    CHECK(back.names == record.names);
    CHECK(back.notes == record.notes);
    CHECK(back.faults == record.faults);
    CHECK(back.ending == Ending::gone);
    CHECK(back.loser == Side::north);
    CHECK(back.started == record.started);
    CHECK(back.finished == record.finished);
    CHECK(back.margin() == 48);
    CHECK(store->load(id + 1).error().message.find("there is no game 2") != std::string::npos);
}

TEST_CASE_TEMPLATE("games of all rules and of positions come back too", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    for (const char* rules : {"standard,majority-stop=yes", "empty-capture", "multilap"}) {
        GameRecord record{
            Game(parse_rules(rules)->rules, *parse_position("<3,0,1,4,3,3,3,0,4> n"))};
        while (record.ending == Ending::running)
            record.play(*legal_moves(record.game.board()).begin(), {});
        const StoredGameId id = begin(*store, record);
        finish(*store, id, record);
        const auto loaded = store->load(id);
        REQUIRE(loaded);
        CHECK(loaded->record.game.rules() == record.game.rules());
        CHECK(loaded->record.game.board() == record.game.board());
        CHECK(loaded->record.margin() == record.margin());
        CHECK(loaded->record.ending == Ending::finished);
    }
}

TEST_CASE_TEMPLATE("lists are newest first, by player and time, page by page", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    for (int i = 0; i < 10; ++i) {
        GameRecord record =
            some_record(i % 2 == 0 ? "Ann" : "Cid", "player " + std::to_string(i % 5));
        record.started = kNow + i;
        const StoredGameId id = begin(*store, record);
        record.ending = Ending::stopped;
        if (i != 9) finish(*store, id, record);
    }
    const auto ids = [&](const GameFilter& filter) {
        std::vector<StoredGameId> numbers;
        const auto games = store->list(filter);
        REQUIRE(games);
        for (const GameSummary& game : *games) numbers.push_back(game.id);
        return numbers;
    };
    CHECK(ids({{}, {}, {}, 4}) == std::vector<StoredGameId>{10, 9, 8, 7});
    CHECK(ids({{}, {}, 7, 4}) == std::vector<StoredGameId>{6, 5, 4, 3});
    CHECK(ids({"ann", {}, {}, 2}) == std::vector<StoredGameId>{9, 7});
    CHECK(ids({"Player 3"}) == std::vector<StoredGameId>{9, 4});
    CHECK(ids({"an"}).empty());
    CHECK(ids({{}, kNow + 8}) == std::vector<StoredGameId>{10, 9});
    CHECK(ids({"ann", {}, {}, 2, "test"}) == std::vector<StoredGameId>{9, 7});
    CHECK(ids({{}, {}, {}, 4, "browser"}).empty());
    const auto games = store->list({});
    CHECK(games->front().ending == Ending::running);
    CHECK(games->back().ending == Ending::stopped);
    CHECK(games->back().plies == 3);
    CHECK(games->back().names == std::array<std::string, 2>{"Ann", "player 0"});
}

TEST_CASE_TEMPLATE("a name that is written exactly so is preferred to one in another case", Home,
                   EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    begin(*store, some_record("Ann", "Bob"));
    begin(*store, some_record("ann", "Bob"));
    begin(*store, some_record("Bob", "Ann"));
    const auto ids = [&](const std::string& player, bool exact_name_first) {
        GameFilter filter;
        filter.player = player;
        filter.exact_name_first = exact_name_first;
        std::vector<StoredGameId> numbers;
        const auto games = store->list(filter);
        REQUIRE(games);
        for (const GameSummary& game : *games) numbers.push_back(game.id);
        return numbers;
    };
    CHECK(ids("Ann", true) == std::vector<StoredGameId>{3, 1});
    CHECK(ids("ann", true) == std::vector<StoredGameId>{2});
    CHECK(ids("ANN", true) == std::vector<StoredGameId>{3, 2, 1});
    CHECK(ids("bob", true) == std::vector<StoredGameId>{3, 2, 1});
    CHECK(ids("Cid", true).empty());
    CHECK(ids("Ann", false) == std::vector<StoredGameId>{3, 2, 1});
}

TEST_CASE_TEMPLATE("several games end in one transaction, all or none", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    GameRecord record = some_record();
    const StoredGameId first = begin(*store, record);
    record.ending = Ending::stopped;
    const auto error = write(*store, {EndedGame{0, first, record}, EndedGame{0, 99, record}});
    REQUIRE(error);
    CHECK(error->message.find("game 99 is not running") != std::string::npos);
    CHECK(store->load(first)->record.ending == Ending::running);
    finish(*store, first, record);
    CHECK(write(*store, {EndedGame{0, first, record}}));  // twice
}

TEST_CASE_TEMPLATE("a token finds its player again", Home, LASTING_HOMES) {
    const Home home;
    const IdentityId ann =
        *home.open()->identify({"Ann", "A. N. Other", "deep", "a secret of Ann"}, kNow);
    const auto store = home.open();
    CHECK(ann != *store->identify({"Bob", "", "", "a secret of Bob"}, kNow));
    CHECK(*store->identify({"Anna", "", "", "a secret of Ann"}, kNow + 1) == ann);
    CHECK(*store->player(ann) == ClientInfo{"Anna", "A. N. Other", "deep"});
}

TEST_CASE("the text of a token is nowhere in the file") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const auto store = writable(path);
    REQUIRE(store->identify({"Anna", "", "", "a secret of Ann"}, kNow));
    const std::string bytes = bytes_of(path) + bytes_of(path + "-wal");
    CHECK(bytes.find("a secret") == std::string::npos);
    CHECK(bytes.find("Anna") != std::string::npos);
}

TEST_CASE_TEMPLATE("who asks to be forgotten leaves games without a name", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const IdentityId ann = *store->identify({"Ann", "", "", "token"}, kNow);
    const NewGame game{some_record(), {Seated{}, Seated{PlayerKind::client, ann}}, "serve"};
    const StoredGameId id = store->begin_games({&game, 1})->front();
    const EvalAnswer answer{ann, "Ann", {}, start_board({6, 4}), 1.5, 2, true, kNow};
    CHECK_FALSE(store->add_evals({&answer, 1}));
    CHECK_FALSE(store->forget("nobody's"));
    CHECK(store->load(id)->record.name_of(Side::north) == "Bob");
    CHECK_FALSE(store->forget("token"));
    CHECK_FALSE(store->player(ann));
    CHECK(store->load(id)->record.name_of(Side::north) == "(forgotten)");
    CHECK(store->load(id)->record.name_of(Side::south) == "Ann");
    CHECK(store->evals(1)->front().name == "(forgotten)");
    CHECK_FALSE(store->evals(1)->front().identity);
    CHECK(*store->identify({"", "", "", "token"}, kNow) != ann);
}

TEST_CASE_TEMPLATE("answers on positions are kept with the champion's", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const auto board = *parse_position("<3,0,1,4,3,3,3,0,4>");
    const std::array<EvalAnswer, 2> answers{
        EvalAnswer{{}, "Ann", parse_rules("multilap")->rules, board, -0.125, 3, true, kNow},
        EvalAnswer{{}, "Bob", {}, board, 1e300, std::nullopt, false, kNow}};
    CHECK_FALSE(store->add_evals(answers));
    const auto back = store->evals(10);
    REQUIRE(back);
    REQUIRE(back->size() == 2);
    CHECK(back->front().value == 1e300);
    CHECK_FALSE(back->front().champion);
    CHECK(back->back().champion == 3);
    CHECK(back->back().rules == parse_rules("multilap")->rules);
    CHECK(back->back().position == board);
    CHECK(back->back().champion_exact);
}

TEST_CASE_TEMPLATE("many threads may use one store", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    std::atomic<int> troubles{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 10; ++i) {
                GameRecord record = some_record("player " + std::to_string(t));
                const NewGame game{record, {}, "test"};
                const auto ids = store->begin_games({&game, 1});
                record.ending = Ending::stopped;
                if (!ids || write(*store, {EndedGame{0, ids->front(), record}}) ||
                    !store->list({}) ||
                    !store->identify({"", "", "", "token " + std::to_string(i)}, kNow))
                    ++troubles;
            }
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(troubles == 0);
    CHECK(store->list({{}, {}, {}, 100})->size() == 40);
}

TEST_CASE("times of moves are written and read without loss, and nothing else is read") {
    const std::vector<MoveNote> notes{{0, ""},
                                      {1.5, ""},
                                      {0.000001, "", MoveSource::referee},
                                      {86400.25, ""},
                                      {0.5, "", MoveSource::search, 12},
                                      {0, "", MoveSource::search, 9, 4},
                                      {2, "", MoveSource::player, 0, 3}};
    CHECK(times_text(notes) == "0 1500000 1r 86400250000 500000s:12 0s:9:4 2000000:0:3");
    CHECK(*parse_times(times_text(notes)) == notes);
    CHECK(parse_times("")->empty());
    for (const char* text :
         {" ", "1 ", " 1", "1  2", "-1", "1x", "r", "1:", "1s:-2", "1s:9:", "1s:9:4:1", "1:9s",
          "1rr", "1.5", "99999999999999999999999", "9999999999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_times(text));
    }
}

TEST_CASE_TEMPLATE("measurements are kept all or none, and one is taken once", Home, EVERY_HOME) {
    const Home home;
    const auto store = home.open();
    const std::vector<Measurement> first{{"b", 0, 0.5, "s"}, {"a", 1, 2, "nodes"}};
    CHECK_FALSE(store->add_measurements(first, 1));
    const std::vector<Measurement> again{{"a", 0, 1, "nodes"}, {"b", 0, 0.7, "s"}};
    CHECK(store->add_measurements(again, 2));
    REQUIRE(store->measurements());
    CHECK(*store->measurements() == std::vector<Measurement>{first[1], first[0]});
    CHECK_FALSE(store->add_notes({{"seed", "1"}}));
    CHECK_FALSE(store->add_notes({{"seed", "2"}}));
    CHECK(store->notes()->at("seed") == "2");
}
