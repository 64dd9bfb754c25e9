// Follows queues: shows what workers do, and says when the work is done. For `match`, `tournament`,
// `resume` and `lab run` with --queue.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/arena_command.hpp"
#include "arena/tournament.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// Lines about who works and what waits, again and again; and the same as an event.
using Tell = std::function<void(const std::string& text, const Json& event)>;

/// Who works on a queue, and how far it is: these keys after those of `begun`.
[[nodiscard]] Json queue_json(const store::Queue& queue, const store::QueueStatus& status,
                              Json begun = Json::object());

/// What the players of a plan bring from files, with checksums, by entrant.
[[nodiscard]] Result<std::vector<std::string>> files_of(
    std::string_view command, const arena::Plan& plan,
    const std::vector<arena::BoardSetup>& setups);

/// Opens the queue of a tournament, unless it is open, and shows what its workers do until the
/// tournament ends or `stop`. It is an error if the queue is stopped, or games are given up.
[[nodiscard]] std::optional<Error> follow(const ArenaCommand& command, store::Store& store,
                                          arena::Tournament& tournament,
                                          const arena::TournamentEvents& events, const Tell& tell,
                                          const StopToken& stop);

/// The same for an open queue of tasks; calls `on_done` for each task that is done. A task that
/// failed is an error.
[[nodiscard]] std::optional<Error> follow_tasks(store::Store& store, store::Queue queue,
                                                const std::function<void()>& on_done,
                                                const Tell& tell, const StopToken& stop);

}  // namespace kalah::app
