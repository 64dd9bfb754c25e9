// Checkpoints: what a solver has proved, kept in a file, so that a search that was stopped goes on
// where it was. The file is written completely or not at all, carries a checksum and the question
// it belongs to, and is refused if any of it does not fit.
//
//     "kalah-checkpoint 1\n"  question "\n"
//     u64 lines of the table | u64 XXH3 of all before
//     chunks: u64 n, n times (u64 line, u64 entry); the last has n = 0 | u64 XXH3 of all before
//
// Numbers are little-endian. Entries that were cheap to prove are left out. What a key and an entry
// are (position_key.hpp, bound_table.hpp) belongs to the version in the first line.
#pragma once

#include <optional>
#include <string>

#include "kalah/result.hpp"
#include "solve/bound_table.hpp"

namespace kalah::files {

using solve::BoundTable;

/// Why a checkpoint could not be written to this path later, or nothing.
[[nodiscard]] std::optional<std::string> cannot_save(const std::string& path);
/// The size in bytes that a table needs to load the checkpoint; 0 if there is none yet. The error
/// says what is wrong with the file, as far as its beginning shows.
[[nodiscard]] Result<std::size_t> checkpoint_table(const std::string& path,
                                                   const std::string& question);

/// Writes a checkpoint; returns what went wrong, or nothing. Threads may go on using the table.
[[nodiscard]] std::optional<std::string> save_checkpoint(const std::string& path,
                                                         const std::string& question,
                                                         const BoundTable& table);
/// Adds the entries of the file to the table and returns their number; 0 if there is no file. The
/// error says what is wrong with the file; the table is then worthless.
[[nodiscard]] Result<std::uint64_t> load_checkpoint(const std::string& path,
                                                    const std::string& question, BoundTable& table);

}  // namespace kalah::files
