#include "browser/thinkers.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "kalah/stop_token.hpp"

namespace kalah::browser {
namespace {

constexpr std::size_t kKeptOnAThread = 3;                // of 64 MiB at most each
constexpr std::chrono::milliseconds kUndisturbed{2000};  // of a thought, when others wait

}  // namespace

Thinkers::Thinkers(Office& office, std::shared_ptr<UntrustedResources> resources,
                   std::size_t threads)
    : office_(office), resources_(std::move(resources)), kept_(threads), pool_(threads) {}

Thinkers::Ticket Thinkers::think(const players::Spec& spec, const Game& game, std::uint64_t seed,
                                 std::chrono::milliseconds limit, OnDecision on_decision) {
    const Ticket ticket = ++last_ticket_;
    auto began = std::make_shared<std::atomic<net::Time>>(net::kNever);
    // The pool stops a task at four fifths of its time.
    const auto deadline = net::Clock::now() + std::min(limit, kLongest) * 5 / 4;
    const auto task = pool_.add(deadline, [this, ticket, spec, game, seed, began](
                                              std::size_t thread, const StopToken& stop) {
        began->store(net::Clock::now());
        std::optional<Decision> decision;
        try {
            Player& player = player_on(thread, spec, game);
            player.reseed(seed);
            decision = player.choose(game, stop);
        } catch (const std::bad_alloc&) {
            kept_[thread].clear();
        }
        office_.post([this, ticket, decision = std::move(decision)] { decided(ticket, decision); });
    });
    thoughts_.emplace(ticket, Thought{task, std::move(began), std::move(on_decision)});
    share();
    return ticket;
}

void Thinkers::withdraw(Ticket ticket) {
    const auto found = thoughts_.find(ticket);
    if (found == thoughts_.end()) return;
    pool_.stop(found->second.task);
    thoughts_.erase(found);
}

void Thinkers::decided(Ticket ticket, std::optional<Decision> decision) {
    const auto found = thoughts_.find(ticket);
    if (found == thoughts_.end()) return;  // withdrawn
    const OnDecision on_decision = std::move(found->second.on_decision);
    thoughts_.erase(found);
    on_decision(std::move(decision));
}

/// Who thinks long while others wait has to decide: nobody can keep the threads for himself.
void Thinkers::share() {
    if (sharing_ || thoughts_.size() <= pool_.threads()) return;
    const auto now = net::Clock::now();
    for (const auto& [ticket, thought] : thoughts_) {
        const auto began = thought.began->load();
        if (began != net::kNever && now - began >= kUndisturbed) pool_.stop(thought.task);
    }
    sharing_ = true;
    office_.at(now + kUndisturbed / 4, [this] {
        sharing_ = false;
        share();
    });
}

Player& Thinkers::player_on(std::size_t thread, const players::Spec& spec, const Game& game) {
    auto& kept = kept_[thread];
    const int pits = game.board().width;
    const auto found = std::find_if(kept.begin(), kept.end(), [&](const Kept& each) {
        return each.spec == spec.text && each.rules == game.rules() && each.pits == pits;
    });
    if (found != kept.end()) {
        std::rotate(kept.begin(), found, found + 1);
    } else {
        if (kept.size() == kKeptOnAThread) kept.pop_back();
        const players::Spec ready = resources_->equipped(spec, {game.rules(), pits});
        kept.insert(kept.begin(), Kept{spec.text, game.rules(), pits, players::make_player(ready)});
    }
    return *kept.front().player;
}

}  // namespace kalah::browser
