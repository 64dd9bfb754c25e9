#include "server/bots.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace kalah::server {
namespace {

constexpr std::size_t kKeptOnAWorker = 3;  // of 64 MiB at most each

}  // namespace

Bots::Bots(Core& core, BotSetup setup)
    : core_(core),
      setup_(std::move(setup)),
      kept_(std::max<std::size_t>(core.ports.compute.threads(), 1)),
      bots_(kept_.size()) {
    // Makes all of them now, so that a lack of memory shows at the start.
    for (auto& of_worker : bots_)
        for (const players::Spec& spec : setup_.bots)
            of_worker.push_back(players::make_player(spec));
}

Scheduler::JobId Bots::think(const players::Spec& spec, const Game& game, std::uint64_t seed,
                             milliseconds limit, OnDecision on_decision) {
    const auto run = [this, spec, game, seed, on_decision = std::move(on_decision)](
                         std::size_t worker, const StopToken& stop) {
        std::optional<Decision> decision;
        try {
            Player& player = player_on(worker, spec, game);
            player.reseed(seed);
            decision = player.choose(game, stop);
        } catch (const std::bad_alloc&) {
            kept_[worker].clear();
        }
        core_.post([on_decision, decision = std::move(decision)] { on_decision(decision); });
        return Scheduler::After::done;
    };
    // The scheduler stops a move at four fifths of its time.
    const Time deadline = core_.now + std::min(limit, kLongest) * 5 / 4;
    return core_.ports.compute.submit({Priority::move, deadline, run});
}

void Bots::ask(BotRequest request, OnDecision on_decision) {
    if (setup_.external) return setup_.external(request);
    const Time deadline = request.deadline;
    const auto run = [this, request = std::move(request), on_decision = std::move(on_decision)](
                         std::size_t worker, const StopToken& stop) {
        Player& bot = *bots_[worker][request.bot];
        // Games take turns on a worker, and a new_game for each would wipe its table at every move.
        // All have the same rules, so what it remembers of one is true in all.
        bot.reseed(request.seed);
        const Decision decision = bot.choose(request.position, stop);
        core_.post([on_decision, decision] { on_decision(decision); });
        return Scheduler::After::done;
    };
    core_.ports.compute.submit({Priority::move, deadline, run});
}

Player& Bots::player_on(std::size_t worker, const players::Spec& spec, const Game& game) {
    auto& kept = kept_[worker];
    const int pits = game.board().width;
    const auto found = std::find_if(kept.begin(), kept.end(), [&](const Kept& each) {
        return each.spec == spec.text && each.rules == game.rules() && each.pits == pits;
    });
    if (found != kept.end()) {
        std::rotate(kept.begin(), found, found + 1);
    } else {
        if (kept.size() == kKeptOnAWorker) kept.pop_back();
        const players::Spec ready = setup_.resources->equipped(spec, {game.rules(), pits});
        kept.insert(kept.begin(), Kept{spec.text, game.rules(), pits, players::make_player(ready)});
    }
    return *kept.front().player;
}

}  // namespace kalah::server
