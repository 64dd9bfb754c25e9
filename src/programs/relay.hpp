// How a program in a sandbox (sandbox.hpp) reaches its server: Forwarder joins pairs of connections
// and carries bytes both ways, SocketFolder holds the Unix socket between them, and the relay is
// the process that runs inside the sandbox beside the program. For processes that poll; one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <poll.h>

#include "programs/processes.hpp"

namespace kalah::programs {

class Forwarder {
  public:
    using Connect = std::function<Descriptor()>;

    /// Joins each connection to the listener with one that `connect` makes; closes it if that
    /// fails.
    Forwarder(Descriptor listener, Connect connect);

    /// Appends to the list what it waits for.
    void add_to(std::vector<pollfd>& list) const;
    /// Moves what can be moved; `list`: the entries that add_to() appended, after poll(2).
    void handle(const pollfd* list);
    /// True if the other side, that of `connect`, has not ended all connections.
    [[nodiscard]] bool is_serving() const;

  private:
    /// One direction: what was read from a connection and the other one has not taken yet.
    struct Way {
        std::string waiting = {};
        bool ended = false;   // nothing more will be read
        bool closed = false;  // and the other side has been told
    };
    struct Joint {
        Descriptor ends[2];
        Way ways[2];  // from the end of that index to the other
    };
    void accept();
    static bool carry(Joint& joint, int from, bool readable);

    Descriptor listener_;
    Connect connect_;
    std::vector<std::unique_ptr<Joint>> joints_;
};

/// Listen at, or connect to, a Unix socket or a port of 127.0.0.1. The result is not open if the
/// system refuses, and errno says why.
[[nodiscard]] Descriptor listen_unix(const std::string& path);
[[nodiscard]] Descriptor listen_port(std::uint16_t port);
[[nodiscard]] Descriptor connect_unix(const std::string& path);
[[nodiscard]] Descriptor connect_port(std::uint16_t port);

/// TMPDIR or /tmp, absolute: where folders of sockets are made.
[[nodiscard]] std::string temporary_folder();

/// A folder of its own with the Unix socket to which a sandbox connects, in temporary_folder();
/// removed with this object. If it cannot be made, that is the arena's trouble, not a program's.
class SocketFolder {
  public:
    /// Throws std::system_error where no folder can be made.
    SocketFolder();
    ~SocketFolder();
    SocketFolder(const SocketFolder&) = delete;
    SocketFolder& operator=(const SocketFolder&) = delete;

    /// Absolute.
    [[nodiscard]] std::string socket() const { return path_ + "/kgp"; }
    /// Throws std::system_error where that fails; paths of sockets have at most 107 bytes.
    [[nodiscard]] Descriptor listen() const;

  private:
    std::string path_;
};

// The relay listens on KGP_PORT inside the sandbox, carries bytes to the supervisor's socket,
// starts the program, and ends with its exit code.

/// The first argument that makes our program a relay; not for people.
inline constexpr const char* kRelayCommand = "relay-program";

/// In place of a port: the relay only runs the command, as the user that it would be.
inline constexpr const char* kNoServer = "0";

/// kalah relay-program PORT SOCKET COMMAND
[[nodiscard]] int relay_program(int argc, const char* const* argv);

}  // namespace kalah::programs
