#include "arena/run.hpp"

#include <doctest/doctest.h>

#include <signal.h>  // NOLINT: kill is POSIX
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "support/process.hpp"

using namespace kalah;

namespace {

players::Spec spec(const std::string& text) {
    return *players::parse_player(text);
}

/// A small match between two specifications, as run_games expects it.
struct Match {
    Match(const std::string& a, const std::string& b, const std::string& board,
          const std::string& openings) {
        plan.entrants = {{"A", a}, {"B", b}};
        plan.boards = {board};
        plan.openings = openings;
        setups = *arena::board_setups(plan);
        games = arena::games_of(plan, arena::next_pairings(plan, {}), setups, 0, 0);
        options.names = {"A", "B"};
        options.wall_clock = [] { return std::int64_t{1000}; };
        options.make_player = [this](int entrant, int) {
            return players::make_player(
                spec(plan.entrants[static_cast<std::size_t>(entrant)].spec));
        };
    }

    std::vector<store::PlayedGame> play(int concurrency, std::uint64_t seed) {
        options.concurrency = concurrency;
        options.seed = seed;
        std::vector<store::PlayedGame> ended;
        arena::run_games(games, setups, options, stop, [&](store::PlayedGame game) {
            ended.push_back(std::move(game));
            return ended.size() < most;
        });
        std::sort(ended.begin(), ended.end(), [](const auto& x, const auto& y) {
            return x.schedule.number < y.schedule.number;
        });
        return ended;
    }

    arena::Plan plan;
    std::vector<arena::BoardSetup> setups;
    std::vector<store::ScheduledGame> games;
    arena::RunOptions options;
    StopToken stop;
    std::size_t most = 1'000'000;
};

std::vector<std::string> texts(const std::vector<store::PlayedGame>& games) {
    std::vector<std::string> all;
    for (const auto& game : games) all.push_back(moves_text(game.record.game));
    return all;
}

/// Returns a given decision after a given pause.
class Puppet : public Player {
  public:
    explicit Puppet(Decision decision, std::chrono::milliseconds pause = {})
        : decision_(std::move(decision)), pause_(pause) {}
    [[nodiscard]] std::string name() const override { return "puppet"; }
    void new_game(std::uint64_t) override {}
    void start_game(const GameStart& invitation) override { opponent = invitation.opponent; }
    Decision choose(const Game&, const StopToken&) override {
        std::this_thread::sleep_for(pause_);
        return decision_;
    }
    std::vector<Fault> end_game(const GameRecord&) override {
        return {{0, Side::north, FaultKind::garbage, "muttered"}};
    }
    std::string opponent;

  private:
    Decision decision_;
    std::chrono::milliseconds pause_;
};

GameRecord against_greedy(Puppet& puppet, const GameTerms& terms = {}) {
    const StopToken never;
    const auto honest = players::make_player(spec("greedy"));
    return play_game(Game({}, start_board({6, 4})), *honest, puppet, terms, never).record;
}

}  // namespace

TEST_CASE("games are the same whatever the number of them at one time") {
    Match match("random", "alphabeta:depth=3,ties=random", "4x3", "2-ply");
    const auto one = match.play(1, 5);
    const auto four = match.play(4, 5);
    REQUIRE(one.size() == match.games.size());
    CHECK(texts(one) == texts(four));
    CHECK(texts(one) != texts(match.play(1, 6)));
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(one[i].schedule.number == i);
        CHECK(one[i].record.name_of(Side::south) == (i % 2 == 0 ? "A" : "B"));
        CHECK(one[i].record.game.over());
        CHECK(one[i].record.started == 1000);
        CHECK(one[i].overhead >= 0);
        // Both games of a pair start from the same opening.
        CHECK(one[i].schedule.opening == one[i - i % 2].schedule.opening);
    }
}

TEST_CASE("no game begins when no more are wanted") {
    Match match("random", "greedy", "4x3", "2-ply");
    match.most = 3;
    CHECK(match.play(1, 1).size() == 3);
    match.stop.request();
    CHECK(match.play(2, 1).empty());
}

TEST_CASE("who has been withdrawn loses without a move") {
    Match match("random", "greedy", "4x3", "first-move");
    match.options.withdrawn = [](int entrant) -> std::optional<std::string> {
        if (entrant == 1) return "enough";
        return std::nullopt;
    };
    const auto games = match.play(2, 1);
    REQUIRE(games.size() == 8);
    for (const auto& game : games) {
        const GameRecord& record = game.record;
        CHECK(record.name_of(*record.loser) == "B");
        CHECK(record.ending == Ending::gone);
        CHECK(record.faults.back().text == "enough");
        CHECK(record.game.played().size() == 1);  // the opening
    }
}

TEST_CASE("an answer that is no legal move loses by a fault") {
    Puppet cheat({.pit = 12});
    const auto record = against_greedy(cheat);
    CHECK(cheat.opponent == "greedy");
    CHECK(record.loser == Side::north);
    CHECK(record.ending == Ending::illegal);
    REQUIRE(record.faults.size() == 2);
    CHECK(record.faults[0].text == "muttered");
    CHECK(record.faults[1].text == "pit 13 does not exist: the pits are 1 to 6");
    CHECK(record.margin() == 48);
}

TEST_CASE("who takes longer than the limit loses, and who says so himself does too") {
    using std::chrono::milliseconds;
    Puppet slow({.pit = 0}, milliseconds(30));
    GameTerms terms;
    terms.limits[1] = milliseconds(5);
    const auto late = against_greedy(slow, terms);
    CHECK(late.loser == Side::north);
    CHECK(late.ending == Ending::timeout);
    CHECK(late.faults.back().text.ends_with(" ms, may take 5 ms"));

    Puppet gone({.forfeit = Forfeit{Ending::gone, FaultKind::flood, "talks too much"}});
    const auto left = against_greedy(gone);
    CHECK(left.loser == Side::north);
    CHECK(left.ending == Ending::gone);
    CHECK(left.faults.back() ==
          Fault{left.game.played().size(), Side::north, FaultKind::flood, "talks too much"});
}

TEST_CASE("a program that was stopped while a player was thinking asks him again") {
    // Play in a child process: the parent stops it for longer than the limit.
    Match match("greedy", "alphabeta:depth=2", "4x3", "first-move");
    match.options.limits = {std::chrono::seconds(1), std::chrono::seconds(1)};
    match.options.make_player = [](int, int) -> std::unique_ptr<Player> {
        return std::make_unique<Puppet>(Decision{}, std::chrono::milliseconds(5));
    };
    const pid_t child = ::fork();
    if (child == 0) {
        bool timed_out = false;
        for (const auto& game : match.play(1, 1))
            timed_out = timed_out || game.record.ending == Ending::timeout;
        ::_exit(timed_out ? 1 : 0);
    }
    ::usleep(60'000);
    ::kill(child, SIGSTOP);
    ::usleep(1'700'000);
    ::kill(child, SIGCONT);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
}

TEST_CASE("games go on with fewer at one time where threads or memory are short") {
    if (!test::kCanLimitMemory) return;
    for (const std::string player : {"random", "alphabeta:depth=2,tt=16M"}) {
        CAPTURE(player);
        Match match(player, player, "6x4", "first-move");
        const int status = test::status_of([&] {
            test::limit_memory(60 << 20);  // a few stacks, or the tables of one pair of players
            return match.play(64, 1).size() == match.games.size() ? 0 : 1;
        });
        CHECK(status == 0);
    }
}

TEST_CASE("players that cannot be had at all end the run, and say so") {
    if (!test::kCanLimitMemory) return;
    Match match("greedy", "mtdf:depth=2", "6x4", "first-move");
    match.options.make_player = [](int entrant, int) {
        auto made = spec(entrant == 0 ? "greedy" : "mtdf:depth=2");
        if (entrant == 1) made.settings.table_bytes = std::size_t{1} << 60;
        return players::make_player(made);
    };
    CHECK_THROWS_AS(static_cast<void>(match.play(4, 1)), players::NoRoomForTable);
}
