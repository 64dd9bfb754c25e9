// Ctrl-C (and SIGTERM) as a question that work asks now and then, instead of sudden death.
#pragma once

namespace kalah::app {

/// From now on the signals only set a flag; a blocked read returns. A second one ends the program.
void catch_interrupts();
[[nodiscard]] bool interrupted();

}  // namespace kalah::app
