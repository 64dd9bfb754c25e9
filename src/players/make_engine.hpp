// Engines for players: creating one throws when its table does not fit, so that the code that runs
// games needs no error path of its own for it. Any thread.
#pragma once

#include <new>
#include <string>

#include "kalah/engine.hpp"

namespace kalah::players {

/// There is no memory for a table of the size asked for; what() names it and says what to do.
class NoRoomForTable : public std::bad_alloc {
  public:
    explicit NoRoomForTable(std::size_t bytes);
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

  private:
    std::string text_;
};

/// Engine::create; throws NoRoomForTable.
[[nodiscard]] Engine make_engine(const EngineOptions& options);

}  // namespace kalah::players
