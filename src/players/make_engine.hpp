// Engines for players: creating one throws when its table does not fit, so that the code that runs
// games needs no error path of its own for it. Any thread.
#pragma once

#include <new>
#include <string>

#include "kalah/engine.hpp"
#include "system/values.hpp"

namespace kalah::players {

/// There is no memory for a table of the size asked for; what() names it and says what to do.
class NoRoomForTable : public std::bad_alloc {
  public:
    explicit NoRoomForTable(std::size_t bytes)
        : text_("there is no memory for a table of " + size_text(bytes) +
                ": ask for less with memory= or tt=") {}
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

  private:
    std::string text_;
};

/// Engine::create; throws NoRoomForTable.
[[nodiscard]] inline Engine make_engine(const EngineOptions& options) {
    auto engine = Engine::create(options);
    if (!engine) throw NoRoomForTable(options.table_bytes);
    return engine.take();
}

}  // namespace kalah::players
