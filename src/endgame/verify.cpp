#include "endgame/verify.hpp"

#include <algorithm>
#include <atomic>

#include "endgame/levels.hpp"
#include "endgame/parallel.hpp"
#include "endgame/reference_value.hpp"

namespace kalah::endgame {
namespace {

/// What the position should be worth, or kUnknown.
int computed_value(const Levels& database, const Board& board) {
    const Rules& rules = database.rules();
    if (is_over(rules, board)) return finished_value(rules, board);
    bool unknown = false;
    const int value = reference_value(rules, board, [&](const Board& child) {
        const int future = database.future(child);
        if (future == Levels::kUnknown) unknown = true;
        return future;
    });
    return unknown ? Levels::kUnknown : value;
}

/// A waiting row against all rows of the mover.
struct Line {
    Row waiting;
    int moving;
};

std::vector<Line> lines_of(int pits, int seeds) {
    std::vector<Line> lines;
    for (int waiting = 0; waiting <= seeds; ++waiting) {
        Row row{};
        row[0] = static_cast<std::uint8_t>(waiting);
        do lines.push_back({row, seeds - waiting});
        while (next_row(row, pits));
    }
    return lines;
}

std::optional<Wrong> verify_line(const Levels& database, const Line& line) {
    Board board;
    board.width = static_cast<std::uint8_t>(database.pits());
    std::copy(line.waiting.begin(), line.waiting.end(), board.row(Side::north).begin());
    Row mover{};
    mover[0] = static_cast<std::uint8_t>(line.moving);
    do {
        std::copy(mover.begin(), mover.end(), board.row(Side::south).begin());
        const int kept = database.future(board);
        const int computed = computed_value(database, board);
        if (kept != computed || kept == Levels::kUnknown) return Wrong{board, kept, computed};
    } while (next_row(mover, database.pits()));
    return std::nullopt;
}

}  // namespace

Verified verify(const EndgameDatabase& of, int first, int last, int threads,
                const ProgressCallback& watch) {
    const Levels& database = of.levels();
    Verified result;
    Work work(watch, 0);
    std::atomic_flag found;
    std::atomic<std::uint64_t> positions{0};
    for (int seeds = first; seeds <= last && !work.stopped(); ++seeds) {
        const auto lines = lines_of(database.pits(), seeds);
        run_parallel(threads, lines.size(), work, [&](std::size_t i, int) {
            if (const auto wrong = verify_line(database, lines[i])) {
                if (!found.test_and_set()) result.wrong = wrong;
                work.stop();
                return;
            }
            const std::uint64_t count = row_count(database.pits(), lines[i].moving);
            positions += count;
            work.add(count);
        });
    }
    result.positions = positions;
    result.complete = !work.stopped();
    return result;
}

}  // namespace kalah::endgame
