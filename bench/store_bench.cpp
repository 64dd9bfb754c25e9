// The store: finished games per second, each in its own transaction or a hundred in one, and what a
// player's login costs. Also, reconstructing the moves that a client did not see.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include "rules/moves_between.hpp"
#include "store/store_writer.hpp"

namespace {

using namespace kalah;
using namespace kalah::store;

/// A file of its own, removed with its side files.
class TemporaryStore {
  public:
    TemporaryStore()
        : path_((std::filesystem::temp_directory_path() /
                 ("kalah-bench-" + std::to_string(::getpid()) + ".sqlite"))
                    .string()),
          store_(*Store::open(path_, Access::write, 0)) {}
    ~TemporaryStore() {
        store_.reset();
        for (const char* ending : {"", "-wal", "-shm", ".lock"})
            std::filesystem::remove(path_ + ending);
    }
    TemporaryStore(const TemporaryStore&) = delete;
    TemporaryStore& operator=(const TemporaryStore&) = delete;
    Store* operator->() { return store_.get(); }
    std::shared_ptr<Store> share() { return store_; }

  private:
    std::string path_;
    std::shared_ptr<Store> store_;
};

GameRecord whole_game() {
    GameRecord record{Game({}, start_board({6, 4})), {"Ann", "Bob"}};
    std::size_t turn = 0;
    while (record.ending == Ending::running) {
        const PitSet pits = legal_moves(record.game.board());
        auto pit = pits.begin();
        for (auto skip = turn++ % static_cast<std::size_t>(pits.size()); skip > 0; --skip) ++pit;
        record.play(*pit, {0.125, turn % 4 == 0 ? "depth 12, +3" : ""});
    }
    return record;
}

void store_games(benchmark::State& state) {
    TemporaryStore store;
    const GameRecord record = whole_game();
    const auto batch = static_cast<std::size_t>(state.range(0));
    const std::vector<NewGame> begins(batch, NewGame{record, {}, "bench"});
    for (auto _ : state) {
        const auto ids = store->begin_games(begins);
        std::vector<JournalEntry> ends;
        for (const StoredGameId id : *ids) ends.emplace_back(EndedGame{0, id, record});
        std::vector<StoredGameId> numbers;
        if (store->write_journal(ends, numbers)) state.SkipWithError("not kept");
    }
    state.counters["games"] = benchmark::Counter(static_cast<double>(batch),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(store_games)->Name("store games, in one transaction:")->Arg(1)->Arg(100)->UseRealTime();

/// Writes games through a StoreWriter, with and without their moves in the journal. The games run
/// at the same time and move in turn. Includes the last commit.
void write_moves(benchmark::State& state) {
    constexpr std::size_t kGames = 1'000;
    const bool with_journal = state.range(0) != 0;
    const GameRecord record = whole_game();
    const auto& moves = record.game.played();
    double written = 0;
    for (auto _ : state) {
        TemporaryStore store;
        const std::vector<NewGame> begins(kGames, NewGame{record, {}, "bench"});
        const auto ids = *store->begin_games(begins);
        {
            StoreWriter writer(store.share(), {}, no_log);
            for (std::size_t ply = 0; ply < moves.size(); ++ply)
                for (const StoredGameId id : ids)
                    if (with_journal)
                        writer.write(JournalMove{id, ply, moves[ply].pit, record.notes[ply]});
            for (const StoredGameId id : ids) writer.write(EndedGame{1, id, record});
        }
        written += static_cast<double>(kGames * moves.size());
    }
    state.counters["moves"] = benchmark::Counter(written, benchmark::Counter::kIsRate);
}
BENCHMARK(write_moves)
    ->Name("store moves, with journal:")
    ->Arg(0)
    ->Arg(1)
    ->MeasureProcessCPUTime()  // the writer has a thread of its own
    ->UseRealTime();

void identify(benchmark::State& state) {
    TemporaryStore store;
    int number = 0;
    for (auto _ : state)
        if (!store->identify({"Ann", "", "", "token " + std::to_string(number++ % 100)}, 0))
            state.SkipWithError("not kept");
}
BENCHMARK(identify)->Name("store login")->Unit(benchmark::kMicrosecond)->UseRealTime();

void work_out_moves(benchmark::State& state) {
    // Every position after north's first turn of one or two moves on 6x6.
    std::vector<Board> seen;
    Board start = start_board({6, 6});
    start.to_move = Side::north;
    for (const int first : legal_moves(start)) {
        Board board = start;
        if (!apply({}, board, first).extra_turn) {
            seen.push_back(board);
            continue;
        }
        for (const int second : legal_moves(board)) {
            Board next = board;
            apply({}, next, second);
            seen.push_back(next);
        }
    }
    std::size_t at = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(moves_between({}, start, seen[at++ % seen.size()]));
}
BENCHMARK(work_out_moves)->Name("moves between positions")->Unit(benchmark::kMicrosecond);

}  // namespace
