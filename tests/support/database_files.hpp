// Endgame databases on disk for tests, and damage to them.
#pragma once

#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "files/database_files.hpp"

namespace kalah::test {

/// Builds a database; fails the test if that does not work.
inline void build_database(const files::DatabaseLocation& place, int max_seeds) {
    const files::Build build{place, max_seeds, 1, std::uint64_t{1} << 32};
    const auto needs = files::plan(build);
    REQUIRE_MESSAGE(needs, needs.error().message);
    const auto done = files::build_files(build, *needs);
    REQUIRE_MESSAGE((done && *done), place.directory);
}

inline std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Changes every value of every level; headers stay good, so that it can still be opened.
inline void damage_all_values(const files::DatabaseLocation& place) {
    for (int seeds = 0; seeds <= files::highest_level(place); ++seeds) {
        std::string bytes = bytes_of(place.path(seeds));
        const auto count = static_cast<std::size_t>(endgame::level_size(place.pits, seeds));
        REQUIRE(bytes.size() > count);
        for (std::size_t i = bytes.size() - count; i < bytes.size(); ++i)
            bytes[i] = static_cast<char>(bytes[i] ^ 2);
        std::ofstream(place.path(seeds), std::ios::binary) << bytes;
    }
}

}  // namespace kalah::test
