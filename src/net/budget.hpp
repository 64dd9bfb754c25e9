// Names of rate_limiter.hpp for the files of the hall. Goes with them.
#pragma once

#include "net/rate_limiter.hpp"

namespace kalah::net {

using Budget = RateLimiter;
using BudgetLimits = RateLimits;

}  // namespace kalah::net
