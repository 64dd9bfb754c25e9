#include "client/engine_agent.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <future>

#include "kalah/notation.hpp"

using namespace kalah;
using namespace kalah::client;

namespace {

constexpr std::chrono::seconds kClock{100};

/// A host that only records the answers.
struct Notebook final : AgentHost {
    void answer(RequestId id, int /*pit*/, const std::string& /*remark*/) override {
        answered.push_back(id);
    }
    void leave(std::optional<Error> why) override { left = std::move(why); }
    std::vector<RequestId> answered;
    std::optional<Error> left;
};

MoveRequest request_at(Clock::time_point came, RequestId id) {
    MoveRequest request;
    request.id = id;
    request.question.id = id;
    request.question.board = *parse_position("<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>");
    request.question.mode = TimeMode::relative;
    request.question.clock = kClock;
    request.came = came;
    return request;
}

}  // namespace

TEST_CASE("a question that is withdrawn takes neither thought nor time from the next") {
    Notebook table;
    EngineAgent::Options settings;
    settings.spec = *players::parse_player("alphabeta:time=10m");
    settings.prepare = [&](const Rules&, const Board&) {
        return Result<players::Spec>(settings.spec);
    };
    std::promise<RequestId> first;
    std::atomic<bool> decided{false};
    settings.on_decision = [&](RequestId id, const std::optional<Decision>&) {
        if (!decided.exchange(true)) first.set_value(id);
    };
    EngineAgent seat(settings, table);
    // Two seconds of the time for a question are left.
    const auto end = Clock::now() + std::chrono::seconds(2);
    const auto came = end - kClock + std::chrono::seconds(1);
    for (const RequestId id : {1, 2, 3}) seat.ask(request_at(came, id));
    for (const RequestId id : {2, 1}) seat.cancel(id);
    CHECK(seat.stops_at().value() == end);
    CHECK(first.get_future().get() == 3);
}

TEST_CASE("a player is made before the first question, and again for another board only") {
    Notebook table;
    EngineAgent::Options settings;
    settings.spec = *players::parse_player("greedy");
    std::vector<int> widths;
    settings.prepare = [&](const Rules&, const Board& board) {
        widths.push_back(board.width);
        return Result<players::Spec>(settings.spec);
    };
    settings.on_decision = [](RequestId, const std::optional<Decision>&) {};
    EngineAgent seat(settings, table);
    CHECK_FALSE(seat.expect({}, *parse_position("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>")));
    CHECK(widths == std::vector{6});
    MoveRequest request = request_at(Clock::now(), 1);
    seat.ask(request);
    CHECK(widths == std::vector{6});
    seat.cancel(1);
    request.id = 2;
    request.question.board = *parse_position("<3,0,0,3,3,3,3,3,3>");
    seat.ask(request);
    CHECK(widths == std::vector{6, 3});
}

TEST_CASE("the time for a question leaves a margin, and is the player's own if none is told") {
    using std::chrono::milliseconds;
    const auto time = [](TimeMode mode, std::optional<milliseconds> clock,
                         std::optional<milliseconds> own) {
        Question question;
        question.mode = mode;
        question.clock = clock;
        return time_for(question, own);
    };
    using enum TimeMode;
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

TEST_CASE("a player that cannot be had shows before the first question, else it is left") {
    Notebook table;
    EngineAgent::Options settings;
    settings.spec = *players::parse_player("greedy");
    settings.prepare = [](const Rules&, const Board&) {
        return Result<players::Spec>(Error{"no such book"});
    };
    settings.on_decision = [](RequestId, const std::optional<Decision>&) {};
    EngineAgent seat(settings, table);
    const auto unfit = seat.expect({}, *parse_position("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"));
    REQUIRE(unfit);
    CHECK(unfit->message == "no such book");
    CHECK_FALSE(table.left);
    seat.ask(request_at(Clock::now(), 1));
    REQUIRE(table.left);
    CHECK(table.left->code == "player");
    CHECK(table.left->message == "no such book");
    CHECK(table.answered.empty());
}
