// Arguments of subcommands that let players think: specifications, and Ctrl-C while they do.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

#include "players/spec.hpp"

namespace kalah::app {

/// A specification from an argument, for a game on that board; the argument is named in errors:
/// "--player "x", column 1: no player …".
[[nodiscard]] Result<players::Spec> chosen_player(const std::string& argument,
                                                  const std::string& text, const Board& board);

/// A stop flag that Ctrl-C sets, for searches on this or other threads.
class StopOnInterrupt {
  public:
    StopOnInterrupt();
    ~StopOnInterrupt();
    StopOnInterrupt(const StopOnInterrupt&) = delete;
    StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

    [[nodiscard]] const std::atomic<bool>& flag() const { return stop_; }
    /// Takes a Ctrl-C back (interrupt.hpp), and with it the stop.
    bool take_back();

  private:
    std::mutex mutex_;  // the watcher must not set what was just taken back
    std::atomic<bool> stop_{false};
    std::atomic<bool> done_{false};
    std::thread watcher_;
};

}  // namespace kalah::app
