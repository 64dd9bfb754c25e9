// SocketFolder: a folder of its own with the Unix socket to which a sandbox connects, in TMPDIR or
// /tmp; gone with this object. Whatever is in the way of it is the arena's trouble, not a
// program's.
#pragma once

#include <string>

#include "programs/descriptor.hpp"

namespace kalah::programs {

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

}  // namespace kalah::programs
