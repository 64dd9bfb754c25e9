#include "app/terminal/interrupt.hpp"

#include <signal.h>  // NOLINT: POSIX, not <csignal>

#include <atomic>

namespace kalah::app {
namespace {

// Mutable globals, because a signal handler can reach nothing else.
StopToken stop;
StopToken second_stop;
std::atomic<int> caught{0};  // the signal
static_assert(std::atomic<int>::is_always_lock_free, "signal handlers may use it");

void handle(int signal) {
    caught = signal;
    if (stop.requested()) second_stop.request();
    stop.request();
}

void catch_signals(int flags) {
    struct sigaction action {};
    action.sa_handler = handle;
    action.sa_flags = flags;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

const StopToken& stop_on_signals() {
    catch_signals(static_cast<int>(SA_RESETHAND));
    return stop;
}

TwoStops stop_on_two_signals() {
    catch_signals(0);
    return {stop, second_stop};
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
