// Where the server's log goes: standard error, a line an event, for people or as JSON. Written by a
// thread of its own (line_writer.hpp): when nobody takes the lines, the oldest are dropped, and
// nobody waits.
#pragma once

#include "base/log.hpp"

namespace kalah::app {

enum class LogFormat : bool { text, json };

/// For one at a time. What was logged is written when the last copy is gone.
[[nodiscard]] Log serve_log(LogFormat format, LogLevel least);

}  // namespace kalah::app
