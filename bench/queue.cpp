// How much a store carries: pretended workers take games from a queue of a real PostgreSQL server
// and return them at once, as finished games of usual length. bench/queue runs it.
//   kalah-queue STORE SECONDS WORKERS...
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <postgresql/libpq-fe.h>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "store/store.hpp"

namespace {

using namespace kalah;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kJobs = 20'000;
constexpr std::chrono::milliseconds kLease{3'600'000};

template <class T>
T must(Result<T> result) {
    if (!result) {
        std::fprintf(stderr, "kalah-queue: %s\n", result.error().message.c_str());
        std::exit(1);
    }
    return result.take();
}

GameRecord usual_game() {
    GameRecord record{Game({}, *parse_start("6x4"))};
    while (!record.game.over()) {
        const auto moves = legal_moves(record.game.board());
        record.play(*moves.begin(), {0.001, "", MoveSource::search});
    }
    record.names[Side::south] = "champion:nodes=10000";
    record.names[Side::north] = "alphabeta:depth=8";
    return record;
}

struct Measured {
    std::vector<double> taking;  // seconds, of each job
    std::size_t games = 0;
};

/// How many the server has, without the one that asks and those of the bench itself.
int connections(const std::string& address) {
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectdb(address.c_str()),
                                                                  &PQfinish);
    const std::unique_ptr<PGresult, decltype(&PQclear)> row(
        PQexec(connection.get(),
               "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"),
        &PQclear);
    constexpr int kOthers = 3;  // this one, the store of measure() and its lease
    return PQntuples(row.get()) == 1 ? std::atoi(PQgetvalue(row.get(), 0, 0)) - kOthers : 0;
}

/// One worker, with a connection of its own, until `end`.
Measured work(const std::string& address, const std::vector<store::ScheduledGame>& schedule,
              const GameRecord& record, std::atomic<int>& ready, const std::atomic<bool>& go,
              std::chrono::seconds length) {
    // They all enter in the same moment, one after the other, and each waits for the disk.
    constexpr std::chrono::minutes kPatience{5};
    const auto store = must(store::Store::open(address, store::Access::work, 0, kPatience));
    const auto id = must(store->enter_worker({"bench", "", "", 1, 1, {"game"}}, kLease));
    ++ready;
    go.wait(false);
    Measured measured;
    const auto end = Clock::now() + length;
    while (Clock::now() < end) {
        const auto begun = Clock::now();
        const auto job = must(store->take_job(id));
        if (!job) break;
        measured.taking.push_back(std::chrono::duration<double>(Clock::now() - begun).count());
        must(store->finish_game(id, job->key(), {schedule[job->number], record, 0}, "match"));
        ++measured.games;
    }
    static_cast<void>(store->leave_worker(id));
    return measured;
}

void measure(const std::string& address, int workers, std::chrono::seconds length) {
    const auto store = must(store::Store::open(address, store::Access::write, 0));
    std::vector<store::ScheduledGame> games(kJobs);
    std::vector<store::NewJob> jobs(kJobs);
    for (std::size_t i = 0; i < kJobs; ++i) {
        games[i].number = jobs[i].number = i;
        games[i].start = "6x4";
    }
    const auto tournament = must(store->add_tournament("", games, 0));
    must(store->open_queue({"game", "bench", "", tournament}, jobs, 0));
    const auto schedule = must(store->schedule(tournament));
    const GameRecord record = usual_game();
    std::vector<Measured> measured(static_cast<std::size_t>(workers));
    std::vector<std::thread> threads;
    std::atomic<int> ready{0};
    std::atomic<bool> go{false};
    for (Measured& each : measured)
        threads.emplace_back([&] { each = work(address, schedule, record, ready, go, length); });
    while (ready < workers) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const auto begun = Clock::now();
    go = true;
    go.notify_all();
    const int used = connections(address);
    for (std::thread& thread : threads) thread.join();
    const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    std::vector<double> taking;
    std::size_t done = 0;
    for (const Measured& each : measured) {
        taking.insert(taking.end(), each.taking.begin(), each.taking.end());
        done += each.games;
    }
    if (store->finish_tournament(tournament, kJobs, 1)) std::exit(1);
    if (taking.empty()) return;
    std::sort(taking.begin(), taking.end());
    std::printf("%7d  %9.0f  %9.2f  %9.2f  %11d\n", workers, static_cast<double>(done) / seconds,
                1e3 * taking[taking.size() / 2], 1e3 * taking[taking.size() * 99 / 100], used);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    std::printf("workers  games/s    median ms    99 %% ms  connections\n");
    for (int i = 3; i < argc; ++i)
        measure(argv[1], std::atoi(argv[i]), std::chrono::seconds(std::atoi(argv[2])));
}
