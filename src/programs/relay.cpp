#include "programs/relay.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>  // NOLINT: mkdtemp is POSIX
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>

#include "programs/sandbox.hpp"

namespace kalah::programs {
namespace {

constexpr std::size_t kMostJoints = 8;
constexpr std::size_t kMostRelayed = std::size_t{64} * 1024;

/// The address of a Unix socket or a port of this machine, as the system wants it.
struct Address {
    explicit Address(const std::string& path) : size(sizeof(sockaddr_un)) {
        auto* un = reinterpret_cast<sockaddr_un*>(&storage);
        un->sun_family = AF_UNIX;
        fits = path.size() < sizeof un->sun_path;
        if (fits) std::memcpy(un->sun_path, path.c_str(), path.size() + 1);
    }
    explicit Address(std::uint16_t port) : size(sizeof(sockaddr_in)) {
        auto* in = reinterpret_cast<sockaddr_in*>(&storage);
        in->sin_family = AF_INET;
        in->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        in->sin_port = htons(port);
    }
    [[nodiscard]] const sockaddr* generic() const {
        return reinterpret_cast<const sockaddr*>(&storage);
    }
    sockaddr_storage storage{};
    socklen_t size;
    bool fits = true;
};

Descriptor new_socket(const Address& address, int flags) {
    if (!address.fits) {
        errno = ENAMETOOLONG;
        return {};
    }
    return Descriptor(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
}

/// Closes it, and keeps errno.
Descriptor refuse(Descriptor socket) {
    const int error = errno;
    socket.close();
    errno = error;
    return {};
}

Descriptor listen_at(const Address& address) {
    Descriptor socket = new_socket(address, SOCK_NONBLOCK);
    if (!socket.is_open()) return {};
    if (::bind(socket.number(), address.generic(), address.size) != 0 ||
        ::listen(socket.number(), static_cast<int>(kMostJoints)) != 0)
        return refuse(std::move(socket));
    return socket;
}

/// Blocks, but not for long: the listener is on this machine.
Descriptor connect_to(const Address& address) {
    Descriptor socket = new_socket(address, 0);
    if (!socket.is_open() || ::connect(socket.number(), address.generic(), address.size) != 0)
        return {};
    return socket;
}

/// A line goes out when it is written, not when the one before has been acknowledged.
void send_at_once(const Descriptor& socket) {
    const int yes = 1;  // Unix sockets refuse it: they always send at once
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

constexpr int kCannotRelay = 126;

int complain(const std::string& message) {
    const std::string line = "kalah: " + message + "\n";
    static_cast<void>(!::write(2, line.data(), line.size()));
    return kCannotRelay;
}

}  // namespace

Forwarder::Forwarder(Descriptor listener, Connect connect)
    : listener_(std::move(listener)), connect_(std::move(connect)) {}

void Forwarder::add_to(std::vector<pollfd>& list) const {
    list.push_back({listener_.number(), POLLIN, 0});
    for (const auto& joint : joints_)
        for (int end = 0; end < 2; ++end) {
            short events = 0;
            const Way& out = joint->ways[end];
            if (!out.ended && out.waiting.size() < kMostRelayed) events |= POLLIN;
            if (!joint->ways[1 - end].waiting.empty()) events |= POLLOUT;
            // With nothing to wait for, poll would still come back at once for a peer that is gone.
            list.push_back({events == 0 ? -1 : joint->ends[end].number(), events, 0});
        }
}

void Forwarder::handle(const pollfd* list) {
    const pollfd* polled = list + 1;
    for (auto& joint : joints_) {
        const bool readable[2] = {polled[0].revents != 0, polled[1].revents != 0};
        polled += 2;
        bool alive = true;
        for (int end = 0; end < 2 && alive; ++end) alive = carry(*joint, end, readable[end]);
        if (!alive || (joint->ways[0].closed && joint->ways[1].closed)) joint.reset();
    }
    joints_.erase(std::remove(joints_.begin(), joints_.end(), nullptr), joints_.end());
    if (list->revents != 0) accept();
}

bool Forwarder::is_serving() const {
    return std::any_of(joints_.begin(), joints_.end(),
                       [](const auto& joint) { return !joint->ways[1].closed; });
}

void Forwarder::accept() {
    Descriptor peer(::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!peer.is_open() || joints_.size() >= kMostJoints) return;
    Descriptor other = connect_();
    if (!other.is_open()) return;
    send_at_once(peer);
    send_at_once(other);
    auto joint = std::make_unique<Joint>();
    joint->ends[0] = std::move(peer);
    joint->ends[1] = std::move(other);
    joints_.push_back(std::move(joint));
}

/// False if the connection has broken.
bool Forwarder::carry(Joint& joint, int from, bool readable) {
    Way& way = joint.ways[from];
    if (readable && !way.ended && way.waiting.size() < kMostRelayed) {
        std::array<char, 16 * 1024> buffer;  // NOLINT: is read into
        const ssize_t got =
            ::recv(joint.ends[from].number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (got > 0) way.waiting.append(buffer.data(), static_cast<std::size_t>(got));
        if (got == 0) way.ended = true;
        if (got < 0 && errno != EAGAIN && errno != EINTR) return false;
    }
    const int to = joint.ends[1 - from].number();
    if (!way.waiting.empty()) {
        const ssize_t sent =
            ::send(to, way.waiting.data(), way.waiting.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) way.waiting.erase(0, static_cast<std::size_t>(sent));
        if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    }
    if (way.ended && way.waiting.empty() && !way.closed) {
        ::shutdown(to, SHUT_WR);
        way.closed = true;
    }
    return true;
}

Descriptor listen_unix(const std::string& path) {
    return listen_at(Address(path));
}

Descriptor listen_port(std::uint16_t port) {
    return listen_at(Address(port));
}

Descriptor connect_unix(const std::string& path) {
    return connect_to(Address(path));
}

Descriptor connect_port(std::uint16_t port) {
    return connect_to(Address(port));
}

std::string temporary_folder() {
    const char* chosen = ::getenv("TMPDIR");  // NOLINT: nobody changes the environment
    if (chosen == nullptr || chosen[0] == '\0') return "/tmp";
    return chosen[0] == '/' ? chosen : working_directory() + '/' + chosen;
}

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

int relay_program(int argc, const char* const* argv) {
    if (argc != 5) return complain("not for people");
    const std::vector<std::string> command = in_shell(argv[4]);
    if (std::string_view(argv[2]) == kNoServer) {
        if (::geteuid() == 0) become_nobody();
        become(arguments_of(command));
    }
    const auto port = static_cast<std::uint16_t>(std::atoi(argv[2]));
    Descriptor listener = listen_port(port);
    if (!listener.is_open()) return complain("the sandbox has no loopback network");
    const std::string socket = argv[3];
    Forwarder forwarder(std::move(listener), [socket] { return connect_unix(socket); });

    const Descriptor signals = child_signals();
    const pid_t program = start(command, [] {
        if (::geteuid() == 0) become_nobody();
    });
    if (program < 0) return complain("the sandbox has no room for a process");
    std::optional<int> code;
    // After the program has ended, what it sent still has to get through, and its children may play
    // on.
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
