// People in browsers against clients of the hall, over a real server.
#include <atomic>
#include <thread>

#include "net/client_link.hpp"
#include "net/client_session.hpp"
#include "net/server.hpp"
#include "support/desk.hpp"
#include "support/folder.hpp"

using namespace kalah;
using namespace kalah::test;
using namespace std::chrono_literals;

namespace {

/// Keeps games in a store, at once.
class StoringBackstage final : public net::Backstage {
  public:
    StoringBackstage(std::shared_ptr<store::Store> store, net::Answers& answers)
        : store_(std::move(store)), answers_(answers) {}
    [[nodiscard]] bool has_room() const override { return true; }
    void begin(net::NewBout bout) override {
        const store::NewGame game{bout.record, {}, "serve"};
        answers_.game_begun(bout.bout, store_->begin_games({&game, 1})->front());
    }
    void end(net::GameNumber number, GameRecord record) override {
        const store::EndedGame ended{number, &record};
        CHECK_FALSE(store_->finish_games({&ended, 1}));
    }
    void ask_bot(net::BotQuestion /*question*/) override {}
    void judge(net::Opinion /*opinion*/) override {}
    void forget(const std::string& /*token*/) override {}

  private:
    std::shared_ptr<store::Store> store_;
    net::Answers& answers_;
};

struct RunningServer {
    RunningServer(const std::shared_ptr<store::Store>& store, const net::HallOptions& hall,
                  std::uint16_t port = 0) {
        net::ServerOptions options;
        options.kgp_port = port;
        options.http_port = 0;
        options.grace = 1ms;
        server = *net::Server::listen(
            options, hall,
            [&](net::Answers& answers) {
                return std::make_unique<StoringBackstage>(store, answers);
            },
            nullptr, net::unlogged);
        thread = std::thread([this] { server->run(); });
    }
    ~RunningServer() {
        server->stop();
        thread.join();
    }
    std::shared_ptr<net::Server> server;
    std::thread thread;
};

/// A client that plays the last pit it can, on its connection's thread; or only looks.
class Client {
  public:
    Client(const std::string& address, bool answers) : session_({"Cy", "", "", ""}) {
        net::ClientLink::Handlers handlers;
        handlers.opened = [] {};
        handlers.line = [this, answers](const std::string& line) {
            const auto event = session_.receive(line);
            if (event)
                if (const auto* question = std::get_if<net::Question>(&*event);
                    question && answers) {
                    int last = 0;
                    for (const int pit : legal_moves(question->board)) last = pit;
                    session_.answer(question->id, last, "");
                }
            const std::string output = session_.take_output();
            const std::lock_guard lock(mutex_);
            if (link_ && !output.empty()) link_->send(output);
            return true;
        };
        handlers.closed = [](const std::string&) {};
        const std::lock_guard lock(mutex_);
        link_ = net::ClientLink::connect(*net::parse_address(address), handlers);
    }
    ~Client() {
        net::ClientLink* link = link_.get();
        link->close();
    }

  private:
    net::ClientSession session_;
    std::mutex mutex_;
    std::unique_ptr<net::ClientLink> link_;
};

struct HallOfPeople {
    explicit HallOfPeople(const std::string& start = "3x3", std::chrono::milliseconds time = 60s)
        : server(store, options_of(start, time)),
          desk(setting(start), server.server->kgp_address()) {}

    static net::HallOptions options_of(const std::string& start, std::chrono::milliseconds time) {
        net::HallOptions options;
        options.start = *parse_start(start);
        options.time.limit = time;
        return options;
    }
    browser::RoomsSetting setting(const std::string& start) const {
        auto setting = rooms_setting(store);
        setting.hall = {{}, *parse_start(start), 60s};
        return setting;
    }

    Folder folder;
    std::shared_ptr<store::Store> store =
        *store::Store::open(folder.path() + "/games.sqlite", store::Access::write, 1);
    RunningServer server;
    TestDesk desk;
};

Json playing(Visitor& visitor) {
    return visitor.event_that(
        [](const Json& event) { return text_at(event, "state.status") == "playing"; });
}

}  // namespace

TEST_CASE("a person in a browser plays a client of the hall to the end, on both sides") {
    HallOfPeople hall;
    Client cy(hall.server.server->kgp_address(), true);
    std::array<bool, 2> sides{};
    for (int round = 0; round < 2; ++round) {
        Visitor ada = hall.desk.visitor();
        const Made made(ada.ask("new", new_game(kAda, kHall)));
        CHECK(text_at(made.all, "state.status") == "waiting");
        Json event = playing(ada);
        CHECK(ada.refusal("undo", made.as("south")) == "in the hall nothing is taken back");
        while (text_at(event, "state.status") != "over") {
            const auto mine = at(event, "sides").items().front().as_string();
            sides[*mine == "south" ? 0 : 1] = true;
            CHECK(text_at(event, "state.seats." + std::string(*mine) + ".name") == "Ada");
            if (text_at(event, "state.to_move") == *mine && !*at(event, "state.over").as_bool()) {
                const auto pit = *at(at(event, "state.legal").items().front(), "pit").as_integer();
                const auto ply = at(event, "state.played").items().size();
                // The hall may play what has no alternative before it asks.
                ada.ask("move", made.move("south", static_cast<int>(pit), static_cast<int>(ply)));
            }
            event = ada.event();
        }
        CHECK(text_at(event, "state.ending") == "finished");
        CHECK(*at(event, "state.over").as_bool());
        const auto stored = hall.store->load(*at(event, "state.number").as_integer());
        CHECK(stored->origin == "serve");
        CHECK(moves_text(stored->record.game) == text_at(event, "state.moves"));
    }
    CHECK(sides == std::array<bool, 2>{true, true});
}

TEST_CASE("whoever finds the hall full waits in his room until somebody has gone") {
    Folder folder;
    const auto store =
        *store::Store::open(folder.path() + "/games.sqlite", store::Access::write, 1);
    RunningServer server(store, HallOfPeople::options_of("3x3", 60s));
    auto setting = rooms_setting(store);
    setting.hall = {{}, *parse_start("3x3"), 60s};
    setting.most_in_hall = 1;
    setting.hall_absence = 1ms;
    TestDesk desk(setting, server.server->kgp_address());
    Visitor ada = desk.visitor();
    Visitor bob = desk.visitor();
    const Made of_bob(bob.ask("new", new_game(kBob, kHall)));
    CHECK(ada.refusal("new", new_game(kAda, kHall)) ==
          "too many people play in the hall: come later");
    bob.ask("leave", of_bob.room());
    Json answer = ada.ask("new", new_game(kAda, kHall));
    while (answer.find("error")) {  // until Bob's place is free
        std::this_thread::sleep_for(5ms);
        answer = ada.ask("new", new_game(kAda, kHall));
    }
    const Made of_ada(answer);
    const Json entered = bob.ask(
        "enter", of_bob.room() + R"(,"keys":[")" + text_at(of_bob.all, "keys.south") + R"("])");
    CHECK(text_at(entered, "state.status") == "waiting");
    Client cy(server.server->kgp_address(), false);
    CHECK(text_at(playing(ada), "room") == of_ada.name);
    ada.ask("resign", of_ada.as("south"));
    CHECK(text_at(playing(bob), "room") == of_bob.name);
}

TEST_CASE("who resigns in the hall has lost there too") {
    HallOfPeople hall;
    Client cy(hall.server.server->kgp_address(), false);
    Visitor ada = hall.desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kHall)));
    const Json begun = playing(ada);
    const auto number = *at(begun, "state.number").as_integer();
    CHECK_FALSE(ada.ask("resign", made.as("south")).find("error"));
    while (hall.store->load(number)->record.ending == Ending::running)
        std::this_thread::sleep_for(5ms);
    CHECK(hall.store->load(number)->record.ending == Ending::gone);
}

TEST_CASE(
    "when the hall's client goes away the person has won, and when there is no hall he is told") {
    HallOfPeople hall;
    std::optional<Client> cy(std::in_place, hall.server.server->kgp_address(), false);
    Visitor ada = hall.desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kHall)));
    const Json begun = playing(ada);
    const auto mine = *at(begun, "sides").items().front().as_string();
    cy.reset();
    const Json over =
        ada.event_that([](const Json& event) { return text_at(event, "state.status") == "over"; });
    CHECK(text_at(over, "state.ending") == "gone");
    CHECK(text_at(over, "state.loser") != mine);
    CHECK(ada.refusal("move", made.move("south", 1, 0)) == "the game is over");

    auto setting = rooms_setting(*store::Store::in_memory());
    setting.hall_pause = 1ms;
    TestDesk nowhere(setting);
    Visitor bob = nowhere.visitor();
    bob.ask("new", new_game(kAda, kHall));
    CHECK(text_at(bob.event_that(
                      [](const Json& event) { return text_at(event, "state.status") == "over"; }),
                  "state.ending") == "stopped");
}

TEST_CASE("a client that begins and goes away before it has moved has lost, not the person") {
    HallOfPeople hall;
    for (bool as_north = false; !as_north;) {
        std::optional<Client> cy(std::in_place, hall.server.server->kgp_address(), false);
        Visitor ada = hall.desk.visitor();
        const Made made(ada.ask("new", new_game(kAda, kHall)));
        Json event = playing(ada);
        const std::string mine(*at(event, "sides").items().front().as_string());
        as_north = mine == "north";
        cy.reset();
        while (text_at(event, "state.status") != "over") event = ada.event();
        CHECK(*at(event, "sides").items().front().as_string() == mine);
        CHECK(text_at(event, "state.seats." + mine + ".name") == "Ada");
        CHECK(text_at(event, "state.loser") != mine);
        const auto stored = hall.store->load(*at(event, "state.number").as_integer());
        CHECK(stored->record.names[mine == "south" ? 0 : 1] == "Ada");
    }
}

TEST_CASE(
    "who waits for the hall waits on when the link to it is lost, and is joined to it again") {
    const Folder folder;
    const auto store =
        *store::Store::open(folder.path() + "/games.sqlite", store::Access::write, 1);
    const auto options = HallOfPeople::options_of("3x3", 60s);
    std::optional<RunningServer> server(std::in_place, store, options);
    const std::string address = server->server->kgp_address();
    auto setting = rooms_setting(store);
    setting.hall = {{}, *parse_start("3x3"), 60s};
    setting.hall_pause = 20ms;  // six times, each twice as long: 1.3 s
    TestDesk desk(setting, address);
    Visitor ada = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kHall)));
    server.reset();
    server.emplace(store, options, net::parse_address(address)->port);
    CHECK(text_at(ada.ask("enter", made.room()), "state.status") == "waiting");
    Client cy(address, false);
    CHECK(text_at(playing(ada), "room") == made.name);
}

TEST_CASE("the result of a hall's game is there after the site has ended and begun again") {
    HallOfPeople hall;
    Client cy(hall.server.server->kgp_address(), false);
    std::optional<TestDesk> site(std::in_place, hall.setting("3x3"),
                                 hall.server.server->kgp_address());
    std::optional<Visitor> ada(site->visitor());
    const Made made(ada->ask("new", new_game(kAda, kHall)));
    const Json begun = playing(*ada);
    const auto number = *at(begun, "state.number").as_integer();
    const std::string mine(*at(begun, "sides").items().front().as_string());
    ada.reset();
    site.reset();  // with Ada's link to the hall
    while (hall.store->load(number)->record.ending == Ending::running)
        std::this_thread::sleep_for(5ms);
    const Json entered = hall.desk.visitor().ask("enter", made.room());
    CHECK(text_at(entered, "state.status") == "over");
    CHECK(text_at(entered, "state.ending") == "gone");
    CHECK(text_at(entered, "state.loser") == mine);
    CHECK(at(entered, "state.number").as_integer() == number);
}
