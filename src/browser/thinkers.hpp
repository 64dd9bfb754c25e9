// Thinkers: the players of the program that sit in rooms, on a few threads of low priority. A
// thought is one move; decisions come back on the desk's thread. Called from the desk's thread
// only.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "browser/guest_player.hpp"
#include "browser/service.hpp"
#include "referee/player.hpp"
#include "system/task_pool.hpp"

namespace kalah::browser {

class Thinkers {
  public:
    /// Nothing: there was no memory to think.
    using OnDecision = std::function<void(std::optional<Decision>)>;
    using Ticket = std::uint64_t;

    /// Longest thought of a player, whatever his specification says.
    static constexpr std::chrono::milliseconds kLongest{30'000};

    Thinkers(Office& office, std::shared_ptr<UntrustedResources> resources, std::size_t threads);
    Thinkers(const Thinkers&) = delete;
    Thinkers& operator=(const Thinkers&) = delete;

    /// A move of a guest's player (guest_player) who may take so long, or less if others wait. The
    /// seed is all his chance.
    Ticket think(const players::Spec& spec, const Game& game, std::uint64_t seed,
                 std::chrono::milliseconds limit, OnDecision on_decision);
    /// Nobody wants to know any more: no decision will come.
    void withdraw(Ticket ticket);

  private:
    /// A player who stays on his thread between thoughts: tables of 64 MiB are not made anew for
    /// every move. What they remember is true in every game of the same rules, so rooms may share
    /// one.
    struct Kept {
        std::string spec;
        Rules rules;
        int pits;
        std::unique_ptr<Player> player;
    };
    struct Thought {
        std::uint64_t task = 0;
        std::shared_ptr<std::atomic<net::Time>> began;
        OnDecision on_decision;
    };
    [[nodiscard]] Player& player_on(std::size_t thread, const players::Spec& spec,
                                    const Game& game);
    void decided(Ticket ticket, std::optional<Decision> decision);
    void share();

    Office& office_;
    std::shared_ptr<UntrustedResources> resources_;
    std::map<Ticket, Thought> thoughts_;
    Ticket last_ticket_ = 0;
    std::vector<std::vector<Kept>> kept_;  // by thread, last used first
    bool sharing_ = false;                 // a look at who thinks too long is due
    TaskPool pool_;                        // last, so that nobody thinks with what is gone
};

}  // namespace kalah::browser
