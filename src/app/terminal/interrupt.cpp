#include "app/terminal/interrupt.hpp"

#include <signal.h>  // NOLINT: POSIX, not <csignal>

#include <atomic>

namespace kalah::app {
namespace {

// Mutable globals, because a signal handler can reach nothing else.
StopToken stop;
std::atomic<int> caught{0};  // the signal
static_assert(std::atomic<int>::is_always_lock_free, "signal handlers may use it");

void handle(int signal) {
    caught = signal;
    stop.request();
}

}  // namespace

const StopToken& stop_on_signals() {
    struct sigaction action {};
    action.sa_handler = handle;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    return stop;
}

bool interrupted() {
    return stop.requested();
}

bool take_back_interrupt() {
    int expected = SIGINT;
    if (!caught.compare_exchange_strong(expected, 0)) return false;
    stop.reset();
    stop_on_signals();
    return true;
}

int interrupted_exit_code() {
    return 128 + caught;
}

}  // namespace kalah::app
