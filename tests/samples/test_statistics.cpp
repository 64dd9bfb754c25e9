#include <doctest/doctest.h>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "samples/statistics_report.hpp"

using namespace kalah;
using namespace kalah::samples;

namespace {

/// A game on 2x1, with the first `forced` moves as its opening.
GameRecord game_of(const std::string& south, const std::string& north, const std::string& moves,
                   std::size_t forced = 0, const std::string& start = "2x1") {
    Game game({}, *parse_start(start));
    REQUIRE(game.play_text(moves));
    GameRecord record{game, {south, north}};
    record.notes.resize(game.played().size());
    for (std::size_t i = 0; i < forced; ++i) record.notes[i].source = MoveSource::forced;
    record.ending = game.over() ? Ending::finished : Ending::running;
    return record;
}

const arena::Mean* find(const Group& group, const std::string& key) {
    for (const Measured& measured : group.measured)
        if (measured.quantity.key == key) return &measured.mean;
    return nullptr;
}

}  // namespace

TEST_CASE("games that were not played to their end are left out, by how they ended") {
    Collector collector;
    GameRecord forfeited = game_of("a", "b", "1", 1);
    forfeited.lose(Side::north, Ending::gone, FaultKind::crash, "gone");
    collector.add(forfeited);
    GameRecord cut_short = game_of("a", "b", "1");
    cut_short.lose(Side::south, Ending::timeout, FaultKind::timeout, "late");
    collector.add(cut_short);
    GameRecord stopped = game_of("a", "b", "1");
    stopped.ending = Ending::stopped;
    collector.add(stopped);
    collector.add(game_of("a", "b", "1"));
    CHECK(collector.left_out().forfeited == 1);
    CHECK(collector.left_out().cut_short == 1);
    CHECK(collector.left_out().unfinished == 2);
    CHECK(collector.groups().empty());
}

TEST_CASE("the first player's results count games of two players in pairs only") {
    const std::string moves = "2-1";  // south's last seed leaves its row empty
    Collector collector;
    collector.add(game_of("a", "b", moves));
    CHECK(find(collector.groups().front(), "first_margin") == nullptr);
    collector.add(game_of("a", "b", moves));
    CHECK(collector.groups().front().paired_games == 0);
    collector.add(game_of("b", "a", moves));
    CHECK(collector.groups().front().paired_games == 2);
    collector.add(game_of("c", "c", moves));
    const Group group = collector.groups().front();
    CHECK(group.paired_games == 3);
    CHECK(group.games == 4);
    CHECK(group.distinct_games == 1);
    REQUIRE(find(group, "moves") != nullptr);
    CHECK(find(group, "moves")->value == 2);
    CHECK_FALSE(find(group, "moves")->error);  // one game, however often it was played
    CHECK(find(group, "turns")->value == 1);
    CHECK(find(group, "extra_turns")->value == 1);
}

TEST_CASE("phases are parts of the board's seeds, wherever the game began") {
    // Of eight seeds, five and three are left in the pits at the beginning.
    const GameRecord fuller = game_of("a", "a", "2", 0, "<2,2,1,0,1,3,1>");
    const GameRecord emptier = game_of("a", "a", "1 2", 0, "<2,3,2,1,1,0,1>");
    for (const auto& games : {std::vector{fuller, emptier}, std::vector{emptier, fuller}}) {
        Collector collector;
        for (const GameRecord& game : games) collector.add(game);
        const auto groups = collector.groups();
        REQUIRE(groups.size() == 1);
        CHECK(groups.front().board == "2x2 positions");
        REQUIRE(groups.front().phases.size() == 2);
        CHECK(groups.front().phases[0].most_seeds == 6);
        CHECK(groups.front().phases[0].least_seeds == 5);
        CHECK(groups.front().phases[1].most_seeds == 4);
        CHECK(groups.front().phases[1].least_seeds == 3);
    }
}

TEST_CASE("games without an opening count as independent beside games that have one") {
    const std::vector<std::string> freely{"2-1", "1 1 2"};
    Collector collector;
    for (int i = 0; i < 10; ++i)
        for (const std::string& moves : freely) collector.add(game_of("a", "a", moves));
    collector.add(game_of("a", "a", "1 1 2", 1));
    const Group group = collector.groups().front();
    CHECK(group.openings == 2);
    // Three clusters: two distinct games with an excess of -110/21 and 100/21 moves, and the
    // opening with 10/21. Their error, times Student's 4.303:
    REQUIRE(find(group, "moves")->error);
    CHECK(*find(group, "moves")->error == doctest::Approx(1.780).epsilon(0.001));
}

TEST_CASE("a page shows what was measured of any group") {
    Collector collector;
    collector.add(game_of("a", "b", "2-1"));  // no pair
    collector.add(game_of("c", "c", "2-1"), "c");
    const auto groups = collector.groups();
    REQUIRE(groups.size() == 2);
    REQUIRE(find(groups.front(), "first_score") == nullptr);
    const report::Document page = document_of(groups, collector.left_out(), {});
    const auto& table = std::get<report::Table>(page.sections.front().blocks.front());
    CHECK(table.rows.size() == 1 + groups.back().measured.size());
    const auto& charts = std::get<report::Charts>(page.sections[1].blocks.front());
    CHECK(charts.all.size() == 1 + groups.back().measured.size());
}
