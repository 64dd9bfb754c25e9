#include "system/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <string>

namespace kalah {

void tell_service_manager(std::string_view state) {
    const char* given = std::getenv("NOTIFY_SOCKET");
    const std::string path = given != nullptr ? given : "";
    sockaddr_un address{};
    if (path.empty() || path.size() >= sizeof address.sun_path) return;
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, path.size());
    if (path.front() == '@') address.sun_path[0] = '\0';  // a name that is no file
    const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return;
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    static_cast<void>(::sendto(fd, state.data(), state.size(), MSG_NOSIGNAL,
                               reinterpret_cast<const sockaddr*>(&address), size));
    ::close(fd);
}

}  // namespace kalah
