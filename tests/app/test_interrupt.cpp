#include "app/interrupt.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <initializer_list>

using namespace kalah::app;

namespace {

/// Runs the work in a process of its own; how that ended.
template <class Work>
int status_of(Work work) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) ::_exit(work());
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return status;
}

}  // namespace

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
