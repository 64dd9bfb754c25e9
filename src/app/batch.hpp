// Batches: a command answers many positions, one per line of a file, with one line per answer, in
// the order of the file: JSON, or a table in CSV. Lines that cannot be answered get an error in
// their place. The answers can go to a file that a later run continues.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/program.hpp"
#include "kalah/board.hpp"
#include "kalah/rules.hpp"
#include "system/json.hpp"
#include "system/machine.hpp"

namespace kalah::app {

struct BatchOptions {
    std::optional<std::string> file;  // "-": standard input; nothing: no batch is wanted
    std::optional<std::string> out;   // nothing: standard output
    bool csv = false;
    bool resume = false;
};
void declare_batch(Arguments& arguments, BatchOptions& options);
/// The same for commands that have no --threads of their own.
void declare_batch(Arguments& arguments, BatchOptions& options, int& threads);

/// True if a batch is wanted; a CommandError if something is given that only a batch takes.
[[nodiscard]] bool is_batch(const BatchOptions& options);

/// Sets the keys of the answer for a position, or says why there is none. A position without an
/// answer because of Ctrl-C stays out of the output, whatever this returns.
using Answer = std::function<std::optional<Error>(const Board& board, Json& answer)>;

/// How a command answers a batch.
struct BatchWork {
    Rules rules;
    std::vector<std::string> columns;    // of the CSV table: keys of an answer
    std::function<Answer()> new_worker;  // called once on each of the threads; may throw
    int threads = 1;
};

/// Answers every position. Blank lines and those that begin with # are skipped. Throws a
/// CommandError after Ctrl-C, if files cannot be read or written, and at the end if there were
/// lines without an answer.
void run_batch(const BatchOptions& options, const BatchWork& work);

}  // namespace kalah::app
