#include <doctest/doctest.h>

#include "kalah/game.hpp"
#include "samples/statistics.hpp"

using namespace kalah;
using namespace kalah::samples;

namespace {

/// A finished game on 2x1, with the first `forced` moves as its opening.
GameRecord game_of(const std::string& south, const std::string& north, const std::string& moves,
                   std::size_t forced = 0) {
    Game game({}, start_board({2, 1}));
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
