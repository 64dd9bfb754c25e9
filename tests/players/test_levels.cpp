// The casual player overlooks what it is told to overlook; levels are names for players, each
// stronger than the one before.
#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "kalah/stop_token.hpp"
#include "players/spec.hpp"
#include "support/scale.hpp"

using namespace kalah;
using players::parse_player;

namespace {

int choice_of(const char* spec, const char* position, std::uint64_t seed = 1) {
    const auto player = players::make_player(*parse_player(spec));
    player->new_game(seed);
    return player->choose(Game({}, *parse_position(position)), StopToken()).pit + 1;
}

/// The share of points of the first level, from 6x4 after each first sowing, from both sides.
double share_of_points(const players::Level& one, const players::Level& other, int rounds) {
    const StopToken never;
    const auto a = players::make_player(*parse_player(one.name));
    const auto b = players::make_player(*parse_player(other.name));
    double points = 0;
    for (int round = 0; round < rounds; ++round)
        for (const Side mine : kBothSides) {
            Game game({}, start_board({6, 4}));
            game.play(round % 6);
            a->new_game(static_cast<std::uint64_t>(round));
            b->new_game(static_cast<std::uint64_t>(round));
            while (!game.over())
                game.play((game.board().to_move == mine ? a : b)->choose(game, never).pit);
            const int margin = game.board().store(mine) - game.board().store(opponent(mine));
            points += margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
        }
    return points / (2 * rounds);
}

}  // namespace

TEST_CASE("a casual player sees captures and extra turns, or overlooks them") {
    // Pit 1 captures seven seeds; nothing else gains anything.
    constexpr const char* kCapture = "<6,0,0,1,0,5,5,5,5,1,1,1,1,6,1>";
    // Pit 3 ends in the store.
    constexpr const char* kExtraTurn = "<3,0,0,9,9,1,3,3,3>";
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CHECK(choice_of("casual:depth=1,oversight=0", kCapture, seed) == 1);
        CHECK(choice_of("casual:depth=1,oversight=100", kCapture, seed) != 1);
        CHECK(choice_of("casual:depth=2,oversight=100", kExtraTurn, seed) != 3);
    }
    // Of two moves it plays the one that it sees, even if that is worse.
    CHECK(choice_of("casual:depth=1,oversight=100", "<3,0,0,0,5,1,3,3,3>") == 2);
    // If it sees none, it plays one all the same.
    CHECK(choice_of("casual:depth=1,oversight=100", "<3,0,0,0,0,1,3,3,3>") == 3);
}

TEST_CASE("a casual player that overlooks nothing plays as alpha-beta of its depth values moves") {
    const StopToken never;
    for (const char* start : {"6x4", "4x3", "5x2"}) {
        Game game({}, *parse_start(start));
        const auto casual = players::make_player(*parse_player("casual:depth=3,oversight=0"));
        while (!game.over()) {
            EngineOptions options;
            options.eval = EvalId::store;
            options.limits.depth = 3;
            Engine engine = Engine::create(options).take();
            const auto report = engine.analyse(game.rules(), game.board(), never);
            const int pit = casual->choose(game, never).pit;
            for (const MoveReport& move : report.moves)
                if (move.pit == pit) CHECK(move.score.value == report.score.value);
            game.play(pit);
        }
    }
}

TEST_CASE("a casual player repeats itself from its seed") {
    const Game start({}, start_board({6, 4}));
    const auto pits = [&](std::uint64_t seed) {
        const auto player = players::make_player(*parse_player("casual:depth=2,oversight=50"));
        player->new_game(seed);
        Game game = start;
        std::vector<int> chosen;
        while (!game.over()) {
            chosen.push_back(player->choose(game, StopToken()).pit);
            game.play(chosen.back());
        }
        return chosen;
    };
    CHECK(pits(7) == pits(7));
    CHECK(pits(7) != pits(8));
}

TEST_CASE("levels have two names, take a seed and an opening, and nothing else") {
    CHECK(players::levels().size() == 10);
    for (const players::Level& level : players::levels()) {
        CAPTURE(level.name);
        const auto meant = parse_player(level.player);
        REQUIRE(meant);
        CHECK_FALSE(meant->settings.limits.time);  // or it would depend on the machine
        for (const std::string& name : {std::string(level.name), std::string(level.word)}) {
            const auto spec = parse_player(name);
            REQUIRE(spec);
            CHECK(spec->text == name);
            CHECK(spec->kind == meant->kind);
            CHECK(spec->oversight == meant->oversight);
            CHECK(spec->settings.limits.depth == meant->settings.limits.depth);
            CHECK(spec->settings.limits.nodes == meant->settings.limits.nodes);
            CHECK(parse_player(name + ":seed=5,opening=2")->opening == 1);
            CHECK(parse_player(name + ":depth=5").error().code == "unknown_setting");
        }
    }
    CHECK(parse_player("level0").error().code == "unknown_player");
    CHECK(parse_player("level11").error().code == "unknown_player");
    CHECK(parse_player("casual:depth=9").error().code == "bad_setting");
}

TEST_CASE("every level beats the one before") {
    const auto levels = players::levels();
    const auto most = static_cast<std::size_t>(test::scaled(9, 10));  // the strongest take longer
    for (std::size_t i = 1; i < most; ++i) {
        CAPTURE(levels[i].name);
        CHECK(share_of_points(levels[i], levels[i - 1], test::scaled(40, 200)) > 0.55);
    }
}
