#include "programs/program_relay.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "programs/forwarder.hpp"
#include "programs/shell.hpp"

namespace kalah::programs {
namespace {

constexpr int kCannot = 126;

int complain(const std::string& message) {
    const std::string line = "kalah: " + message + "\n";
    static_cast<void>(!::write(2, line.data(), line.size()));
    return kCannot;
}

}  // namespace

int relay_program(int argc, const char* const* argv) {
    if (argc != 5) return complain("not for people");
    const auto port = static_cast<std::uint16_t>(std::atoi(argv[2]));
    Descriptor listener = listen_port(port);
    if (!listener.is_open()) return complain("the sandbox has no loopback network");
    const std::string socket = argv[3];
    Forwarder forwarder(std::move(listener), [socket] { return connect_unix(socket); });

    const Descriptor signals = child_signals();
    const pid_t program = start(in_shell(argv[4]), [] {});
    if (program < 0) return complain("the sandbox has no room for a process");
    std::optional<int> code;
    // What it has sent still gets through when it has ended, and what it has started may play on.
    while (!code || forwarder.is_serving()) {
        std::vector<pollfd> list{{signals.number(), POLLIN, 0}};
        forwarder.add_to(list);
        if (::poll(list.data(), list.size(), -1) < 0) continue;
        forwarder.handle(&list[1]);
        if (list[0].revents == 0) continue;
        clear(signals);
        int status = 0;
        if (!code && ::waitpid(program, &status, WNOHANG) == program) code = exit_code(status);
    }
    return *code;
}

}  // namespace kalah::programs
