#include "players/make_engine.hpp"

#include "system/values.hpp"

namespace kalah::players {

NoRoomForTable::NoRoomForTable(std::size_t bytes)
    : text_("there is no memory for a table of " + size_text(bytes) +
            ": ask for less with memory= or tt=") {}

Engine make_engine(const EngineOptions& options) {
    auto engine = Engine::create(options);
    if (!engine) throw NoRoomForTable(options.table_bytes);
    return engine.take();
}

}  // namespace kalah::players
