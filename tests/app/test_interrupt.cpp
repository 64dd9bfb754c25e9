#include "app/interrupt.hpp"

#include <doctest/doctest.h>
#include <signal.h>

#include <chrono>
#include <initializer_list>
#include <thread>

#include "app/search_options.hpp"
#include "support/process.hpp"

using namespace kalah::app;
using kalah::test::status_of;

TEST_CASE("the first signal is noted, the second ends the program") {
    for (const int signal : {SIGINT, SIGTERM}) {
        const int once = status_of([&] {
            catch_interrupts();
            if (interrupted()) return 1;
            ::raise(signal);
            return interrupted() ? interrupted_exit_code() : 2;
        });
        CHECK(WIFEXITED(once));
        CHECK(WEXITSTATUS(once) == 128 + signal);
        const int twice = status_of([&] {
            catch_interrupts();
            ::raise(signal);
            ::raise(signal);
            return 0;
        });
        CHECK(WIFSIGNALED(twice));
        CHECK(WTERMSIG(twice) == signal);
    }
}

TEST_CASE("a Ctrl-C can be taken back, and the next one counts, and another signal stays") {
    const int status = status_of([] {
        StopOnInterrupt stop;
        const auto raised = [&](int signal) {
            ::raise(signal);
            while (!stop.flag().requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        if (stop.take_back()) return 1;
        for (int i = 0; i < 3; ++i) {
            raised(SIGINT);
            if (!stop.take_back()) return 2;
            std::this_thread::sleep_for(std::chrono::milliseconds(12));  // the watcher looks again
            if (stop.flag().requested() || interrupted()) return 3;
        }
        raised(SIGTERM);
        return stop.take_back() || !interrupted() ? 4 : 0;
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}
