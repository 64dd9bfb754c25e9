#include "programs/program_server.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "programs/relay.hpp"

namespace kalah::programs {
namespace {

constexpr std::size_t kMostWaiting = std::size_t{256} * 1024;  // to a program that does not read
constexpr std::size_t kMostDropped = std::size_t{256} * 1024;  // after the end
constexpr std::chrono::seconds kLinger{2};

std::system_error refused(const char* what) {
    return {errno, std::generic_category(), what};
}

void set_option(const Descriptor& socket, int option) {
    const int yes = 1;
    ::setsockopt(socket.number(), IPPROTO_TCP, option, &yes, sizeof yes);
}

using Buffer = std::array<char, 65'536>;

/// Writes at once what the system takes, and keeps the rest.
class Connection final : public Peer {
  public:
    explicit Connection(Descriptor socket) : socket_(std::move(socket)) {
        set_option(socket_, TCP_NODELAY);
    }

    [[nodiscard]] bool send(std::string_view lines) override {
        waiting_ += lines;
        write();
        return waiting_.size() <= kMostWaiting;
    }
    void finish() override {
        finishing_ = true;
        end_ = ServerClock::now() + kLinger;
        write();
    }

    [[nodiscard]] pollfd wanted() const {
        return {socket_.number(), static_cast<short>(waiting_.empty() ? POLLIN : POLLIN | POLLOUT),
                0};
    }
    [[nodiscard]] bool is_finishing() const { return finishing_; }
    [[nodiscard]] ServerTime end() const { return end_; }

    /// Sends what is waiting; after the last of it, the end.
    void write() {
        if (!waiting_.empty()) {
            const ssize_t sent = ::send(socket_.number(), waiting_.data(), waiting_.size(),
                                        MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent > 0) waiting_.erase(0, static_cast<std::size_t>(sent));
        }
        if (finishing_ && waiting_.empty()) ::shutdown(socket_.number(), SHUT_WR);
    }
    /// Nothing if the connection has ended; empty if there is nothing to read, or after finish().
    /// Then it reads and drops input, or the program would never see our last lines; a flood ends
    /// the connection.
    std::optional<std::string_view> read(Buffer& buffer) {
        const ssize_t got = ::recv(socket_.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return std::nullopt;
        const auto size = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
        // Programs that write a line in pieces would wait 40 ms for each acknowledgement.
        set_option(socket_, TCP_QUICKACK);
        if (!finishing_) return std::string_view(buffer.data(), size);
        dropped_ += size;
        if (dropped_ > kMostDropped) return std::nullopt;
        return std::string_view();
    }

  private:
    Descriptor socket_;
    std::string waiting_;
    bool finishing_ = false;
    ServerTime end_ = ServerTime::max();
    std::size_t dropped_ = 0;
};

/// A port with its connection; of the network thread.
struct Port {
    ProgramServer::PortId id = 0;
    Descriptor listener;
    std::shared_ptr<PortHandler> handler;
    std::unique_ptr<Connection> connection = {};
    Descriptor watched = {};
};

}  // namespace

class ProgramServer::Impl {
  public:
    Impl() : wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
        if (!wake_.is_open()) throw refused("eventfd");
        thread_ = std::thread([this] { run(); });
    }
    ~Impl() {
        post([this](ServerTime) { ending_ = true; });
        thread_.join();
    }

    void post(std::function<void(ServerTime now)> work) {
        {
            const std::lock_guard lock(mutex_);
            posted_.push_back(std::move(work));
        }
        const std::uint64_t one = 1;
        static_cast<void>(!::write(wake_.number(), &one, sizeof one));
    }

    PortId add(Descriptor listener, std::shared_ptr<PortHandler> handler) {
        const PortId id = ++last_id_;
        auto port = std::make_shared<Port>(Port{id, std::move(listener), std::move(handler)});
        post([this, port](ServerTime) { ports_.push_back(port); });
        return id;
    }
    void watch(PortId id, const std::shared_ptr<Descriptor>& descriptor) {
        post([this, id, descriptor](ServerTime) {
            if (Port* port = find(id)) port->watched = std::move(*descriptor);
        });
    }
    void remove(PortId id) {
        std::mutex mutex;
        std::condition_variable done;
        bool removed = false;
        post([&, id](ServerTime now) {
            // The handler must know of the end, in case it is told something later.
            if (Port* port = find(id); port != nullptr && port->connection)
                if (!port->connection->is_finishing()) port->handler->on_close(now);
            std::erase_if(ports_, [id](const auto& port) { return port->id == id; });
            const std::lock_guard lock(mutex);
            removed = true;
            done.notify_one();
        });
        std::unique_lock lock(mutex);
        done.wait(lock, [&] { return removed; });
    }

  private:
    Port* find(PortId id) {
        for (const auto& port : ports_)
            if (port->id == id) return port.get();
        return nullptr;
    }

    void run() {
        for (;;) {
            run_posted();
            if (ending_) return;
            std::vector<pollfd> list{{wake_.number(), POLLIN, 0}};
            ServerTime until = ServerTime::max();
            // Handlers change ports only by posted work.
            for (const auto& port : ports_) {
                list.push_back({port->listener.number(), POLLIN, 0});
                list.push_back({port->watched.number(), POLLIN, 0});  // negative ones are ignored
                list.push_back(port->connection ? port->connection->wanted() : pollfd{-1, 0, 0});
                until = std::min(until, port->handler->next_deadline());
                if (port->connection) until = std::min(until, port->connection->end());
            }
            ::poll(list.data(), list.size(), timeout(until));
            const pollfd* polled = list.data() + 1;
            for (const auto& port : ports_) {
                handle(*port, polled);
                polled += 3;
            }
        }
    }

    static int timeout(ServerTime until) {
        if (until == ServerTime::max()) return -1;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - ServerClock::now());
        return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
    }

    void run_posted() {
        std::uint64_t count = 0;
        static_cast<void>(!::read(wake_.number(), &count, sizeof count));
        std::vector<std::function<void(ServerTime)>> work;
        {
            const std::lock_guard lock(mutex_);
            work.swap(posted_);
        }
        for (const auto& each : work) each(ServerClock::now());
    }

    void handle(Port& port, const pollfd* polled) {
        if (polled[1].revents != 0) {
            port.watched.close();
            port.handler->on_readable();
        }
        if (port.connection && polled[2].revents != 0) serve(port, polled[2].revents);
        const ServerTime now = ServerClock::now();
        if (port.handler->next_deadline() <= now) port.handler->tick(now);
        if (port.connection && port.connection->end() <= now) port.connection.reset();
        if (polled[0].revents != 0) accept(port);
    }

    void serve(Port& port, short events) {
        if ((events & POLLOUT) != 0) port.connection->write();
        if ((events & ~POLLOUT) == 0) return;
        const bool finishing = port.connection->is_finishing();
        const auto bytes = port.connection->read(buffer_);
        if (!bytes) {
            if (!finishing) port.handler->on_close(ServerClock::now());
            port.connection.reset();
        } else if (!bytes->empty()) {
            port.handler->on_bytes(*bytes, ServerClock::now());
        }
    }

    static void accept(Port& port) {
        Descriptor socket(::accept4(port.listener.number(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!socket.is_open()) return;
        if (port.connection) {
            const std::string lines = port.handler->refusal();
            ::send(socket.number(), lines.data(), lines.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
            return;
        }
        port.connection = std::make_unique<Connection>(std::move(socket));
        port.handler->on_open(*port.connection, ServerClock::now());
    }

    Descriptor wake_;
    std::atomic<PortId> last_id_{0};
    std::mutex mutex_;  // of what follows
    std::vector<std::function<void(ServerTime)>> posted_;
    // Of the network thread.
    std::vector<std::shared_ptr<Port>> ports_;
    Buffer buffer_ = {};
    bool ending_ = false;
    std::thread thread_;
};

ProgramServer::ProgramServer() : impl_(std::make_unique<Impl>()) {}

ProgramServer::~ProgramServer() = default;

ProgramServer::OpenPort ProgramServer::open(std::shared_ptr<PortHandler> handler) {
    Descriptor listener = listen_port(0);
    if (!listener.is_open()) throw refused("a port for a program");
    sockaddr_in address{};
    socklen_t size = sizeof address;
    if (::getsockname(listener.number(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        throw refused("a port for a program");
    return {impl_->add(std::move(listener), std::move(handler)), ntohs(address.sin_port)};
}

void ProgramServer::watch(PortId id, const Descriptor& descriptor) {
    if (!descriptor.is_open()) return;
    auto copy = std::make_shared<Descriptor>(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, 0));
    if (copy->is_open()) impl_->watch(id, copy);
}

void ProgramServer::post(std::function<void(ServerTime now)> work) {
    impl_->post(std::move(work));
}

void ProgramServer::close(PortId id) {
    impl_->remove(id);
}

}  // namespace kalah::programs
