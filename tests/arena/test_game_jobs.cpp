#include <algorithm>

#include <doctest/doctest.h>

#include "arena/game_jobs.hpp"
#include "arena/run.hpp"
#include "arena/tournament.hpp"
#include "players/spec.hpp"

using namespace kalah;
using arena::Tournament;

namespace {

constexpr std::chrono::milliseconds kLong{60'000};

std::int64_t wall_time() {
    return 1000;
}

/// A tournament of three, who are withdrawn after one fault, and a worker that has all its games.
struct Taken {
    std::shared_ptr<store::Store> store = *store::Store::in_memory();
    std::shared_ptr<Tournament> tournament;
    store::QueueId queue = 0;
    store::WorkerId worker = 0;
    std::vector<store::ScheduledGame> games = {};

    Taken() {
        arena::Plan plan;
        plan.kind = arena::Kind::round_robin;
        plan.boards = {"4x3"};
        plan.games = 2;
        plan.openings = "2-ply";
        plan.max_faults = 1;
        for (const char* player : {"random", "greedy", "alphabeta:depth=2"})
            plan.entrants.push_back({player, player});
        tournament = *Tournament::begin(store, plan, 1);
        queue = *tournament->enqueue("", 1);
        worker = *store->enter_worker({"worker", "build", "", 1e6, 9, {"game"}}, kLong);
        while (const auto job = *store->take_job(worker))
            games.push_back(*tournament->scheduled_game(job->number));
    }

    [[nodiscard]] arena::RunOptions options() const {
        arena::RunOptions options;
        options.wall_clock = wall_time;
        options.make_player = [this](int entrant, int) {
            const auto& spec = tournament->plan().entrants[static_cast<std::size_t>(entrant)].spec;
            return players::make_player(*players::parse_player(spec));
        };
        return tournament->for_workers(options);
    }

    void finish(const store::PlayedGame& game) const {
        REQUIRE(*tournament->hand_in(worker, {queue, game.schedule.number}, game));
    }
    void play(const store::ScheduledGame& game) const {
        arena::run_games({game}, tournament->setups(), options(), StopToken(),
                         [&](const store::PlayedGame& played) {
                             finish(played);
                             return true;
                         });
    }
    /// The entrant does not answer in this game.
    void lose(const store::ScheduledGame& game, int entrant) const {
        arena::RunOptions gone = options();
        gone.withdrawn = [&](int each) {
            return each == entrant ? std::optional<std::string>("") : std::nullopt;
        };
        auto lost = *arena::forfeited(game, tournament->setups(), gone);
        lost.record.faults.clear();
        lost.record.lose(game.south == entrant ? Side::south : Side::north, Ending::gone,
                         FaultKind::gone, "gone");
        finish(lost);
    }
};

bool is_withdrawal(const Tournament& tournament, std::size_t number) {
    const auto& games = tournament.games();
    const auto game = std::find_if(games.begin(), games.end(),
                                   [&](const auto& each) { return each.number == number; });
    REQUIRE(game != games.end());
    return game->forfeited() && game->loss == FaultKind::withdrawn;
}

}  // namespace

TEST_CASE("a game becomes a forfeit if earlier games have withdrawn its player meanwhile") {
    const Taken taken;
    const auto& games = taken.games;
    REQUIRE(games.size() == 6);
    const int loser = games[0].south;
    const auto meets = [&](const auto& game) { return game.south == loser || game.north == loser; };
    // All but the first have been played before anybody knows how the first one ends.
    for (std::size_t i = 1; i < games.size(); ++i) taken.play(games[i]);
    REQUIRE_FALSE(taken.tournament->catch_up(wall_time));
    CHECK(taken.tournament->games().empty());
    taken.lose(games[0], loser);
    REQUIRE_FALSE(taken.tournament->catch_up(wall_time));
    CHECK_FALSE(is_withdrawal(*taken.tournament, games[0].number));
    const auto stored = *Tournament::load(taken.store, std::nullopt, Tournament::Use::look);
    for (std::size_t i = 1; i < games.size(); ++i) {
        CHECK(is_withdrawal(*taken.tournament, games[i].number) == meets(games[i]));
        CHECK(is_withdrawal(*stored, games[i].number) == meets(games[i]));
    }
    REQUIRE_FALSE(taken.tournament->advance(2));
    CHECK(taken.tournament->is_finished());
}

TEST_CASE("later games do not withdraw a player from earlier ones") {
    const Taken taken;
    const auto& games = taken.games;
    const int loser = games.back().south;
    for (std::size_t i = 0; i + 1 < games.size(); ++i) taken.play(games[i]);
    taken.lose(games.back(), loser);
    REQUIRE_FALSE(taken.tournament->catch_up(wall_time));
    for (const auto& game : games) CHECK_FALSE(is_withdrawal(*taken.tournament, game.number));
}

TEST_CASE("time limits are scaled so that players search as much as on the reference machine") {
    using namespace std::chrono_literals;
    arena::Plan plan;
    plan.boards = {"4x3"};
    plan.entrants = {{"timed", "alphabeta:time=200ms"},
                     {"counted", "alphabeta:nodes=300"},
                     {"program", "cmd:true"}};
    plan.kind = arena::Kind::round_robin;
    plan.program_time = 500ms;
    plan.margin = 100ms;
    CHECK(arena::time_factor(plan, 1e6) == 1);
    plan.reference_speed = 3'000'000;
    CHECK(arena::time_factor(plan, 0) == 1);
    CHECK(arena::time_factor(plan, 3e6) == 1);
    CHECK(arena::time_factor(plan, 9e6) == doctest::Approx(0.3333));
    const double factor = arena::time_factor(plan, 2e6);
    CHECK(factor == 1.5);
    CHECK(*arena::parse_plan(arena::to_toml(plan), {}) == plan);

    const arena::Plan programs = arena::with_scaled_programs(plan, factor);
    CHECK(programs.program_time == 750ms);
    CHECK(programs.start_time == 15s);
    CHECK(programs.cpu_time == 0ms);  // no limit
    auto factory = *arena::EntrantFactory::parse(plan, plan.entrants, arena::ready(plan)->setups);
    factory.scale_times(factor);
    CHECK(factory.spec(0, 0).settings.limits.time == 300ms);
    CHECK_FALSE(factory.spec(1, 0).settings.limits.time);
    const auto limits = factory.run_options(1, wall_time).limits;
    CHECK(limits[0] == 400ms);  // the margin is for the machine, not for the search
    CHECK_FALSE(limits[1]);
}

TEST_CASE("the factor of time limits is kept with a game") {
    const Taken taken;
    std::optional<store::PlayedGame> kept;
    arena::run_games({taken.games[0]}, taken.tournament->setups(), taken.options(), StopToken(),
                     [&](const store::PlayedGame& played) {
                         kept = played;
                         return true;
                     });
    REQUIRE(kept);
    store::PlayedGame& game = *kept;
    game.time_factor = 1.25;
    taken.finish(game);
    REQUIRE_FALSE(taken.tournament->catch_up(wall_time));
    CHECK(taken.tournament->games().front().time_factor == 1.25);
    CHECK(taken.store->load(game.schedule.game)->time_factor == 1.25);
}
