// Players chosen by strangers: which of them may think on this machine, for how long and with what
// resources, so that no request reads a file of its choice, runs a program, or takes the machine
// for itself.
#pragma once

#include <chrono>
#include <mutex>
#include <string_view>

#include "players/resources.hpp"

namespace kalah::players {

enum class UntrustedUse : std::uint8_t {
    play,     // any player of the program
    analyze,  // one that searches and counts in seeds
};

/// A specification within bounds: databases and books only the usual ones, one thread, a table of
/// at most 64 MiB, at most `most` a move. One that says nothing of time gets that as its limit. Any
/// thread.
[[nodiscard]] Result<Spec> untrusted_player(std::string_view text, int pits, UntrustedUse use,
                                            std::chrono::milliseconds most);

/// Their databases and books. Any thread that may wait: opening one takes some hundred
/// milliseconds.
class UntrustedResources {
  public:
    explicit UntrustedResources(PlayerResources resources) : resources_(std::move(resources)) {}

    /// The specification with what it asks for, or without what is damaged.
    [[nodiscard]] Spec equipped(const Spec& spec, const GameKind& game);
    /// The same, for a chain.
    [[nodiscard]] ValueSources sources(const Spec& spec, const GameKind& game) {
        return sources_of(equipped(spec, game), game, small_databases_);
    }
    /// Built by the first who asks, in some 0.2 s; null if there is none for the game.
    [[nodiscard]] std::shared_ptr<const EndgameDatabase> small_database(const GameKind& game) {
        return small_databases_->for_game(game);
    }

  private:
    std::mutex mutex_;
    PlayerResources resources_;
    std::shared_ptr<SmallDatabases> small_databases_ = std::make_shared<SmallDatabases>();
};

}  // namespace kalah::players
