// Worker: takes games of tournaments from the queues of a store and plays them, several at a time.
// Any number of workers, on any number of machines, play the same tournaments; whoever finishes a
// game also begins the next round or ends the tournament (tournament.hpp). Knows neither options
// nor signals; says what happens by events.
//
// A worker has a lease in the store, which a thread of its own renews. If the lease runs out, the
// store gives the games to others: the worker stops them, and what it still writes of them is
// refused. For one thread, which waits in work(); events come from any thread, one at a time.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "arena/entrants.hpp"
#include "arena/tournament.hpp"

namespace kalah::arena {

struct WorkerOptions {
    store::NewWorker worker;  // its kinds of jobs are added here
    std::chrono::milliseconds lease{30'000};
    std::function<std::int64_t()> wall_clock;
    /// What the players of a plan need from outside.
    std::function<PlayerSources(const Plan&)> sources;
};

struct WorkerEvents {
    enum class Trouble {
        lacks,        // what a game needs: takes no more such games
        other_build,  // a tournament wants workers with another signature
        lease_lost,   // its games are stopped; goes on with a new lease
        refused,      // a game came in after its lease was lost
        store,        // the store cannot be reached; goes on when it can
    };
    std::function<void(const Tournament&, const TournamentGame&, const GameRecord&)> on_game;
    std::function<void(Trouble, const std::string& what)> on_trouble;
};

/// Plays until `enough` and then ends the games that run; `at_once` gives them back instead. The
/// error is that of a store which cannot be used at all.
[[nodiscard]] std::optional<Error> work(std::shared_ptr<store::Store> store, WorkerOptions options,
                                        const StopToken& enough, const StopToken& at_once,
                                        const WorkerEvents& events);

}  // namespace kalah::arena
