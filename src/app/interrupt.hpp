// Ctrl-C (and SIGTERM) as a question that work asks now and then, instead of sudden death. For the
// whole process; ask from any thread.
#pragma once

namespace kalah::app {

/// From now on the signals only set a flag. A second one ends the program.
void catch_interrupts();
[[nodiscard]] bool interrupted();
/// Takes back a Ctrl-C that was meant for less than the program, and waits for the next one. False
/// if there was none, or another signal.
bool take_back_interrupt();
/// As shells count it: 128 and the signal, 130 for Ctrl-C.
[[nodiscard]] int interrupted_exit_code();

}  // namespace kalah::app
