#include "app/terminal/interrupt.hpp"

#include <doctest/doctest.h>
#include <signal.h>

#include <initializer_list>

#include "support/process.hpp"

using namespace kalah::app;
using kalah::test::status_of;

TEST_CASE("the first signal is noted, the second ends the program") {
    for (const int signal : {SIGINT, SIGTERM}) {
        const int once = status_of([&] {
            stop_on_signals();
            if (interrupted()) return 1;
            ::raise(signal);
            return interrupted() ? interrupted_exit_code() : 2;
        });
        CHECK(WIFEXITED(once));
        CHECK(WEXITSTATUS(once) == 128 + signal);
        const int twice = status_of([&] {
            stop_on_signals();
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
        const kalah::StopToken& stop = stop_on_signals();
        const auto raised = [&](int signal) {
            ::raise(signal);
            return stop.requested();
        };
        if (take_back_interrupt()) return 1;
        for (int i = 0; i < 3; ++i) {
            if (!raised(SIGINT) || !take_back_interrupt()) return 2;
            if (stop.requested() || interrupted()) return 3;
        }
        return !raised(SIGTERM) || take_back_interrupt() || !interrupted() ? 4 : 0;
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}
