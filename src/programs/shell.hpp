// Starting other people's programs from a process with a single thread, and hearing of their ends.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "programs/descriptor.hpp"

namespace kalah::programs {

/// Readable when a child has ended, from now on; ends of children interrupt nothing any more.
[[nodiscard]] Descriptor child_signals();
/// Forgets what made it readable.
void clear(const Descriptor& signals);

/// Runs the words in place of this process, with signals as a program expects them; if they cannot
/// be run, says so on standard error and exits with 127.
[[noreturn]] void become(const std::vector<std::string>& words);

/// Forks; the child calls `prepare` and becomes the words. Its number, negative if there is no
/// room.
template <class Prepare>
pid_t start(const std::vector<std::string>& words, Prepare prepare) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    prepare();
    become(words);
}

/// The words for a command as people type it.
[[nodiscard]] std::vector<std::string> in_shell(const std::string& command);

/// What a shell would exit with: the code, or 128 and the signal.
[[nodiscard]] int exit_code(int status);

}  // namespace kalah::programs
