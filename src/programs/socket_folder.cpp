#include "programs/socket_folder.hpp"

#include <stdlib.h>  // NOLINT: mkdtemp is POSIX
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "programs/forwarder.hpp"
#include "programs/sandbox.hpp"

namespace kalah::programs {
namespace {

std::string temporary_folder() {
    const char* chosen = ::getenv("TMPDIR");  // NOLINT: nobody changes the environment
    if (chosen == nullptr || chosen[0] == '\0') return "/tmp";
    return chosen[0] == '/' ? chosen : working_directory() + '/' + chosen;
}

}  // namespace

SocketFolder::SocketFolder() {
    std::string path = temporary_folder() + "/kalah-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(), path);
    path_ = path;
}

SocketFolder::~SocketFolder() {
    ::unlink(socket().c_str());
    ::rmdir(path_.c_str());
}

Descriptor SocketFolder::listen() const {
    Descriptor listener = listen_unix(socket());
    if (!listener.is_open()) throw std::system_error(errno, std::generic_category(), socket());
    return listener;
}

}  // namespace kalah::programs
