// Bots: the players of the program that sit in live games. A thought is one move, a job of the
// compute scheduler; decisions come back on the server's thread. Players that a page has chosen
// stay on their worker between thoughts, three on each; bots of the lobby are made at the start.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "players/untrusted.hpp"
#include "referee/player.hpp"
#include "server/core.hpp"

namespace kalah::server {

/// A bot of the lobby is to move.
struct BotRequest {
    GameId game = 0;
    std::size_t bot = 0;  // of ServerOptions::bots
    Game position;
    std::uint64_t seed = 0;  // its only source of randomness
    Time deadline = {};
};

struct BotSetup {
    std::shared_ptr<players::UntrustedResources> resources = {};
    /// With their databases, in the order of ServerOptions::bots.
    std::vector<players::Spec> bots = {};
    /// If set, replaces these bots: moves come from outside, by GameServer::on_bot_move.
    std::function<void(const BotRequest&)> external = {};
    players::Spec reference = {};  // an engine that judges evaluations of clients
};

class Bots {
  public:
    /// The longest thought of a player that a page has chosen.
    static constexpr milliseconds kLongest{30'000};
    /// Nothing: there was no memory to think.
    using OnDecision = std::function<void(std::optional<Decision>)>;

    Bots(Core& core, BotSetup setup);
    Bots(const Bots&) = delete;
    Bots& operator=(const Bots&) = delete;

    /// Lets an untrusted player choose a move within `limit`, or less if others wait.
    Scheduler::JobId think(const players::Spec& spec, const Game& game, std::uint64_t seed,
                           milliseconds limit, OnDecision on_decision);
    /// Lets a bot of the lobby choose a move. For bots outside there is no callback.
    void ask(BotRequest request, OnDecision on_decision);

  private:
    /// What a player remembers is true in every game of the same rules, so games share one.
    struct Kept {
        std::string spec;
        Rules rules;
        int pits;
        std::unique_ptr<Player> player;
    };
    [[nodiscard]] Player& player_on(std::size_t worker, const players::Spec& spec,
                                    const Game& game);

    Core& core_;
    BotSetup setup_;
    std::vector<std::vector<Kept>> kept_;                     // by worker, last used first
    std::vector<std::vector<std::unique_ptr<Player>>> bots_;  // by worker
};

}  // namespace kalah::server
