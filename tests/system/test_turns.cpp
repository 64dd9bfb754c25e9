#include "kalah/stop_token.hpp"
#include "system/turns.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <future>

using kalah::StopToken;
using kalah::Turns;
using namespace std::chrono_literals;
using After = Turns::After;

namespace {

void wait_for(const StopToken& stop) {
    while (!stop.requested()) std::this_thread::sleep_for(1ms);
}

void wait_for(const std::atomic<bool>& flag) {
    while (!flag.load()) std::this_thread::sleep_for(1ms);
}

}  // namespace

TEST_CASE("a long work makes room for one that waits, and goes on after it") {
    Turns turns(1, 5ms);
    std::atomic<int> turn{0};
    std::promise<int> at_turn;
    std::promise<void> done;
    turns.add([&](const StopToken& stop) {
        if (++turn == 2) {
            done.set_value();
            return After::done;
        }
        wait_for(stop);
        return After::again;
    });
    while (turn == 0) std::this_thread::sleep_for(1ms);
    turns.add([&](const StopToken&) {
        at_turn.set_value(turn);
        return After::done;
    });
    CHECK(at_turn.get_future().get() == 1);
    done.get_future().get();
}

TEST_CASE("a work that nobody waits for is let alone") {
    Turns turns(1, 0ms);
    std::promise<bool> stopped;
    turns.add([&](const StopToken& stop) {
        std::this_thread::sleep_for(20ms);
        stopped.set_value(stop.requested());
        return After::done;
    });
    CHECK_FALSE(stopped.get_future().get());
}

TEST_CASE("a work that is ended stops and gets no other turn, and one that waits never begins") {
    Turns turns(1, 10min);
    std::atomic<bool> begun{false};
    std::atomic<int> times{0};
    const auto first = turns.add([&](const StopToken& stop) {
        ++times;
        begun = true;
        wait_for(stop);
        return After::again;
    });
    const auto second = turns.add([&](const StopToken&) {
        times += 100;
        return After::done;
    });
    wait_for(begun);
    turns.end(second);
    turns.end(first);
    std::promise<void> done;
    turns.add([&](const StopToken&) -> After {
        done.set_value();
        throw std::runtime_error("lost");
    });
    done.get_future().get();
    CHECK(times == 1);
    turns.end(first);  // nothing
}
