#include "programs/shell.hpp"

#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kalah::programs {

Descriptor child_signals() {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &signals, nullptr);
    return Descriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

void clear(const Descriptor& signals) {
    signalfd_siginfo info{};
    while (::read(signals.number(), &info, sizeof info) > 0) {
    }
}

void become(const std::vector<std::string>& words) {
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::signal(signal, SIG_DFL);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    const std::string message = words[0] + ": " + std::strerror(errno) + "\n";
    static_cast<void>(!::write(2, message.data(), message.size()));
    ::_exit(127);
}

std::vector<std::string> in_shell(const std::string& command) {
    return {"/bin/sh", "-c", command};
}

int exit_code(int status) {
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace kalah::programs
