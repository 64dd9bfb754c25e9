// The values of player specifications as people write them: see system/values.hpp.
#pragma once

#include "system/values.hpp"

namespace kalah::players {

using kalah::parse_duration;
using kalah::parse_number;
using kalah::parse_size_in_bytes;
using kalah::parse_yes_no;

}  // namespace kalah::players
