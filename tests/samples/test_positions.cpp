#include <algorithm>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "samples/data_set.hpp"

using namespace kalah;
using namespace kalah::samples;

namespace {

GameSource random_games(BoardSize size, int opening = 6) {
    return {{}, start_board(size), {*players::parse_player("random")}, opening, 3};
}

}  // namespace

TEST_CASE("a game depends on its number alone") {
    const GameSource source = random_games({4, 3});
    const StopToken stop;
    GameMaker forwards(source);
    GameMaker backwards(source);
    std::vector<std::string> first;
    std::vector<std::string> second;
    for (std::uint64_t i = 0; i < 20; ++i)
        first.push_back(moves_text(forwards.play(i, stop).record.game));
    for (std::uint64_t i = 20; i-- > 0;)
        second.push_back(moves_text(backwards.play(i, stop).record.game));
    std::reverse(second.begin(), second.end());
    CHECK(first == second);
    CHECK(std::set<std::string>(first.begin(), first.end()).size() > 15);
}

TEST_CASE("the sowings of an opening are forced and the rest is the players'") {
    const GameSource source = random_games({6, 4}, 5);
    const FreshGame game = GameMaker(source).play(7, StopToken());
    REQUIRE(game.record.notes.size() > 5);
    for (std::size_t i = 0; i < game.record.notes.size(); ++i)
        CHECK((game.record.notes[i].source == MoveSource::forced) == (i < 5));
    CHECK(game.record.ending == Ending::finished);
}

TEST_CASE("a position and its flipped twin have one key, and stores matter only to majority stop") {
    const Board board = *parse_position("<3,2,5,1,0,2,0,3,1>");
    Board other_stores = board;
    other_stores.store(Side::south) += 1;
    Rules majority;
    majority.majority_stop = true;
    for (const Rules& rules : {Rules{}, majority}) {
        CHECK(position_key(rules, board) == position_key(rules, flipped(board)));
        CHECK((position_key(rules, board) == position_key(rules, other_stores)) ==
              !rules.majority_stop);
    }
    Board other_side = board;
    other_side.to_move = Side::north;
    CHECK(position_key({}, board) != position_key({}, other_side));
}

TEST_CASE("phases split the range of seeds into equal parts, the fullest first") {
    const Selection selection{100, 3, 12, 4};
    std::map<int, int> sizes;
    int last = 0;
    for (int seeds = 12; seeds >= 3; --seeds) {
        const int phase = Sampler::phase_of(selection, seeds);
        CHECK(phase >= last);
        last = phase;
        ++sizes[phase];
    }
    CHECK(sizes.size() == 4);
    for (const auto& [phase, size] : sizes) CHECK((size == 2 || size == 3));
}

TEST_CASE("a data set fills its phases, and stops where the game has no more positions") {
    const GameSource source = random_games({2, 1}, 0);
    const Selection selection{1'000, 1, 4, 1, 10, 0.0};
    const DataSet data = make_data_set(source, selection, no_labels(), 2, StopToken(), no_progress);
    CHECK_FALSE(data.interrupted);
    CHECK(data.samples.size() > 3);
    CHECK(data.samples.size() < 50);  // 2x1 has few positions
    std::set<std::string> texts;
    for (const Sample& sample : data.samples) {
        CHECK(sample.board.to_move == Side::south);
        Board pits = sample.board;
        pits.stores = {};
        CHECK(texts.insert(to_text(pits)).second);
    }
}

TEST_CASE("positions without a label are left out, and the search for others ends") {
    const GameSource source = random_games({4, 3});
    const Selection selection{200, 1, 24, 2};
    const NewLabeller late_only = [] {
        return [](std::span<const Sample> game) {
            std::vector<std::optional<Label>> labels(game.size());
            for (std::size_t i = 0; i < game.size(); ++i)
                if (game[i].phase == 1) labels[i] = Label{LabelKind::exact, 1};
            return labels;
        };
    };
    const DataSet data = make_data_set(source, selection, late_only, 2, StopToken(), no_progress);
    CHECK(data.samples.size() == 100);
    CHECK(data.unsolved >= 300);
    for (const Sample& sample : data.samples) CHECK(sample.phase == 1);
}

TEST_CASE("a stop leaves what is ready") {
    const GameSource source = random_games({6, 4});
    const Selection selection{1'000'000, 1, 48, 1};
    const DataSet data = make_data_set(source, selection, no_labels(), 2, StopToken(),
                                       [](std::uint64_t ready) { return ready < 2'000; });
    CHECK(data.interrupted);
    CHECK(data.samples.size() >= 2'000);
    CHECK(data.samples.size() < 10'000);
}
