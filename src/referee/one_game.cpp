#include "referee/one_game.hpp"

#include "rules/mix.hpp"

namespace kalah {

GameRecord play_game(Game game, Player& south, Player& north, std::uint64_t seed,
                     const std::atomic<bool>& stop) {
    south.new_game(mix(seed, 0));
    north.new_game(mix(seed, 1));
    GameRecord record{std::move(game), {south.name(), north.name()}};
    record.notes.assign(record.game.played().size(), {0, "", Chooser::referee});
    if (record.game.over()) record.ending = Ending::finished;
    while (record.ending == Ending::running) {
        const Side mover = record.game.board().to_move;
        Player& player = mover == Side::south ? south : north;
        Decision decision = player.choose(record.game, stop);
        if (stop.load())
            record.ending = Ending::stopped;
        else if (auto objection = record.game.objection(decision.pit))
            record.lose(mover, Ending::illegal, FaultKind::illegal, std::move(*objection));
        else
            record.play(decision.pit, {0, std::move(decision.thought)});
    }
    return record;
}

}  // namespace kalah
