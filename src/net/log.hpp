// Names of base/log.hpp in this folder.
#pragma once

#include "base/log.hpp"

namespace kalah::net {

using Level = LogLevel;
using Field = LogField;
using kalah::Log;
inline constexpr auto unlogged = no_log;

}  // namespace kalah::net
