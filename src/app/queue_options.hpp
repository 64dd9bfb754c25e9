// The options of commands that let workers play: --queue, --slots and --any-build.
#pragma once

#include <cstdint>

#include "app/arena_command.hpp"

namespace kalah::app {

struct QueueOptions {
    bool queue = false;
    bool any_build = false;
    bool scale_time = false;
    std::uint64_t slots = 0;
};
void declare_queue(Arguments& arguments, QueueOptions& options);
/// --scale-time, of commands that begin tournaments.
void declare_scale_time(Arguments& arguments, QueueOptions& options);
/// The command with these options; what does not go together is wrong usage.
[[nodiscard]] ArenaCommand with_queue(ArenaCommand command, const QueueOptions& options);

}  // namespace kalah::app
