// Arguments of subcommands that let players think: specifications with their resources, and Ctrl-C
// while they do.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "app/options.hpp"
#include "kalah/stop_token.hpp"
#include "players/resources.hpp"
#include "players/spec.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// A specification from an argument, for a game; the argument is named in errors:
/// "--player "x", column 1: no player …".
[[nodiscard]] Result<players::Spec> chosen_player(const std::string& argument,
                                                  const std::string& text, const Setting& setting);

/// Databases from the usual directory, books from files.
[[nodiscard]] players::PlayerResources default_resources();

/// The same with its book and its database opened, for `command`. A damaged database is an error if
/// the player named its directory; in the usual one it costs a line on standard error and the
/// database.
[[nodiscard]] Result<players::Spec> equipped(std::string_view command,
                                             players::PlayerResources& resources,
                                             const players::Spec& spec, const Setting& setting);
/// "database up to 20 seeds in DIR", or nothing.
[[nodiscard]] std::string database_text(const players::Spec& spec);
/// {"seeds":20,"directory":"DIR"}, or null.
[[nodiscard]] Json database_json(const players::Spec& spec);
/// Afterwards: says on standard error if a part of the database was found damaged and not used.
void warn_of_damage(std::string_view command, const players::Spec& spec);

/// A stop flag that Ctrl-C sets, for searches on this or other threads.
class StopOnInterrupt {
  public:
    StopOnInterrupt();
    ~StopOnInterrupt();
    StopOnInterrupt(const StopOnInterrupt&) = delete;
    StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

    [[nodiscard]] const StopToken& flag() const { return stop_; }
    /// Takes a Ctrl-C back (interrupt.hpp), and with it the stop.
    bool take_back();

  private:
    std::mutex mutex_;  // the watcher must not set what was just taken back
    StopToken stop_;
    std::atomic<bool> done_{false};
    std::thread watcher_;
};

}  // namespace kalah::app
