#include "net/unix_socket.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "base/descriptor.hpp"

namespace kalah::net {
namespace {

constexpr time_t kPatience = 10;  // seconds, for a server that does not answer

Error error_of(const std::string& path, int number) {
    return Error{path + ": " + std::generic_category().message(number)};
}

Result<sockaddr_un> address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof address.sun_path)
        return Error{path + ": the path of a socket has 1 to " +
                     std::to_string(sizeof address.sun_path - 1) + " bytes"};
    std::memcpy(static_cast<char*>(address.sun_path), path.c_str(), path.size());
    return address;
}

int new_socket() {
    return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

/// 0, or the number of the error.
int connect_to(int fd, const sockaddr_un& address) {
    const auto* any = reinterpret_cast<const sockaddr*>(&address);
    return ::connect(fd, any, sizeof address) == 0 ? 0 : errno;
}

/// What stands in the way of a new socket at this path.
std::optional<Error> in_use(const std::string& path, const sockaddr_un& address) {
    struct stat there {};
    if (::lstat(path.c_str(), &there) != 0) return std::nullopt;
    if (!S_ISSOCK(there.st_mode)) return Error{path + ": a file that is no socket is there"};
    const Descriptor probe(new_socket());
    const int error = connect_to(probe.number(), address);
    if (error == 0 || error == EAGAIN) return Error{path + ": a server is running there"};
    if (error != ECONNREFUSED && error != ENOENT) return error_of(path, error);
    return std::nullopt;
}

/// Under a name of its own first: nobody can connect before it has its rights.
std::optional<Error> bind_at(int fd, const std::string& path) {
    const std::string own = path + "-" + std::to_string(::getpid());
    const auto address = address_of(own);
    if (!address) return address.error();
    ::unlink(own.c_str());
    const auto* any = reinterpret_cast<const sockaddr*>(&*address);
    if (::bind(fd, any, sizeof *address) != 0) return error_of(path, errno);
    if (::chmod(own.c_str(), 0600) == 0 && ::listen(fd, SOMAXCONN) == 0 &&
        std::rename(own.c_str(), path.c_str()) == 0)
        return std::nullopt;
    const int number = errno;
    ::unlink(own.c_str());
    return error_of(path, number);
}

bool send_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

/// Up to the end of the connection; nothing if it takes too long.
std::optional<std::string> receive_all(int fd) {
    std::string all;
    std::array<char, 16384> piece{};
    while (true) {
        const ssize_t size = ::recv(fd, piece.data(), piece.size(), 0);
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return std::nullopt;
        if (size == 0) return all;
        all.append(piece.data(), static_cast<std::size_t>(size));
    }
}

/// "HTTP/1.1 200 OK", fields, an empty line and the body.
std::optional<LocalAnswer> read_answer(const std::string& text) {
    const std::size_t head = text.find("\r\n\r\n");
    const std::size_t blank = text.find(' ');
    if (head == std::string::npos || blank > head || !text.starts_with("HTTP/1.")) return {};
    LocalAnswer answer{0, text.substr(head + 4)};
    std::from_chars(text.data() + blank + 1, text.data() + head, answer.status);
    return answer;
}

}  // namespace

Result<int> listen_at(const std::string& path) {
    const auto address = address_of(path);
    if (!address) return address.error();
    if (const auto error = in_use(path, *address)) return *error;
    Descriptor fd(new_socket());
    if (fd.number() < 0) return error_of(path, errno);
    if (const auto error = bind_at(fd.number(), path)) return *error;
    return fd.release();
}

Result<LocalAnswer> ask_at(const std::string& path, std::string_view method,
                           std::string_view target, std::string_view body) {
    const auto address = address_of(path);
    if (!address) return address.error();
    const Descriptor fd(new_socket());
    const timeval patience{kPatience, 0};
    ::setsockopt(fd.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    ::setsockopt(fd.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const int failed = connect_to(fd.number(), *address);
    if (failed == ENOENT)
        return Error{path + ": no server has this socket; name another with --admin-socket"};
    if (failed == ECONNREFUSED) return Error{path + ": the server has ended"};
    if (failed == EACCES) return Error{path + ": only its owner and root can use it"};
    if (failed != 0) return error_of(path, failed);
    std::string request(method);
    request.append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\n");
    request.append("Connection: close\r\nContent-Length: ").append(std::to_string(body.size()));
    request.append("\r\n\r\n").append(body);
    const auto received = send_all(fd.number(), request) ? receive_all(fd.number()) : std::nullopt;
    if (!received) return Error{path + ": the server does not answer"};
    auto answer = read_answer(*received);
    if (!answer) return Error{path + ": what answers there is not 'kalah serve'"};
    return std::move(*answer);
}

}  // namespace kalah::net
