#include "app/join_client.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <fstream>
#include <future>
#include <iomanip>
#include <map>
#include <sstream>
#include <thread>

#include "app/command.hpp"
#include "app/program_seat.hpp"
#include "rules/notation.hpp"
#include "support/script_server.hpp"

using namespace kalah;
using namespace kalah::app;

namespace {

constexpr std::chrono::seconds kClock{100};

/// A client with a program, running on a thread while the test is the server.
class Running {
  public:
    Running(const test::ScriptServer& server, const char* player, std::uint64_t games = 0,
            std::optional<int> opening = {}) {
        JoinClient::Settings settings;
        settings.address.port = server.port();
        settings.introduction.name = "Ann";
        settings.games = games;
        settings.first_pause = std::chrono::milliseconds(10);
        settings.say = [this](const std::string& line) { said += line + "\n"; };
        settings.on_game = [this](const net::Outcome& outcome) { outcomes.push_back(outcome); };
        settings.interrupted = [this] { return interrupt.load(); };
        client_.emplace(settings);
        ProgramSeat::Settings seat;
        seat.spec = *players::parse_player(player);
        seat.opening = opening;
        seat.prepare = [spec = seat.spec](const Rules&, const Board&) {
            return Result<players::Spec>(spec);
        };
        seat.on_decision = [this](Ticket ticket, std::optional<Decision> decision) {
            client_->decide(ticket, std::move(decision));
        };
        seat_.emplace(seat, *client_);
        thread_ = std::thread([this] { end_ = client_->run(*seat_); });
    }
    ~Running() {
        interrupt = true;
        if (thread_.joinable()) thread_.join();
    }
    /// The server should have closed its end by then, or a second is lost.
    JoinClient::End wait() {
        thread_.join();
        return end_;
    }
    /// After wait().
    [[nodiscard]] const JoinClient::Counts& counts() const { return client_->counts(); }

    std::atomic<bool> interrupt{false};
    std::string said;                    // after wait()
    std::vector<net::Outcome> outcomes;  // after wait()

  private:
    std::optional<JoinClient> client_;
    std::optional<ProgramSeat> seat_;
    JoinClient::End end_;
    std::thread thread_;
};

/// A seat that answers nothing and notes what is wanted of it.
struct Onlooker final : Seat {
    void ask(const Asked& asked) override {
        noted += "ask " + asked.question.game + "\n";
        asked_by_ticket[asked.ticket] = asked.question.game;
        if (on_ask) on_ask();
    }
    void withdraw(Ticket ticket) override { noted += "drop " + asked_by_ticket[ticket] + "\n"; }
    JoinClock::time_point tick(JoinClock::time_point /*now*/) override {
        return JoinClock::time_point::max();
    }
    std::function<void()> on_ask = {};
    std::string noted;  // when the client has ended
    std::map<Ticket, std::string> asked_by_ticket;
};

/// A table at which answers are only noted.
struct Notebook final : Table {
    void answer(Ticket ticket, int /*pit*/, const std::string& /*remark*/) override {
        answered.push_back(ticket);
    }
    void leave(int /*code*/, const std::string& /*why*/) override {}
    std::vector<Ticket> answered;
};

Asked asked_at(JoinClock::time_point came, Ticket ticket) {
    Asked asked;
    asked.ticket = ticket;
    asked.question.id = ticket;
    asked.question.board = *parse_position("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>");
    asked.question.mode = net::TimeMode::relative;
    asked.question.clock = kClock;
    asked.came = came;
    return asked;
}

/// Which timer runs for our connection to a port of this machine, by the system's table of sockets:
/// "02" is that of keep-alive.
std::string timer_towards(std::uint16_t port) {
    std::ostringstream far_end;
    far_end << "0100007F:" << std::hex << std::uppercase << std::setw(4) << std::setfill('0')
            << port;
    std::ifstream table("/proc/net/tcp");
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        std::string number, near, far, state, queues, timer;
        words >> number >> near >> far >> state >> queues >> timer;
        const bool connected = state == "01";
        if (connected && far == far_end.str()) return timer.substr(0, 2);
    }
    return "";
}

void welcome(test::ScriptServer& server, const char* version = "2 kgp 1 0 1") {
    server.accept();
    server.say(version);
    CHECK(server.hear() == "1 set \"info:name\" \"Ann\"");
    CHECK(server.hear() == "3 mode \"freeplay\"");
}

}  // namespace

TEST_CASE("a client plays at a server that tells the result, and leaves before the next game") {
    test::ScriptServer server;
    Running client(server, "alphabeta:depth=3", 1);
    welcome(server);
    server.say("4@3 ok");
    server.say("6 set \"game:id\" \"5\"");
    server.say("8 set \"game:opponent\" \"Bob\"");
    server.say("10 state <3,9,4,0,0,1,0,2,2>");
    CHECK(server.hear_command() == "7@10 move 3");
    CHECK(server.hear() == "9@10 yield");
    server.say("12@10 stop");
    server.say("14 set \"game:result\" \"10-8 finished\"");
    CHECK(server.hear() == "11 goodbye");
    CHECK(server.hear() == "(end)");
    server.hang_up();
    CHECK(client.wait().code == kOk);
    REQUIRE(client.outcomes.size() == 1);
    CHECK(client.outcomes[0].opponent == "Bob");
    CHECK(client.outcomes[0].reason == "finished");
    CHECK(client.counts().tally.wins == 1);
}

TEST_CASE("at a server that tells nothing, a predicted end is enough") {
    test::ScriptServer server;
    Running client(server, "alphabeta:depth=3", 1);
    welcome(server, "kgp 1 0 1");
    server.say("state <3,9,4,0,0,1,0,2,2>");  // not even an id
    CHECK(server.hear_command() == "7 move 3");
    CHECK(server.hear() == "9 yield");
    CHECK(server.hear() == "11 goodbye");
    server.say("goodbye");
    server.hang_up();
    CHECK(client.wait().code == kOk);
    CHECK(client.outcomes.at(0).reason == "predicted");
    CHECK(client.counts().tally.wins == 1);
}

TEST_CASE("at a server that tells nothing, a new start board ends the game before it") {
    test::ScriptServer server;
    Running client(server, "alphabeta:depth=3", 1);
    welcome(server);
    server.say("8 state <3,0,0,3,3,3,3,3,3>");
    CHECK(server.hear_command().find("@8 move ") != std::string::npos);
    CHECK(server.hear().find("@8 yield") != std::string::npos);
    server.say("10@8 stop");
    server.say("12 state <3,0,0,3,3,3,3,3,3>");
    CHECK(server.hear().find("goodbye") != std::string::npos);
    server.hang_up();
    CHECK(client.wait().code == kOk);
    CHECK(client.counts().tally.unknown == 1);
}

TEST_CASE("a client answers pings while it thinks, and stops thinking when told") {
    test::ScriptServer server;
    Running client(server, "alphabeta:time=1m", 1);
    welcome(server);
    server.say("8 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>");
    server.say("10 ping");
    CHECK(server.hear() == "5@10 pong");
    server.say("12@8 stop");
    server.say("14 error \"too\" \"slow\"");
    server.say("16 ping");
    CHECK(server.hear() == "7@16 pong");
    // The next question is answered by a search of its own, which the clock ends.
    server.say("18 set \"time:mode\" \"relative\"");
    server.say("20 set \"time:clock\" 1");
    server.say("22 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>");
    CHECK(server.hear().find("set \"info:comment\" \"depth ") != std::string::npos);
    CHECK(server.hear().find("@22 move ") != std::string::npos);
    CHECK(server.hear().find("@22 yield") != std::string::npos);
    server.say("24 set \"game:result\" \"0-72 gone\"");
    CHECK(server.hear().find("goodbye") != std::string::npos);
    server.hang_up();
    CHECK(client.wait().code == kOk);
    CHECK(client.counts().late == 1);
    CHECK(client.counts().complaints == 1);
    CHECK(client.counts().tally.losses == 1);
    CHECK(client.said.find("the server complains: too\n") != std::string::npos);
}

TEST_CASE("several questions at once are all answered in their time") {
    test::ScriptServer server;
    Running client(server, "alphabeta:time=1m", 1);
    welcome(server);
    server.say("4 set \"time:mode\" \"relative\"");
    server.say("6 set \"time:clock\" 2");
    for (const char* id : {"8", "10", "12"})
        server.say(std::string(id) + " state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>");
    for (const char* id : {"8", "10", "12"}) {
        CHECK(server.hear_command().find("@" + std::string(id) + " move ") != std::string::npos);
        CHECK(server.hear().find("@" + std::string(id) + " yield") != std::string::npos);
    }
    client.interrupt = true;
    CHECK(server.hear().find("goodbye") != std::string::npos);
    server.hang_up();
    client.wait();
    CHECK(client.counts().late == 0);
}

TEST_CASE("the end of a game withdraws its question, not those of others") {
    test::ScriptServer server;
    JoinClient::Settings settings;
    settings.address.port = server.port();
    settings.introduction.name = "Ann";
    settings.games = 2;
    settings.say = [](const std::string&) {};
    settings.on_game = [](const net::Outcome&) {};
    JoinClient client(settings);
    Onlooker seat;
    std::thread thread([&] { client.run(seat); });
    welcome(server);
    for (const char* game : {"5", "6"}) {
        server.say("4 set \"game:id\" \"" + std::string(game) + "\"");
        server.say(std::string(game) + "0 state <3,0,0,3,3,3,3,3,3>");
    }
    server.say("4 set \"game:id\" \"5\"");
    server.say("6 set \"game:result\" \"18-0 gone\"");
    server.say("8 set \"game:id\" \"7\"");
    server.say("70 state <3,0,0,3,3,3,3,3,3>");
    server.say("10 set \"game:result\" \"18-0 gone\"");
    while (server.hear() != "(end)") {
    }
    server.hang_up();
    thread.join();
    CHECK(seat.noted == "ask 5\nask 6\ndrop 5\nask 7\ndrop 7\ndrop 6\n");
    CHECK(client.counts().late == 0);
}

TEST_CASE("a question that is withdrawn takes neither thought nor time from the next") {
    Notebook table;
    ProgramSeat::Settings settings;
    settings.spec = *players::parse_player("alphabeta:time=10m");
    settings.prepare = [&](const Rules&, const Board&) {
        return Result<players::Spec>(settings.spec);
    };
    std::promise<Ticket> first;
    std::atomic<bool> decided{false};
    settings.on_decision = [&](Ticket ticket, const std::optional<Decision>&) {
        if (!decided.exchange(true)) first.set_value(ticket);
    };
    ProgramSeat seat(settings, table);
    const auto came = JoinClock::now();
    for (const Ticket ticket : {1, 2, 3}) seat.ask(asked_at(came, ticket));
    for (const Ticket ticket : {2, 1}) seat.withdraw(ticket);
    CHECK(seat.tick(came) == came + kClock - std::chrono::seconds(1));
    static_cast<void>(seat.tick(came + kClock));
    CHECK(first.get_future().get() == 3);
}

TEST_CASE("a player is made before the first question, and again for another board only") {
    Notebook table;
    ProgramSeat::Settings settings;
    settings.spec = *players::parse_player("greedy");
    std::vector<int> widths;
    settings.prepare = [&](const Rules&, const Board& board) {
        widths.push_back(board.width);
        return Result<players::Spec>(settings.spec);
    };
    settings.on_decision = [](Ticket, const std::optional<Decision>&) {};
    ProgramSeat seat(settings, table);
    seat.expect({}, *parse_position("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"));
    CHECK(widths == std::vector{6});
    Asked asked = asked_at(JoinClock::now(), 1);
    seat.ask(asked);
    CHECK(widths == std::vector{6});
    seat.withdraw(1);
    asked.ticket = 2;
    asked.question.board = *parse_position("<3,0,0,3,3,3,3,3,3>");
    seat.ask(asked);
    CHECK(widths == std::vector{6, 3});
}

TEST_CASE("a server that floods its client is left") {
    test::ScriptServer server;
    JoinClient::Settings settings;
    settings.address.port = server.port();
    settings.introduction.name = "Ann";
    std::atomic<bool> interrupt{false};
    std::string said;
    settings.say = [&](const std::string& line) {
        said += line + "\n";
        if (line.find("gone away") != std::string::npos) interrupt = true;
    };
    settings.interrupted = [&] { return interrupt.load(); };
    JoinClient client(settings);
    Onlooker seat;
    std::promise<void> flooded;
    seat.on_ask = [&] { flooded.get_future().wait(); };
    std::thread thread([&] { client.run(seat); });
    welcome(server);
    server.say("8 state <3,0,0,3,3,3,3,3,3>");
    std::string lines;
    while (lines.size() < 100'000)
        lines += "set \"info:name\" \"" + std::string(80, 'x') + "\"\r\n";
    for (int i = 0; i < 1000 && server.can_say(lines); ++i) {
    }
    flooded.set_value();
    server.hang_up();
    thread.join();
    CHECK(said.find("the server has gone away (it sends more than can be read)") !=
          std::string::npos);
}

TEST_CASE("a client asks the system to notice when the server's host is dead") {
    test::ScriptServer server;
    Running client(server, "greedy");
    welcome(server);
    // Another timer runs until the far end has acknowledged what was sent.
    const auto end = JoinClock::now() + std::chrono::seconds(30);
    std::string timer = timer_towards(server.port());
    while (timer != "02" && JoinClock::now() < end) timer = timer_towards(server.port());
    CHECK(timer == "02");
    client.interrupt = true;
    server.hang_up();
    client.wait();
}

TEST_CASE("a client comes back when the server goes away, and says so") {
    test::ScriptServer server;
    Running client(server, "greedy", 1);
    welcome(server);
    server.say("8 state <3,0,0,3,3,3,3,3,3>");
    CHECK(server.hear_command().find("@8 move ") != std::string::npos);
    server.hang_up();
    welcome(server);
    server.say("goodbye");  // without an id, and out of order
    server.hang_up();
    welcome(server);
    server.say("4 state <3,9,4,0,0,1,0,2,2>");
    CHECK(server.hear_command() == "7@4 move 3");
    server.say("6 set \"game:result\" \"10-8 finished\"");
    CHECK(server.hear() == "9@4 yield");
    CHECK(server.hear() == "11 goodbye");
    server.hang_up();
    CHECK(client.wait().code == kOk);
    CHECK(client.counts().reconnects == 2);
    CHECK(client.counts().cut_off == 1);
    CHECK(client.counts().tally.games() == 1);
    CHECK(client.said.find("the server has gone away") != std::string::npos);
}

TEST_CASE("a forced opening is played in games that we begin, and only there") {
    test::ScriptServer server;
    Running client(server, "greedy", 0, 1);
    welcome(server);
    server.say("8 state <3,0,0,3,3,3,3,3,3>");
    CHECK(server.hear_command() == "7@8 move 2");
    CHECK(server.hear() == "9@8 yield");
    server.say("10 state <3,0,1,4,3,3,3,0,4>");  // the opponent began
    CHECK(server.hear_command().find("@10 move 1") != std::string::npos);
    client.interrupt = true;
    server.hang_up();
    client.wait();
}

TEST_CASE("what is no KGP server, or speaks another version, is refused with a reason") {
    test::ScriptServer server;
    {
        Running client(server, "greedy");
        server.accept();
        server.say("2 kgp 2 0 0");
        CHECK(server.hear() == "1 goodbye");
        server.hang_up();
        const auto end = client.wait();
        CHECK(end.code == kFailed);
        CHECK(end.why == "the server speaks KGP 2.0.0, not 1");
    }
    {
        Running client(server, "greedy");
        server.accept();
        server.say("220 mail.example.org ESMTP");
        server.hang_up();
        const auto end = client.wait();
        CHECK(end.code == kFailed);
        CHECK(end.why.find(" is no KGP server") != std::string::npos);
    }
    {
        Running client(server, "greedy");
        server.accept();
        server.say_raw(std::string(20'000, 'x'));
        CHECK(client.wait().why.find("a line that is too long") != std::string::npos);
    }
    {
        JoinClient::Settings settings;
        settings.address.port = server.port();
        settings.greeting_time = std::chrono::milliseconds(20);
        settings.say = [](const std::string&) {};
        JoinClient client(settings);
        ProgramSeat seat({}, client);
        CHECK(client.run(seat).why.find("(it says nothing)") != std::string::npos);
    }
    std::uint16_t port = 0;
    {
        const test::ScriptServer closed;
        port = closed.port();
    }
    JoinClient::Settings settings;
    settings.address.port = port;
    settings.say = [](const std::string&) {};
    JoinClient client(settings);
    ProgramSeat seat({}, client);
    CHECK(client.run(seat).why.find("cannot connect to 127.0.0.1:") == 0);
}

TEST_CASE("lines in any pieces are understood") {
    test::ScriptServer server;
    Running client(server, "greedy", 1);
    server.accept();
    for (const char c : std::string("2 kgp 1 0 1\r\n")) server.say_raw(std::string(1, c));
    CHECK(server.hear() == "1 set \"info:name\" \"Ann\"");
    CHECK(server.hear() == "3 mode \"freeplay\"");
    server.say_raw(
        "4@3 ok\n\n \t \r\n6 ping\n8 ping\r\n10 state <3,9,4,0,0,1,0,2,2>\n12 set game:result "
        "\"10-8\"\n");
    CHECK(server.hear() == "5@6 pong");
    CHECK(server.hear() == "7@8 pong");
    while (server.hear() != "(end)") {
    }
    server.hang_up();
    client.wait();
    CHECK(client.counts().tally.wins == 1);
}

TEST_CASE("the time for a question leaves a margin, and is the player's own if none is told") {
    using std::chrono::milliseconds;
    const auto time = [](net::TimeMode mode, std::optional<milliseconds> clock,
                         std::optional<milliseconds> own) {
        net::Question question;
        question.mode = mode;
        question.clock = clock;
        return time_for(question, own);
    };
    using enum net::TimeMode;
    using namespace std::chrono_literals;
    CHECK(time(relative, 30s, {}) == 29s);
    CHECK(time(relative, 5s, 1s) == 4500ms);
    CHECK(time(relative, 1s, {}) == 900ms);
    CHECK(time(relative, 500ms, {}) == 400ms);
    CHECK(time(relative, 100ms, {}) == 50ms);
    CHECK(time(relative, 20ms, {}) == 10ms);
    CHECK(time(relative, 0ms, {}) == 50ms);
    CHECK(time(absolute, 60s, {}) == 3s);
    CHECK(time(absolute, 0ms, {}) == 50ms);
    CHECK(time(none, 5s, {}) == std::nullopt);
    CHECK(time(unknown, {}, {}) == 4s);
    CHECK(time(unknown, {}, 10s) == std::nullopt);
}
