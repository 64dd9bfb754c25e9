#include "app/queue_options.hpp"

#include "app/command.hpp"
#include "app/options.hpp"

namespace kalah::app {

void declare_queue(Arguments& arguments, QueueOptions& options) {
    arguments.heading("Many machines (docs/many-machines.md)");
    arguments.field(
        flag_field("queue", options.queue, "let workers play ('kalah worker'), and follow them"));
    arguments.field(number_field("slots", options.slots, {1, 256},
                                 "with --queue, jobs at a time that this program does itself\n"
                                 "(default: none)"));
    arguments.field(flag_field("any-build", options.any_build,
                               "with --queue, also take workers whose searches differ"));
}

void declare_scale_time(Arguments& arguments, QueueOptions& options) {
    arguments.field(flag_field("scale-time", options.scale_time,
                               "with --queue, scale time limits by the speed of each worker, so\n"
                               "that they are worth the same as on this machine"));
}

ArenaCommand with_queue(ArenaCommand command, const QueueOptions& options) {
    command.queue = options.queue;
    command.any_build = options.any_build;
    command.slots = options.slots;
    command.scale_time = options.scale_time;
    if (!options.queue) {
        if (options.slots > 0) throw usage_error("--slots: it needs --queue");
        if (options.scale_time) throw usage_error("--scale-time: it needs --queue");
        if (options.any_build) throw usage_error("--any-build: it needs --queue");
        return command;
    }
    if (!command.store) throw usage_error("--queue: name the --store that the workers share");
    if (command.concurrency > 0)
        throw usage_error("--concurrency: with --queue, say --slots instead");
    if (command.keep_output)
        throw usage_error("--keep-output: workers keep no output; leave out --queue");
    return command;
}

}  // namespace kalah::app
