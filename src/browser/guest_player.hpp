// Players whom strangers choose: which of them may think here, for how long and with what, so that
// no request reads a file of its own choice, runs a program, or takes the machine for itself.
#pragma once

#include <chrono>
#include <mutex>
#include <string_view>

#include "players/resources.hpp"

namespace kalah::browser {

enum class GuestUse : std::uint8_t {
    play,     // anybody who is no person and no program
    analyze,  // one that searches and counts in seeds
};

/// A specification within bounds: databases and books only the usual ones, one thread, a table of
/// at most 64 MiB, at most `most` a move. One that says nothing of time gets that as its limit. Any
/// thread.
[[nodiscard]] Result<players::Spec> guest_player(std::string_view text, int pits, GuestUse use,
                                                 std::chrono::milliseconds most);

/// The databases and books of them all. Any thread, but not the desk's: opening one takes some
/// hundred milliseconds.
class UntrustedResources {
  public:
    explicit UntrustedResources(players::PlayerResources resources)
        : resources_(std::move(resources)) {}

    /// The specification with what it asks for, or without what is damaged.
    [[nodiscard]] players::Spec equipped(const players::Spec& spec, const players::GameKind& game);

  private:
    std::mutex mutex_;
    players::PlayerResources resources_;
};

}  // namespace kalah::browser
