#include "players/make_engine.hpp"

#include <string_view>

namespace kalah::players {

NoRoomForTable::NoRoomForTable(std::size_t bytes) {
    // As specifications write it: 64M.
    constexpr std::string_view kUnits = "KMG";
    std::size_t unit = 0;
    std::size_t count = bytes >> 10;
    while (count % 1024 == 0 && count > 0 && unit + 1 < kUnits.size()) {
        count >>= 10;
        ++unit;
    }
    text_ = "there is no memory for a table of " + std::to_string(count) + kUnits[unit] +
            ": ask for less with memory= or tt=";
}

Engine make_engine(const EngineOptions& options) {
    auto engine = Engine::create(options);
    if (!engine) throw NoRoomForTable(options.table_bytes);
    return engine.take();
}

}  // namespace kalah::players
