// The ladder: the distances of its levels are those of the document, its intervals hold what they
// promise, and it looks for the level where games say most.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

#include "arena/elo.hpp"
#include "arena/ladder.hpp"
#include "arena/simulation.hpp"
#include "support/scale.hpp"

using namespace kalah;
using namespace kalah::arena;

namespace {

/// The ratings of the levels, if the measured steps are the true ones.
std::array<double, kLevels> ratings(const LevelSteps& steps) {
    std::array<double, kLevels> levels{};
    for (std::size_t i = 1; i < kLevels; ++i) levels[i] = levels[i - 1] + steps[i - 1];
    return levels;
}

/// A game unlike all others, by the player's margin.
void add_new(Ladder& ladder, std::size_t level, int margin) {
    static int games = 0;
    ladder.add(level, Side::south, std::to_string(++games), margin);
}

/// Plays simulated games of a player with this rating until there are so many.
Ladder simulated(const LevelSteps& steps, const std::array<double, kLevels>& levels, double elo,
                 int games, test::Chance& chance) {
    Ladder ladder(steps);
    while (ladder.games() < games)
        for (const std::size_t level : ladder.next_pairs())
            for (int i = 0; i < 2; ++i)
                add_new(ladder, level,
                        chance.uniform() < score_of_elo(elo - levels[level]) ? 1 : -1);
    return ladder;
}

}  // namespace

TEST_CASE("the steps of the ladder are those that docs/players.md lists") {
    std::ifstream document(KALAH_DOCS "/players.md");
    REQUIRE(document);
    std::vector<std::array<double, 2>> found;
    for (std::string line; std::getline(document, line);) {
        if (!line.starts_with("| `level") || line.find(" | +") == std::string::npos) continue;
        const std::size_t first = line.find(" | +") + 3;
        const std::size_t second = line.find(" | +", first) + 3;
        found.push_back({std::stod(line.substr(first)), std::stod(line.substr(second))});
    }
    REQUIRE(found.size() == kLevels - 1);
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK((*measured_steps({6, 4}))[i] == found[i][0]);
        CHECK((*measured_steps({6, 6}))[i] == found[i][1]);
    }
    CHECK(!measured_steps({5, 4}));
}

TEST_CASE("95 % intervals of the ladder cover the player's strength in about 95 % of all cases") {
    const LevelSteps steps = *measured_steps({6, 4});
    test::Chance chance(18);
    const int runs = test::scaled(60, 1000);
    int covered = 0;
    int levels_covered = 0;
    int all = 0;
    for (const double at : {1.5, 3.0, 4.3, 7.0, 9.5})
        for (int run = 0; run < runs; ++run) {
            // The measured steps are themselves results of matches of 400 games.
            LevelSteps truth = steps;
            for (double& step : truth) {
                const double p = score_of_elo(step);
                step += chance.normal() * 400 / std::log(10) / std::sqrt(kStepGames * p * (1 - p));
            }
            const auto levels = ratings(truth);
            const auto below = static_cast<std::size_t>(at) - 1;
            const double elo = levels[below] + (at - std::floor(at)) * truth[below];
            const LadderEstimate found = simulated(steps, levels, elo, 60, chance).estimate();
            // The player against the nearest level, as the interval is meant.
            const double lead = elo - levels[below];
            const double seen = found.elo - found.levels[below];
            covered += std::abs(seen - lead) <= found.error ? 1 : 0;
            levels_covered += found.low.value_or(0) <= at && at <= found.high.value_or(11) ? 1 : 0;
            ++all;
        }
    CAPTURE(all);
    // Of 300 runs 285 were covered, of 5000 94.4 % (the levels 94.6 %).
    CHECK(covered >= 0.92 * all);
    CHECK(levels_covered >= 0.92 * all);
    CHECK(covered <= 0.98 * all);
}

TEST_CASE("the ladder soon plays the levels next to the player") {
    const LevelSteps steps = *measured_steps({6, 6});
    const auto levels = ratings(steps);
    for (const std::size_t level : {std::size_t{0}, std::size_t{3}, std::size_t{9}}) {
        CAPTURE(level);
        test::Chance chance(level + 1);
        const Ladder ladder = simulated(steps, levels, levels[level], 120, chance);
        int near = 0;
        for (std::size_t i = 0; i < kLevels; ++i)
            if (i + 1 >= level && i <= level + 1) near += ladder.scores()[i].games();
        CHECK(near > 0.7 * ladder.games());
    }
}

TEST_CASE("a player outside the levels is said to be outside") {
    const LevelSteps steps = *measured_steps({6, 6});
    Ladder weak(steps);
    Ladder strong(steps);
    while (weak.games() < 60)
        for (const std::size_t level : weak.next_pairs())
            add_new(weak, level, -1), add_new(weak, level, -3);
    while (strong.games() < 60)
        for (const std::size_t level : strong.next_pairs())
            add_new(strong, level, 1), add_new(strong, level, 9);
    CHECK(weak.estimate().below());
    CHECK(!weak.estimate().level);
    CHECK(strong.estimate().above());
    CHECK(!strong.estimate().level);
    CHECK(strong.scores()[9].games() > 20);
    CHECK(weak.scores()[0].games() > 20);
}

TEST_CASE("the same games lead to the same next levels, a few at first and more later") {
    const LevelSteps steps = *measured_steps({6, 4});
    Ladder ladder(steps);
    auto first = ladder.next_pairs();
    std::sort(first.begin(), first.end());
    CHECK(first == std::vector<std::size_t>{4, 5});
    for (int i = 0; i < 40; ++i) add_new(ladder, 5, i % 2);
    CHECK(ladder.next_pairs() == ladder.next_pairs());
    CHECK(ladder.next_pairs().size() == 8);
    CHECK(ladder.scores()[5].draws == 20);
}

TEST_CASE("games of the ladder that repeat each other count once") {
    Ladder ladder(*measured_steps({6, 4}));
    const auto play = [&] {
        ladder.add(4, Side::south, "1 2 3", 5);
        ladder.add(4, Side::north, "1 2 3", -5);
        ladder.add(5, Side::south, "1 2 3", 5);
        ladder.add(4, Side::south, "1 2 4", 0);
    };
    play();
    const double error = ladder.estimate().error;
    for (int i = 0; i < 10; ++i) play();
    CHECK(ladder.games() == 4);
    CHECK(ladder.scores()[4].points() == 1.5);
    CHECK(ladder.estimate().error == error);
}
