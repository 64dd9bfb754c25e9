// Reading that can be called off: a plain read could sleep through a signal that came a moment too
// early, or that another thread took. Any thread; each of them from a descriptor of its own.
#pragma once

#include <sys/types.h>

#include <functional>
#include <span>

namespace kalah::app {

/// What there is, as soon as there is something: how many bytes, 0 at the end of the input or when
/// called off, -1 if reading failed. `called_off` is asked twenty times a second.
[[nodiscard]] ssize_t read_some(int fd, std::span<char> buffer,
                                const std::function<bool()>& called_off);

}  // namespace kalah::app
