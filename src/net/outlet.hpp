// Outlet: where a session's lines go, whatever carries them. The logic of the server knows sockets
// by nothing else. Called from the network's thread only.
#pragma once

#include <string_view>

namespace kalah::net {

class Outlet {
  public:
    Outlet() = default;
    Outlet(const Outlet&) = delete;
    Outlet& operator=(const Outlet&) = delete;
    virtual ~Outlet() = default;

    /// Takes whole lines, each with its CRLF, and sends them as soon as the peer reads. False if so
    /// much is waiting already that the peer must be taken for one that does not read.
    /// Must not call back.
    [[nodiscard]] virtual bool send(std::string_view lines) = 0;
    /// No more will come: what is waiting is sent if the peer takes it soon, then the connection
    /// ends. The outlet is not used any more.
    virtual void finish() = 0;
};

}  // namespace kalah::net
