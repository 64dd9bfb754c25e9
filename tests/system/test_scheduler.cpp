#include "system/scheduler.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <stdexcept>
#include <string>

using kalah::Priority;
using kalah::Scheduler;
using kalah::StopToken;
using namespace std::chrono_literals;
using After = Scheduler::After;
using Clock = Scheduler::Clock;

namespace {

void wait_for(const StopToken& stop) {
    while (!stop.requested()) std::this_thread::sleep_for(1ms);
}

void wait_for(const std::atomic<bool>& flag) {
    while (!flag.load()) std::this_thread::sleep_for(1ms);
}

Scheduler::Job job(Priority priority, std::function<After(const StopToken&)> run) {
    return {priority, {}, [run = std::move(run)](std::size_t, const StopToken& stop) {
                return run(stop);
            }};
}

Scheduler::Job move_until(Clock::time_point deadline, std::function<void(const StopToken&)> run) {
    return {Priority::move, deadline, [run = std::move(run)](std::size_t, const StopToken& stop) {
                run(stop);
                return After::done;
            }};
}

/// Runs until it is told to stop, again and again; reports when it has begun.
Scheduler::Job endless(Priority priority, std::atomic<bool>& begun, std::atomic<int>& times) {
    return job(priority, [&](const StopToken& stop) {
        ++times;
        begun = true;
        wait_for(stop);
        return After::again;
    });
}

bool ready(std::promise<void>& promise) {
    return promise.get_future().wait_for(1min) == std::future_status::ready;
}

}  // namespace

TEST_CASE("a move is told to stop before its deadline, and no other whose time is not over") {
    std::promise<const StopToken*> begun;
    std::promise<Clock::time_point> stopped;
    Scheduler scheduler(2);
    scheduler.submit(move_until(Clock::now() + 24h, [&](const StopToken& stop) {
        begun.set_value(&stop);
        wait_for(stop);
    }));
    const StopToken& stop_long = *begun.get_future().get();
    const auto deadline = Clock::now() + 1s;
    scheduler.submit(move_until(deadline, [&](const StopToken& stop) {
        wait_for(stop);
        stopped.set_value(Clock::now());
    }));
    CHECK(stopped.get_future().get() < deadline);
    CHECK_FALSE(stop_long.requested());
}

TEST_CASE("jobs are done by as many threads as there are, and one that throws loses only itself") {
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    std::atomic<int> done{0};
    std::promise<void> all_done;
    Scheduler scheduler(2);
    for (int i = 0; i < 50; ++i)
        scheduler.submit({i % 2 == 0 ? Priority::move : Priority::analysis,
                          {},
                          [&](std::size_t worker, const StopToken&) -> After {
                              CHECK(worker < 2);
                              const int now = ++running;
                              int seen = most.load();
                              while (seen < now && !most.compare_exchange_weak(seen, now)) {
                              }
                              --running;
                              if (++done == 50) all_done.set_value();
                              throw std::runtime_error("no memory, say");
                          }});
    all_done.get_future().wait();
    CHECK(most.load() <= 2);
}

TEST_CASE("at its end a scheduler stops what runs and drops what waits") {
    std::atomic<int> begun{0};
    std::promise<void> first;
    {
        Scheduler scheduler(1);
        for (int i = 0; i < 3; ++i)
            scheduler.submit(move_until(Clock::now() + 24h, [&](const StopToken& stop) {
                if (++begun == 1) first.set_value();
                wait_for(stop);
            }));
        first.get_future().wait();
    }
    CHECK(begun.load() == 1);
}

TEST_CASE("a cancelled job stops and never runs again, and one that waits never begins") {
    Scheduler scheduler(1, 10min);
    std::atomic<bool> begun{false};
    std::atomic<int> times{0};
    const auto first = scheduler.submit(endless(Priority::analysis, begun, times));
    wait_for(begun);
    const auto second = scheduler.submit(job(Priority::analysis, [&](const StopToken&) {
        times += 100;
        return After::done;
    }));
    CHECK(scheduler.cancel(second));
    CHECK_FALSE(scheduler.cancel(first));
    std::promise<void> done;
    scheduler.submit(job(Priority::analysis, [&](const StopToken&) {
        done.set_value();
        return After::done;
    }));
    CHECK(ready(done));
    CHECK(times == 1);
    CHECK(scheduler.cancel(first));  // nothing to do
}

TEST_CASE("a cancelled job's function is destroyed without the scheduler's lock") {
    Scheduler scheduler(0);
    const auto other =
        scheduler.submit(job(Priority::review, [](const StopToken&) { return After::done; }));
    struct CancelsAnother {
        Scheduler& scheduler;
        Scheduler::JobId other;
        ~CancelsAnother() { scheduler.cancel(other); }
    };
    const auto id = scheduler.submit(
        job(Priority::review, [guard = std::make_shared<CancelsAnother>(CancelsAnother{
                                   scheduler, other})](const StopToken&) { return After::done; }));
    CHECK(scheduler.cancel(id));
    CHECK_FALSE(scheduler.run_one());
}

TEST_CASE("a long job makes room for one that waits, and goes on after it") {
    Scheduler scheduler(1, 5ms);
    std::atomic<int> turn{0};
    std::promise<int> at_turn;
    std::promise<void> done;
    scheduler.submit(job(Priority::analysis, [&](const StopToken& stop) {
        if (++turn == 2) {
            done.set_value();
            return After::done;
        }
        wait_for(stop);
        return After::again;
    }));
    while (turn == 0) std::this_thread::sleep_for(1ms);
    scheduler.submit(job(Priority::analysis, [&](const StopToken&) {
        at_turn.set_value(turn);
        return After::done;
    }));
    CHECK(at_turn.get_future().get() == 1);
    CHECK(ready(done));
}

TEST_CASE("a job is let alone while nobody waits, or only jobs of lower priority do") {
    Scheduler scheduler(1, 0ms);
    std::promise<bool> stopped;
    std::promise<void> queued;
    std::promise<void> lower;
    scheduler.submit(job(Priority::analysis, [&](const StopToken& stop) {
        queued.get_future().wait();
        std::this_thread::sleep_for(10ms);
        stopped.set_value(stop.requested());
        return After::done;
    }));
    scheduler.submit(job(Priority::review, [&](const StopToken&) {
        lower.set_value();
        return After::done;
    }));
    queued.set_value();
    CHECK_FALSE(stopped.get_future().get());
    CHECK(ready(lower));
}

TEST_CASE("a slice goes on when the job that waited is cancelled") {
    Scheduler scheduler(1, 20ms);
    std::promise<const StopToken*> begun;
    std::promise<void> look;
    std::promise<bool> stopped;
    scheduler.submit(job(Priority::analysis, [&](const StopToken& stop) {
        begun.set_value(&stop);
        look.get_future().wait();
        stopped.set_value(stop.requested());
        return After::done;
    }));
    const StopToken& stop = *begun.get_future().get();
    const auto other =
        scheduler.submit(job(Priority::analysis, [](const StopToken&) { return After::done; }));
    wait_for(stop);
    CHECK(scheduler.cancel(other));
    look.set_value();
    CHECK_FALSE(stopped.get_future().get());
}

TEST_CASE("a waiting move ends the slice of the lowest job at once") {
    Scheduler scheduler(2, 24h);
    std::atomic<bool> review{false};
    std::atomic<bool> analysis{false};
    std::atomic<int> reviews{0};
    std::atomic<int> analyses{0};
    std::promise<void> moved;
    scheduler.submit(endless(Priority::analysis, analysis, analyses));
    scheduler.submit(endless(Priority::review, review, reviews));
    wait_for(analysis);
    wait_for(review);
    scheduler.submit(move_until(Clock::now() + 24h, [&](const StopToken&) { moved.set_value(); }));
    CHECK(ready(moved));
    while (reviews < 2) std::this_thread::sleep_for(1ms);  // the review continues
    CHECK(analyses == 1);
}

TEST_CASE("priorities are strict, then the earliest deadline, then who came first") {
    Scheduler scheduler(0, 24h);
    std::string order;
    const auto add = [&](char name, Priority priority, std::optional<Clock::time_point> deadline) {
        scheduler.submit({priority, deadline, [&order, name](std::size_t, const StopToken&) {
                              order += name;
                              return After::done;
                          }});
    };
    const auto soon = Clock::now() + 1min;
    add('h', Priority::background, soon);
    add('g', Priority::review, std::nullopt);
    add('f', Priority::analysis, std::nullopt);
    add('c', Priority::move, std::nullopt);
    add('b', Priority::move, soon + 1s);
    add('d', Priority::move, std::nullopt);
    add('a', Priority::move, soon);
    add('e', Priority::analysis, soon);
    while (scheduler.run_one()) {
    }
    CHECK(order == "abcdefgh");
}

TEST_CASE("when moves have had nine slices, the job that has waited longest gets one") {
    std::string order;
    const auto run = [&](Clock::duration slice) {
        Scheduler scheduler(0, slice);
        order.clear();
        for (const auto& [name, priority] :
             {std::pair('b', Priority::background), std::pair('a', Priority::analysis),
              std::pair('m', Priority::move), std::pair('m', Priority::move),
              std::pair('m', Priority::move), std::pair('m', Priority::move)})
            scheduler.submit(job(priority, [&order, name](const StopToken&) {
                order += name;
                return After::done;
            }));
        while (scheduler.run_one()) {
        }
        return order;
    };
    CHECK(run(0ms) == "mbmamm");  // any time is more than nine slices
    CHECK(run(24h) == "mmmmab");
}

TEST_CASE("no move ends the slice that a job is owed") {
    // The slice may be over when the job looks: one look in time is enough.
    bool went_on = false;
    for (int tries = 0; tries < 1000 && !went_on; ++tries) {
        Scheduler scheduler(0, 1ms);
        const auto move = [] {
            return job(Priority::move, [](const StopToken&) {
                std::this_thread::sleep_for(10ms);
                return After::done;
            });
        };
        scheduler.submit(job(Priority::analysis, [&](const StopToken& stop) {
            scheduler.submit(move());
            went_on = !stop.requested();
            return After::done;
        }));
        scheduler.submit(move());
        CHECK(scheduler.run_one());
        scheduler.submit(move());
        CHECK(scheduler.run_one());
    }
    CHECK(went_on);
}

TEST_CASE("a job that is run again goes to the back") {
    Scheduler scheduler(0);
    std::string order;
    const auto add = [&](char name, int times) {
        scheduler.submit(job(Priority::review, [&order, name, times](const StopToken&) mutable {
            order += name;
            return --times == 0 ? After::done : After::again;
        }));
    };
    add('a', 3);
    add('b', 2);
    add('c', 1);
    while (scheduler.run_one()) {
    }
    CHECK(order == "abcaba");
}

TEST_CASE("moves that wait share the time of the one before them") {
    Scheduler scheduler(1);
    const auto deadline = Clock::now() + 3s;
    std::atomic<int> done{0};
    std::promise<void> all;
    std::promise<void> go;
    std::atomic<int> late{0};
    scheduler.submit(move_until(deadline, [&](const StopToken&) { go.get_future().wait(); }));
    for (int i = 0; i < 4; ++i)
        scheduler.submit(move_until(deadline, [&](const StopToken& stop) {
            wait_for(stop);
            if (Clock::now() >= deadline) ++late;
            if (++done == 4) all.set_value();
        }));
    go.set_value();
    CHECK(ready(all));
    CHECK(late == 0);
}

TEST_CASE("a move with much time makes room for one with little") {
    Scheduler scheduler(1);
    std::promise<void> begun;
    std::promise<bool> in_time;
    scheduler.submit(move_until(Clock::now() + 24h, [&](const StopToken& stop) {
        begun.set_value();
        wait_for(stop);
    }));
    CHECK(ready(begun));
    const auto deadline = Clock::now() + 2s;
    scheduler.submit(move_until(deadline, [&](const StopToken& stop) {
        wait_for(stop);
        in_time.set_value(Clock::now() < deadline);
    }));
    CHECK(in_time.get_future().get());
}

TEST_CASE("threads are lowered below the priority of the thread that makes them") {
    constexpr int kLowest = 19;
    const auto priority_in = [](Scheduler& scheduler) {
        std::promise<int> told;
        scheduler.submit(job(Priority::move, [&](const StopToken&) {
            told.set_value(::getpriority(PRIO_PROCESS, 0));
            return After::done;
        }));
        return told.get_future().get();
    };
    std::thread([&] {  // changes only this thread's priority
        const int own = std::min(::getpriority(PRIO_PROCESS, 0) + 3, kLowest);
        ::setpriority(PRIO_PROCESS, 0, own);
        Scheduler usual(1);
        CHECK(priority_in(usual) == std::min(own + 5, kLowest));
        Scheduler same(1, Scheduler::kSlice, 0);
        CHECK(priority_in(same) == own);
    })
        .join();
}

TEST_CASE("without threads, a job is told to stop after its slice, and a move is not") {
    Scheduler scheduler(0);
    int slices = 0;
    scheduler.submit(job(Priority::analysis, [&](const StopToken& stop) {
        wait_for(stop);
        return ++slices == 2 ? After::done : After::again;
    }));
    CHECK(scheduler.run_one(5ms));
    CHECK(scheduler.run_one(5ms));
    CHECK_FALSE(scheduler.run_one(5ms));
    CHECK(slices == 2);
    bool stopped = true;
    scheduler.submit(move_until(Clock::now() + 1h, [&](const StopToken& stop) {
        std::this_thread::sleep_for(10ms);
        stopped = stop.requested();
    }));
    CHECK(scheduler.run_one(5ms));
    CHECK_FALSE(stopped);
}
