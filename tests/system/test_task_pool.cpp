#include "kalah/stop_token.hpp"
#include "system/task_pool.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <stdexcept>

using kalah::StopToken;
using namespace std::chrono_literals;
using kalah::TaskPool;

TEST_CASE("a task without end is told to stop, and no other whose time is not over") {
    std::promise<const StopToken*> begun;
    std::promise<void> stopped;
    TaskPool pool(2);
    pool.add(TaskPool::Clock::now() + 24h, [&](std::size_t, const StopToken& stop) {
        begun.set_value(&stop);
        while (!stop.requested()) std::this_thread::sleep_for(1ms);
    });
    const StopToken& stop_long = *begun.get_future().get();
    pool.add(TaskPool::Clock::now() + 50ms, [&](std::size_t, const StopToken& stop) {
        while (!stop.requested()) std::this_thread::sleep_for(1ms);
        stopped.set_value();
    });
    REQUIRE(stopped.get_future().wait_for(1min) == std::future_status::ready);
    CHECK_FALSE(stop_long.requested());
}

TEST_CASE("tasks are done in turn, by as many threads as there are, and may throw") {
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    std::atomic<int> done{0};
    std::promise<void> all_done;
    TaskPool pool(2);
    for (int i = 0; i < 50; ++i)
        pool.add(TaskPool::Clock::now() + 1min, [&](std::size_t thread, const StopToken&) {
            CHECK(thread < 2);
            const int now = ++running;
            int seen = most.load();
            while (seen < now && !most.compare_exchange_weak(seen, now)) {
            }
            --running;
            if (++done == 50) all_done.set_value();
            throw std::runtime_error("no memory, say");
        });
    all_done.get_future().wait();
    CHECK(most.load() <= 2);
}

TEST_CASE("at its end a pool stops what runs and drops what waits") {
    std::atomic<int> begun{0};
    std::promise<void> first;
    {
        TaskPool pool(1);
        for (int i = 0; i < 3; ++i)
            pool.add(TaskPool::Clock::now() + 24h, [&](std::size_t, const StopToken& stop) {
                if (++begun == 1) first.set_value();
                while (!stop.requested()) std::this_thread::sleep_for(1ms);
            });
        first.get_future().wait();
    }
    CHECK(begun.load() == 1);
}

TEST_CASE("a task can be told to stop, and one that waits never begins") {
    std::promise<void> begun;
    std::promise<void> stopped;
    std::atomic<bool> second{false};
    TaskPool pool(1);
    const auto first_task =
        pool.add(TaskPool::Clock::now() + 24h, [&](std::size_t, const StopToken& stop) {
            begun.set_value();
            while (!stop.requested()) std::this_thread::sleep_for(1ms);
            stopped.set_value();
        });
    begun.get_future().get();
    const auto second_task =
        pool.add(TaskPool::Clock::now() + 24h,
                 [&](std::size_t, const StopToken& /*stop*/) { second = true; });
    CHECK(pool.stop(second_task));
    CHECK_FALSE(pool.stop(first_task));
    stopped.get_future().get();
    std::promise<void> last;
    pool.add(TaskPool::Clock::now() + 24h,
             [&](std::size_t, const StopToken& /*stop*/) { last.set_value(); });
    last.get_future().get();
    CHECK_FALSE(second);
}
