#include "referee/one_game.hpp"

#include <algorithm>
#include <utility>

#include "base/mix64.hpp"
#include "kalah/stop_token.hpp"

namespace kalah {
namespace {

using Clock = std::chrono::steady_clock;

std::string milliseconds_text(std::chrono::nanoseconds time) {
    return std::to_string(std::chrono::ceil<std::chrono::milliseconds>(time).count()) + " ms";
}

/// Asks the player to move; plays its move, or ends the game. Returns the player's seconds.
double next_move(GameRecord& record, Player& player,
                 const std::optional<std::chrono::nanoseconds>& limit, const StopToken& stop) {
    const Side mover = record.game.board().to_move;
    const auto asked = Clock::now();
    Decision decision = player.choose(record.game, stop);
    const std::chrono::nanoseconds took = Clock::now() - asked;
    double& seconds = decision.note.seconds;
    if (seconds == 0 && !by_referee(decision.note.source))
        seconds = std::chrono::duration<double>(took).count();
    if (stop.requested()) {
        record.ending = Ending::stopped;
    } else if (decision.forfeit) {
        record.lose(mover, decision.forfeit->how, decision.forfeit->kind,
                    std::move(decision.forfeit->text));
    } else if (limit && took > *limit) {
        record.lose(mover, Ending::timeout, FaultKind::timeout,
                    "took " + milliseconds_text(took) + ", may take " + milliseconds_text(*limit));
    } else if (auto objection = record.game.validate(decision.pit)) {
        record.lose(mover, Ending::illegal, FaultKind::illegal, std::move(objection->message));
    } else {
        record.play(decision.pit, decision.note);
    }
    return seconds;
}

}  // namespace

RefereedGame play_game(Game game, Player& south, Player& north, const GameTerms& terms,
                       const StopToken& stop) {
    GameRecord record{std::move(game), {south.name(), north.name()}};
    const PerSide<Player*> players{&south, &north};
    for (const Side side : kBothSides) {
        players[side]->start_game({record.game, side, record.name_of(opponent(side))});
        players[side]->new_game(mix64(terms.seed, static_cast<std::size_t>(side)));
    }
    for (const Side side : kBothSides) {
        auto loss = players[side]->wait_ready(stop);
        if (loss && record.ending == Ending::running)
            record.lose(side, loss->how, loss->kind, std::move(loss->text));
    }
    record.notes.assign(record.game.played().size(), {0, "", MoveSource::forced});
    if (record.game.over()) record.ending = Ending::finished;
    const auto began = Clock::now();
    double thinking = 0;
    while (record.ending == Ending::running) {
        const auto mover = static_cast<std::size_t>(record.game.board().to_move);
        thinking += next_move(record, *players[mover], terms.limits[mover], stop);
    }
    const double all = std::chrono::duration<double>(Clock::now() - began).count();
    // At one ply, faults that cost nothing come before the one that lost the game, whichever we
    // noticed first.
    std::vector<Fault> faults;
    for (Player* player : players)
        for (Fault& fault : player->end_game(record)) faults.push_back(std::move(fault));
    faults.insert(faults.end(), record.faults.begin(), record.faults.end());
    std::stable_sort(faults.begin(), faults.end(),
                     [](const Fault& a, const Fault& b) { return a.ply < b.ply; });
    record.faults = std::move(faults);
    return {std::move(record), std::max(all - thinking, 0.0)};
}

}  // namespace kalah
