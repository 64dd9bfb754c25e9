#include "app/interrupt.hpp"

#include <signal.h>  // NOLINT: POSIX, not <csignal>

#include <atomic>

namespace kalah::app {
namespace {

// A signal handler can reach nothing else: the one mutable global.
std::atomic<int> interrupt_flag{0};  // the signal
static_assert(std::atomic<int>::is_always_lock_free, "signal handlers may use it");

void handle(int signal) {
    interrupt_flag = signal;
}

}  // namespace

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = handle;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
    return interrupt_flag != 0;
}

bool take_back_interrupt() {
    int expected = SIGINT;
    if (!interrupt_flag.compare_exchange_strong(expected, 0)) return false;
    catch_interrupts();
    return true;
}

int interrupted_exit_code() {
    return 128 + interrupt_flag;
}

}  // namespace kalah::app
