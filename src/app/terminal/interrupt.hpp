// Ctrl-C and SIGTERM as one stop token for the whole process: running work polls it and comes to an
// orderly end. Any thread may ask; `serve` has its own handler in its network loop.
#pragma once

#include "kalah/stop_token.hpp"

namespace kalah::app {

/// From now on the first signal requests the token, and a second one ends the program.
const StopToken& stop_on_signals();
[[nodiscard]] bool interrupted();
/// The same, but the second signal requests a token of its own.
struct TwoStops {
    const StopToken& first;
    StopToken& second;  // also for a deadline
};
[[nodiscard]] TwoStops stop_on_two_signals();
/// Takes back a Ctrl-C that was meant only for a part of the program, such as a hint, and waits for
/// the next one. False if there was none, or another signal. Only while nothing works with the
/// token.
bool take_back_interrupt();
/// As shells count it: 128 and the signal, 130 for Ctrl-C.
[[nodiscard]] int interrupted_exit_code();

}  // namespace kalah::app
