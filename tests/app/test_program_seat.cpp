#include "app/program_seat.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <future>

#include "app/command.hpp"
#include "kalah/notation.hpp"

using namespace kalah;
using namespace kalah::app;

namespace {

constexpr std::chrono::seconds kClock{100};

/// A table at which answers are only noted.
struct Notebook final : Table {
    void answer(Ticket ticket, int /*pit*/, const std::string& /*remark*/) override {
        answered.push_back(ticket);
    }
    void leave(int code, const std::string& why) override {
        left = code;
        reason = why;
    }
    std::vector<Ticket> answered;
    std::optional<int> left;
    std::string reason;
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

}  // namespace

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
    CHECK_FALSE(seat.expect({}, *parse_position("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>")));
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

TEST_CASE("a player that cannot be had shows before the first question, else it is left") {
    Notebook table;
    ProgramSeat::Settings settings;
    settings.spec = *players::parse_player("greedy");
    settings.prepare = [](const Rules&, const Board&) {
        return Result<players::Spec>(Error{"no such book"});
    };
    settings.on_decision = [](Ticket, const std::optional<Decision>&) {};
    ProgramSeat seat(settings, table);
    const auto unfit = seat.expect({}, *parse_position("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"));
    REQUIRE(unfit);
    CHECK(unfit->message == "no such book");
    CHECK_FALSE(table.left);
    seat.ask(asked_at(JoinClock::now(), 1));
    CHECK(table.left == kWrongUsage);
    CHECK(table.reason == "no such book");
    CHECK(table.answered.empty());
}
