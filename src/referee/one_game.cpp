#include "referee/one_game.hpp"

#include "rules/mix.hpp"

namespace kalah {

int GameRecord::margin() const {
    if (fault_of) {
        const int all = seeds_in_all(game.board());
        return *fault_of == Side::south ? -all : all;
    }
    return game.board().store(Side::south) - game.board().store(Side::north);
}

GameRecord play_game(Game game, Player& south, Player& north, std::uint64_t seed,
                     const std::atomic<bool>& stop) {
    south.new_game(mix(seed, 0));
    north.new_game(mix(seed, 1));
    GameRecord record{std::move(game)};
    while (!record.game.over()) {
        const Side mover = record.game.board().to_move;
        Player& player = mover == Side::south ? south : north;
        const Decision decision = player.choose(record.game, stop);
        if (stop.load()) {
            record.stopped = true;
            break;
        }
        if (const auto objection = record.game.objection(decision.pit)) {
            record.fault_of = mover;
            record.fault = *objection;
            break;
        }
        record.game.play(decision.pit);
    }
    return record;
}

}  // namespace kalah
