#include "arena/tournament.hpp"

#include <doctest/doctest.h>

#include <set>
#include <thread>

#include <SQLiteCpp/Database.h>

#include "kalah/stop_token.hpp"
#include "players/spec.hpp"
#include "support/folder.hpp"
#include "system/files.hpp"

using namespace kalah;
using arena::Kind;
using arena::Plan;
using arena::Tournament;
using Use = Tournament::Use;

namespace {

Plan small_plan(Kind kind, const std::vector<std::string>& players) {
    Plan plan;
    plan.kind = kind;
    plan.boards = {"4x3"};
    plan.games = 4;
    plan.openings = "2-ply";
    for (const std::string& player : players) plan.entrants.push_back({player, player});
    return plan;
}

std::shared_ptr<store::Store> open(const std::string& path) {
    return *store::Store::open(path, store::Access::write, 1);
}

arena::RunOptions options_for(const Tournament& tournament, int concurrency = 1) {
    arena::RunOptions options;
    options.concurrency = concurrency;
    options.wall_clock = [] { return std::int64_t{1000}; };
    options.make_player = [&](int entrant, int) {
        const auto& spec = tournament.plan().entrants[static_cast<std::size_t>(entrant)].spec;
        return players::make_player(*players::parse_player(spec));
    };
    return options;
}

/// Plays at most `most` more games. Returns the number of games so far.
std::size_t play_some(Tournament& tournament, std::size_t most, int concurrency = 1) {
    StopToken stop;
    std::size_t played = 0;
    arena::TournamentEvents events;
    events.on_game = [&](const auto&, const auto&) {
        if (++played >= most) stop.request();
    };
    const auto error = tournament.play(options_for(tournament, concurrency), stop, events);
    CHECK_FALSE(error);
    return tournament.games().size();
}

/// A player that is slow in games that begin with these moves.
class Slow : public Player {
  public:
    Slow(std::unique_ptr<Player> player, std::string opening)
        : player_(std::move(player)), opening_(std::move(opening)) {}
    [[nodiscard]] std::string name() const override { return player_->name(); }
    void new_game(std::uint64_t seed) override { player_->new_game(seed); }
    void start_game(const GameStart& invitation) override {
        slow_ = moves_text(invitation.game) == opening_;
    }
    Decision choose(const Game& game, const StopToken& stop) override {
        if (slow_) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return player_->choose(game, stop);
    }

  private:
    std::unique_ptr<Player> player_;
    std::string opening_;
    bool slow_ = false;
};

std::vector<std::string> moves(const Tournament& tournament) {
    std::vector<std::string> all;
    for (const auto& game : tournament.games()) all.push_back(game.moves);
    return all;
}

}  // namespace

TEST_CASE("a tournament goes on from where its store is, to the same end") {
    const test::Folder folder;
    for (const Kind kind : {Kind::round_robin, Kind::knockout, Kind::swiss}) {
        const Plan plan =
            small_plan(kind, {"random", "greedy", "alphabeta:depth=2", "random:seed=4"});
        const auto whole = *Tournament::begin(*store::Store::in_memory(), plan, 1);
        play_some(*whole, 1000);
        CHECK(whole->is_finished());

        const std::string path = folder.path() + "/" + std::string(name(kind));
        std::size_t played = 0;
        {
            const auto begun = *Tournament::begin(open(path), plan, 1);
            played = play_some(*begun, 3);
            CHECK(played == 3);
        }
        for (int i = 0; i < 100; ++i) {
            const auto resumed = *Tournament::load(open(path), std::nullopt, Use::play);
            CHECK(resumed->games().size() == played);
            if (resumed->is_finished()) break;
            played = play_some(*resumed, 5, 2);
        }
        const auto ended = *Tournament::load(open(path), std::nullopt, Use::look);
        REQUIRE(ended->is_finished());
        CHECK(ended->plan() == plan);
        CHECK(moves(*ended) == moves(*whole));
    }
}

TEST_CASE("a round that was scheduled with one opening for all pairings keeps it") {
    // Versions up to 0.1.0 scheduled rounds like this.
    const test::Folder folder;
    const std::string path = folder.path() + "/t";
    const Plan plan =
        small_plan(Kind::swiss, {"random", "greedy", "random:seed=3", "random:seed=4"});
    play_some(**Tournament::begin(open(path), plan, 1), 1);
    SQLite::Database(path, SQLite::OPEN_READWRITE)
        .exec("PRAGMA foreign_keys = ON; DELETE FROM games; UPDATE schedule SET opening = '1 1'");
    const auto resumed = *Tournament::load(open(path), std::nullopt, Use::play);
    REQUIRE(play_some(*resumed, 1000) > 8);
    CHECK(resumed->is_finished());
    std::set<std::string> later;
    for (const auto& game : resumed->games()) {
        if (game.round == 0)
            CHECK(game.opening == "1 1");
        else
            later.insert(game.opening);
    }
    CHECK(later.size() > 2);
}

TEST_CASE("a match in a store of kalah 0.1.0 is played to its end from its own opening") {
    const test::Folder folder;
    const std::string path = folder.path() + "/t";
    {
        SQLite::Database old(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        old.exec(*read_file(std::string(KALAH_TEST_DATA) + "/store-v7.sql"));
        old.exec(
            "PRAGMA foreign_keys = ON; DELETE FROM games WHERE id = 2; UPDATE tournaments SET "
            "finished = 0");
    }
    const auto resumed = *Tournament::load(open(path), std::nullopt, Use::play);
    CHECK(resumed->games().size() == 1);
    CHECK(play_some(*resumed, 1000) == 2);
    CHECK(resumed->is_finished());
    for (const auto& game : resumed->games()) CHECK(game.opening == "2-3 3 1");
}

TEST_CASE("two programs do not play one tournament at the same time") {
    const test::Folder folder;
    const std::string path = folder.path() + "/t";
    const Plan plan = small_plan(Kind::match, {"random", "greedy"});
    const auto first = *Tournament::begin(open(path), plan, 1);
    const auto second = Tournament::load(open(path), std::nullopt, Use::play);
    REQUIRE_FALSE(second);
    CHECK(second.error().message == path + ": another program is playing tournament 1");
    CHECK(Tournament::load(open(path), std::nullopt, Use::look));
}

TEST_CASE("a tournament of the dead can be taken while others hold their place") {
    const test::Folder folder;
    const std::string path = folder.path() + "/t";
    const Plan plan = small_plan(Kind::match, {"random", "greedy"});
    { const auto dead = *Tournament::begin(open(path), plan, 1); }  // its number is free again
    const auto other = open(path);                                  // and taken
    CHECK(Tournament::load(open(path), 1, Use::play));
}

TEST_CASE("a tournament that was stopped in order is anybody's") {
    const test::Folder folder;
    const std::string path = folder.path() + "/t";
    const auto first =
        *Tournament::begin(open(path), small_plan(Kind::match, {"random", "greedy"}), 1);
    CHECK(play_some(*first, 2) == 2);
    CHECK(Tournament::load(open(path), std::nullopt, Use::play));
}

TEST_CASE("a store holds several tournaments, and the newest unfinished one is meant") {
    const test::Folder folder;
    const std::string path = folder.path() + "/t";
    {
        const auto one =
            *Tournament::begin(open(path), small_plan(Kind::match, {"random", "greedy"}), 1);
        CHECK(one->id() == 1);
    }
    {
        const auto two =
            *Tournament::begin(open(path), small_plan(Kind::match, {"greedy", "random"}), 1);
        play_some(*two, 1000);
        CHECK(two->is_finished());
    }
    CHECK((*Tournament::load(open(path), std::nullopt, Use::look))->id() == 1);
    CHECK((*Tournament::load(open(path), 2, Use::look))->games().size() == 4);
    CHECK(Tournament::load(open(path), 3, Use::look).error().message ==
          path + ": there is no tournament 3");
    CHECK(Tournament::load(open(folder.path() + "/u"), std::nullopt, Use::look).error().message ==
          folder.path() +
              "/u: there is no tournament in it ('kalah tournament --store' makes one)");
}

TEST_CASE("the SPRT stops a match by itself, and later games do not count") {
    Plan plan = small_plan(Kind::match, {"alphabeta:depth=4", "random"});
    plan.boards = {"6x4"};
    plan.games = 400;
    plan.openings = "4-ply";
    plan.sprt = {0, 100, 0.05, 0.05};
    const auto alone = *Tournament::begin(*store::Store::in_memory(), plan, 1);
    play_some(*alone, 100'000);
    CHECK(alone->is_finished());
    REQUIRE(alone->sprt());
    CHECK(alone->sprt()->test().decision() == arena::SprtDecision::accept_elo1);
    CHECK(alone->games().size() < 200);

    const test::Folder folder;
    const std::string path = folder.path() + "/t";
    const auto many = *Tournament::begin(open(path), plan, 1);
    // The first pair, which is slow, decides last: by then more games than needed have ended.
    auto options = options_for(*many, 4);
    options.make_player = [&, make = options.make_player](int entrant, int board) {
        return std::make_unique<Slow>(make(entrant, board),
                                      moves_text(many->setups()[0].openings[0]));
    };
    std::size_t played = 0;
    arena::TournamentEvents events;
    events.on_game = [&](const auto&, const auto&) { ++played; };
    const StopToken never;
    CHECK_FALSE(many->play(options, never, events));
    CHECK(played > alone->games().size());
    CHECK(moves(*many) == moves(*alone));
    const auto kept = *Tournament::load(open(path), std::nullopt, Use::look);
    CHECK(moves(*kept) == moves(*alone));
    CHECK(kept->sprt()->curve() == alone->sprt()->curve());
}

TEST_CASE("who loses too many games by faults is withdrawn, and the others play on") {
    class Cheat : public Player {
        [[nodiscard]] std::string name() const override { return "cheat"; }
        void new_game(std::uint64_t) override {}
        Decision choose(const Game&, const StopToken&) override { return {12}; }
    };
    Plan plan = small_plan(Kind::round_robin, {"random", "greedy", "human"});
    plan.max_faults = 2;
    const auto tournament = *Tournament::begin(*store::Store::in_memory(), plan, 1);
    auto options = options_for(*tournament);
    options.make_player = [make = options.make_player](int entrant,
                                                       int board) -> std::unique_ptr<Player> {
        if (entrant == 2) return std::make_unique<Cheat>();
        return make(entrant, board);
    };
    const StopToken never;
    CHECK_FALSE(tournament->play(options, never, {}));
    CHECK(tournament->is_finished());
    REQUIRE(tournament->games().size() == 12);
    int cheated = 0;
    int withdrawn = 0;
    for (const auto& game : tournament->games()) {
        if (game.entrants[0] != 2 && game.entrants[1] != 2) {
            CHECK(game.ending == Ending::finished);
            continue;
        }
        CHECK(game.points_of(2) == 0);
        cheated += game.ending == Ending::illegal ? 1 : 0;
        withdrawn += game.ending == Ending::gone ? 1 : 0;
    }
    CHECK(cheated == 2);
    CHECK(withdrawn == 6);
}

TEST_CASE("a store that says what cannot be is refused with a line") {
    const test::Folder folder;
    const std::string path = folder.path() + "/t";
    {
        const auto made =
            *Tournament::begin(open(path), small_plan(Kind::match, {"random", "greedy"}), 1);
    }
    const auto error_after = [&](const std::string& change) {
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec(change);
        const auto loaded = Tournament::load(open(path), std::nullopt, Use::look);
        return loaded ? "none" : loaded.error().message;
    };
    CHECK(error_after("UPDATE schedule SET south = 7 WHERE number = 2") ==
          "tournament 1: game 3 of the schedule: no such player");
    CHECK(error_after("UPDATE schedule SET south = north WHERE number = 2") ==
          "tournament 1: game 3 of the schedule: a player against itself");
    CHECK(error_after("UPDATE schedule SET south = 0, round = 50 WHERE number = 2") ==
          "tournament 1: game 3 of the schedule: its round does not follow");
    CHECK(error_after("UPDATE schedule SET round = -5") ==
          "tournament 1: game 1 of the schedule: its round does not follow");
    CHECK(error_after("UPDATE schedule SET round = 0; UPDATE schedule SET opening = '' WHERE "
                      "number = 3") ==
          "tournament 1: game 4 of the schedule: it is not the other side of the one before");
    CHECK(error_after("UPDATE schedule SET opening = ''; UPDATE schedule SET number = 9 WHERE "
                      "number = 3") ==
          "tournament 1: game 10 of the schedule: the one before it is missing");
    CHECK(error_after("DELETE FROM schedule WHERE number = 9") ==
          "tournament 1: game 3 of the schedule: its partner is missing");
    CHECK(error_after("UPDATE schedule SET opening = '9' WHERE number = 2") ==
          "tournament 1: game 3 of the schedule: column 1: pit 9 does not exist: the pits are 1 to "
          "4");
    CHECK(error_after("UPDATE tournaments SET plan = 'kind = 3'")
              .starts_with("tournament 1: its plan, line 1, column 8: kind: "));
}
