// Tournaments that workers play: opens the queue, follows it and shows it; and this program as a
// worker. For `match`, `tournament` and `resume` with --queue, and for `worker`.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/arena_command.hpp"
#include "app/arena_view.hpp"
#include "arena/worker.hpp"

namespace kalah::app {

/// Measures this machine. The name of a worker is that of the machine with the number of this
/// process, unless one is given.
[[nodiscard]] arena::WorkerOptions worker_options(std::string_view command,
                                                  const std::optional<std::string>& name,
                                                  int slots);
/// One line.
[[nodiscard]] std::string trouble_text(arena::WorkerEvents::Trouble trouble,
                                       const std::string& what);
/// Who works on a queue, and how far it is: these keys after those of `begun`.
[[nodiscard]] Json queue_json(const store::Queue& queue, const store::QueueStatus& status,
                              Json begun = Json::object());

/// Opens the queue of a tournament, unless it is open, and shows what its workers do until the
/// tournament ends or `stop`. The command may play some games itself, as one more worker.
[[nodiscard]] std::optional<Error> follow(const ArenaCommand& command,
                                          const std::shared_ptr<store::Store>& store,
                                          arena::Tournament& tournament, ArenaView& view,
                                          const StopToken& stop);

}  // namespace kalah::app
