// ProgramServer: where the programs of an arena connect. Each game has a port of its own, which
// tells whose connection it is; one network thread serves all of them. It moves bytes and keeps the
// time, and knows nothing about games: those are PortHandlers (program_game.hpp).
//
// Handlers are called on the network thread only. Everything else may be called from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "programs/processes.hpp"

namespace kalah::programs {

using ServerClock = std::chrono::steady_clock;
using ServerTime = ServerClock::time_point;

/// The connection to a program, for its handler.
class Peer {
  public:
    Peer() = default;
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    virtual ~Peer() = default;
    /// False if so much is waiting already that the program apparently does not read.
    [[nodiscard]] virtual bool send(std::string_view lines) = 0;
    /// Sends what is waiting, then ends the connection. The peer is not used any more.
    virtual void finish() = 0;
};

/// Handles the connections to one port, one at a time.
class PortHandler {
  public:
    PortHandler() = default;
    PortHandler(const PortHandler&) = delete;
    PortHandler& operator=(const PortHandler&) = delete;
    virtual ~PortHandler() = default;

    /// The peer lives until on_close(), or until its finish() was called.
    virtual void on_open(Peer& peer, ServerTime now) = 0;
    virtual void on_bytes(std::string_view bytes, ServerTime now) = 0;
    virtual void on_close(ServerTime now) = 0;
    /// The watched descriptor can be read.
    virtual void on_readable() = 0;
    /// When tick() is to be called.
    [[nodiscard]] virtual ServerTime next_deadline() const = 0;
    virtual void tick(ServerTime now) = 0;
    /// The lines that a second connection gets before it is closed.
    [[nodiscard]] virtual std::string refusal() const = 0;
};

class ProgramServer {
  public:
    using PortId = std::uint64_t;

    /// Throws std::system_error where the system refuses, as open() does.
    ProgramServer();
    ~ProgramServer();
    ProgramServer(const ProgramServer&) = delete;
    ProgramServer& operator=(const ProgramServer&) = delete;

    struct OpenPort {
        PortId id = 0;
        std::uint16_t port = 0;
    };
    /// Listens on a free port of 127.0.0.1.
    [[nodiscard]] OpenPort open(std::shared_ptr<PortHandler> handler);
    /// Calls on_readable() once when the descriptor can be read. Replaces the one before.
    void watch(PortId id, const Descriptor& descriptor);
    /// Runs it on the network thread, after all that was posted before.
    void post(std::function<void(ServerTime now)> work);
    /// Closes the port and its connection, and returns when the handler is not called any more.
    void close(PortId id);

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace kalah::programs
