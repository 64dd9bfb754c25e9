#include "app/opinion_desk.hpp"

#include <doctest/doctest.h>

#include <future>
#include <stdexcept>

#include "kalah/stop_token.hpp"
#include "support/keeper.hpp"

using namespace kalah;
using app::OpinionDesk;
using test::TestRecords;

namespace {

/// Thinks until he is stopped or let go.
struct SlowJudge {
    std::promise<void> begun;
    std::promise<void> go;
    std::shared_future<void> may_go = go.get_future().share();
    std::atomic<int> asked{0};

    OpinionDesk::Judge judge() {
        return [this](const net::Opinion&, const StopToken& stop) {
            if (++asked == 1) begun.set_value();
            while (!stop.requested() &&
                   may_go.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout) {
            }
            return stop.requested() ? std::nullopt : std::optional(OpinionDesk::Verdict{2.0, true});
        };
    }
};

}  // namespace

TEST_CASE("an opinion is kept beside the champion's, and without it if he throws") {
    TestRecords records;
    {
        int asked = 0;
        OpinionDesk desk(
            [&](const net::Opinion&, const StopToken&) {
                if (++asked == 2) throw std::runtime_error("no memory, say");
                return std::optional(OpinionDesk::Verdict{2.0, true});
            },
            *records.keeper, records.answers);
        desk.add(TestRecords::opinion(1));
        desk.add(TestRecords::opinion(2));
        CHECK(records.answers.has_opinions(2));
    }
    records.keeper.reset();
    REQUIRE(records.store->evals(9)->size() == 2);
    CHECK_FALSE(records.store->evals(9)->front().champion);
    CHECK(records.store->evals(9)->back().champion == 2);
}

TEST_CASE("opinions that wait at the end are kept without the champion's") {
    TestRecords records;
    SlowJudge slow;
    {
        OpinionDesk desk(slow.judge(), *records.keeper, records.answers);
        for (net::SessionId session = 1; session <= 3; ++session)
            desk.add(TestRecords::opinion(session));
        slow.begun.get_future().wait();
    }
    records.keeper.reset();
    CHECK(slow.asked == 1);
    REQUIRE(records.store->evals(9)->size() == 3);
    CHECK_FALSE(records.store->evals(9)->front().champion);
}

TEST_CASE("who comes when too many opinions wait is answered, and not kept") {
    TestRecords records;
    SlowJudge slow;
    {
        OpinionDesk desk(slow.judge(), *records.keeper, records.answers);
        for (std::size_t i = 0; i < OpinionDesk::kMostWaiting; ++i)
            desk.add(TestRecords::opinion(1));
        CHECK(records.answers.opinions() == 0);
        desk.add(TestRecords::opinion(2));
        CHECK(records.answers.opinions() == 1);
    }
    records.keeper.reset();
    CHECK(records.store->evals(9'999)->size() == OpinionDesk::kMostWaiting);
}

TEST_CASE("an opinion loses its name when its player is forgotten while it is judged") {
    TestRecords records;
    SlowJudge slow;
    {
        OpinionDesk desk(slow.judge(), *records.keeper, records.answers);
        desk.add(TestRecords::opinion(1, "token"));
        slow.begun.get_future().wait();
        desk.forget("token");
        records.begin(1);  // the keeper has had time to forget before
        slow.go.set_value();
        CHECK(records.answers.has_opinions(1));
    }
    records.keeper.reset();
    REQUIRE(records.store->evals(9)->size() == 1);
    CHECK(records.store->evals(9)->front().name == store::kForgotten);
    CHECK(records.other.execAndGet("SELECT count(*) FROM identities").getInt() == 0);
}
