// A hall with a clock that tests turn, clients without sockets, and a backstage that answers when
// it is told to.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/notation.hpp"
#include "net/hall.hpp"

namespace kalah::test {

class TestBackstage final : public net::Backstage {
  public:
    [[nodiscard]] bool has_room() const override { return room; }
    void begin(net::NewBout bout) override { begins.push_back(std::move(bout)); }
    void moved(net::BoutId /*bout*/, const GameRecord& record) override {
        moves.push_back(record.game.played().size());
    }
    void end(net::GameNumber number, GameRecord record) override {
        ended.emplace_back(number, std::move(record));
    }
    void ask_bot(net::BotQuestion question) override { questions.push_back(std::move(question)); }
    void judge(net::Opinion opinion) override { opinions.push_back(std::move(opinion)); }
    void forget(const std::string& token) override { forgotten.push_back(token); }

    bool room = true;
    std::deque<net::NewBout> begins;
    std::deque<net::BotQuestion> questions;
    std::deque<net::Opinion> opinions;
    std::vector<std::pair<net::GameNumber, GameRecord>> ended;
    std::vector<std::string> forgotten;
    std::vector<std::size_t> moves;  // that there were, each time it heard of one
};

class TestClient final : public net::Outlet {
  public:
    [[nodiscard]] bool send(std::string_view lines) override {
        text += lines;
        return reads;
    }
    void finish() override { finished = true; }

    /// What came since the last call, lines ended by "\n".
    std::string heard() {
        std::string lines;
        for (const char c : std::exchange(text, ""))
            if (c != '\r') lines += c;
        return lines;
    }

    std::string text;
    bool reads = true;
    bool finished = false;
    net::SessionId session = 0;
};

class TestHall {
  public:
    explicit TestHall(const net::HallOptions& chosen = {})
        : options(chosen), hall(options, backstage, log) {}

    [[nodiscard]] std::unique_ptr<TestClient> connect() {
        auto client = std::make_unique<TestClient>();
        client->session = hall.opened(*client, now);
        return client;
    }
    /// Has said its name and mode.
    [[nodiscard]] std::unique_ptr<TestClient> connect(const std::string& name) {
        auto client = connect();
        say(*client, "set info:name " + name + "\nmode freeplay\n");
        return client;
    }
    void say(const TestClient& client, std::string_view bytes) {
        hall.received(client.session, bytes, now);
        settle();
    }
    /// Records answer at once.
    void settle() {
        while (!backstage.begins.empty() && answer_begins) {
            const net::NewBout begun = std::move(backstage.begins.front());
            backstage.begins.pop_front();
            hall.game_begun(begun.bout, ++last_number, now);
        }
    }
    /// The peer's end of the connection is gone.
    void closed_by(const TestClient& client) { hall.closed(client.session, now); }
    void pass(std::chrono::milliseconds time) {
        const net::Time until = now + time;
        while (hall.next_alarm() <= until) {
            now = std::max(now, hall.next_alarm());
            hall.tick(now);
            settle();
        }
        now = until;
    }

    net::HallOptions options;
    TestBackstage backstage;
    net::Log log = net::unlogged;
    net::Hall hall;
    net::Time now{std::chrono::hours(1)};
    net::GameNumber last_number = 0;
    bool answer_begins = true;
};

/// Two who play: the first to come is south.
struct Pair {
    explicit Pair(TestHall& hall) : south(hall.connect("a")), north(hall.connect("b")) {}
    std::unique_ptr<TestClient> south;
    std::unique_ptr<TestClient> north;
};

inline net::HallOptions options_of(const std::string& board,
                                   std::chrono::milliseconds limit = std::chrono::seconds(2)) {
    net::HallOptions options;
    options.start = *parse_start(board);
    options.time.limit = limit;
    return options;
}

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The id of the last state in what was heard; "0" if there is none.
inline std::string last_state(const std::string& heard) {
    const std::size_t state = heard.rfind(" state <");
    if (state == std::string::npos) return "0";
    const std::size_t line = heard.rfind('\n', state);
    const std::size_t begin = line == std::string::npos ? 0 : line + 1;
    return heard.substr(begin, state - begin);
}

}  // namespace kalah::test
