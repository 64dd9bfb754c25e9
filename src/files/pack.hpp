// Packing levels into one file for distribution, and unpacking them into level files that are the
// same byte for byte. Parts are compressed one by one with zstd and checked against the checksums
// of their level when unpacked. One calling thread; it makes its own threads.
#pragma once

#include <cstdint>
#include <string>

#include "files/database_files.hpp"

namespace kalah::files {

struct Packing {
    int levels = 0;
    DatabaseLocation place;    // of the levels unpacked
    std::uint64_t plain = 0;   // bytes of values
    std::uint64_t packed = 0;  // bytes of the packed file
    bool complete = false;     // false if the watch stopped it
};

inline constexpr int kBestEffort = 19;  // zstd's levels 1..19

/// Writes all levels up to max_seeds; reports values packed. A damaged level is an error.
[[nodiscard]] Result<Packing> pack(const DatabaseLocation& place, int max_seeds,
                                   const std::string& file, int effort, int threads,
                                   const ProgressCallback& watch = no_progress);

/// Writes all its level files, replacing those of the same name; reports values unpacked.
[[nodiscard]] Result<Packing> unpack(const std::string& file, const std::string& directory,
                                     const ProgressCallback& watch = no_progress);

}  // namespace kalah::files
