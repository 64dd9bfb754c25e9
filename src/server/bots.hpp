// Bots: the players of the program that sit in live games. A thought is one move, a job of the
// compute scheduler; decisions come back on the server's thread. Players of a page's choice stay on
// their worker between thoughts, three on each; bots of the lobby are made at the start.
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
    /// In place of these: moves come from outside, by GameServer::on_bot_move.
    std::function<void(const BotRequest&)> external = {};
    players::Spec reference = {};  // an engine that judges evaluations of clients
};

class Bots {
  public:
    /// Longest thought of a player of a page's choice.
    static constexpr milliseconds kLongest{30'000};
    /// Nothing: there was no memory to think.
    using OnDecision = std::function<void(std::optional<Decision>)>;

    Bots(Core& core, BotSetup setup);
    Bots(const Bots&) = delete;
    Bots& operator=(const Bots&) = delete;

    /// A move of an untrusted player within so much time, or less if others wait.
    Scheduler::JobId think(const players::Spec& spec, const Game& game, std::uint64_t seed,
                           milliseconds limit, OnDecision on_decision);
    /// A move of a bot of the lobby. Without a callback for bots outside.
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
