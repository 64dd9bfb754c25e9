#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <optional>
#include <utility>

#include "net/loop.hpp"

namespace kalah::net {
namespace {

constexpr std::size_t kMostDropped = std::size_t{256} * 1024;

/// Reads into the loop's buffer when there is something to read, and writes at once what the system
/// takes: a quiet connection holds no buffers.
class TcpConnection final : public Connection,
                            public Outbox,
                            public std::enable_shared_from_this<TcpConnection> {
  public:
    TcpConnection(Loop& loop, tcp::socket socket, ConnectionSlot slot)
        : Connection(loop), socket_(std::move(socket)), slot_(std::move(slot)) {}

    void start() {
        ErrorCode ignored;
        socket_.non_blocking(true, ignored);
        socket_.set_option(tcp::no_delay(true), ignored);
        socket_.set_option(asio::socket_base::keep_alive(true), ignored);
        if (const auto why = slot_.refused()) return refuse(*why);
        session_ = loop_.opened(Protocol::kgp, *this, slot_, socket_, "tcp");
        wait_to_read();
    }

    [[nodiscard]] bool send(std::string_view lines) override {
        has_sent_ = true;
        if (waiting_.empty()) {
            ErrorCode error;
            const std::size_t sent =
                socket_.write_some(asio::buffer(lines.data(), lines.size()), error);
            if (error && error != asio::error::would_block) return true;  // reading will notice
            lines.remove_prefix(sent);
        }
        if (lines.empty()) return true;
        const bool must_wait = waiting_.empty();
        waiting_ += lines;
        if (waiting_.size() > loop_.options.most_waiting_bytes) return false;
        if (must_wait) wait_to_write();
        return true;
    }

    void finish(CloseReason /*reason*/) override {
        if (finishing_) return;
        finishing_ = true;
        linger_.emplace(loop_.io, kLinger);
        linger_->async_wait([self = shared_from_this()](ErrorCode error) {
            if (!error) self->close();
        });
        if (waiting_.empty()) shut_down();
    }

    void go_away() override { finish({}); }
    [[nodiscard]] bool has_session() const override { return session_ != 0; }

  private:
    void refuse(Refusal why) {
        loop_.count(why);
        const std::string lines = loop_.handler.refusal(why != Refusal::banned);
        ErrorCode ignored;
        socket_.write_some(asio::buffer(lines), ignored);
        close();
    }

    void wait_to_read() {
        socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](ErrorCode error) {
            if (!error) self->read();
        });
    }

    void read() {
        ErrorCode error;
        const std::size_t size = socket_.read_some(asio::buffer(loop_.buffer), error);
        if (error && error != asio::error::would_block) return close();
        if (finishing_) return drop(size);
        has_sent_ = false;
        if (size > 0) loop_.received(session_, {loop_.buffer.data(), size});
        if (!has_sent_) acknowledge();
        if (socket_.is_open()) wait_to_read();
    }

    /// After finish(), reads and drops input, or the peer would never see our last lines; closes if
    /// a flood comes.
    void drop(std::size_t size) {
        dropped_ += size;
        if (dropped_ > kMostDropped) return close();
        wait_to_read();
    }

    /// Without this, a client that writes a line in pieces waits 40 ms for the acknowledgement of
    /// each piece that we do not answer.
    void acknowledge() {
#ifdef TCP_QUICKACK
        const int yes = 1;
        if (socket_.is_open())
            ::setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
#endif
    }

    void wait_to_write() {
        socket_.async_wait(tcp::socket::wait_write, [self = shared_from_this()](ErrorCode error) {
            if (!error) self->write_waiting();
        });
    }

    void write_waiting() {
        ErrorCode error;
        const std::size_t sent = socket_.write_some(asio::buffer(waiting_), error);
        if (error && error != asio::error::would_block) return;  // reading will notice
        waiting_.erase(0, sent);
        if (!waiting_.empty()) return wait_to_write();
        waiting_.shrink_to_fit();
        if (finishing_) shut_down();
    }

    void shut_down() {
        ErrorCode ignored;
        socket_.shutdown(tcp::socket::shutdown_send, ignored);
    }

    void close() {
        ErrorCode ignored;
        socket_.close(ignored);
        if (linger_) linger_->cancel();
        slot_.release();
        if (const SessionId session = std::exchange(session_, 0); session != 0)
            loop_.with_handler(
                [session](SessionHandler& handler, Time now) { handler.on_close(session, now); });
    }

    tcp::socket socket_;
    ConnectionSlot slot_;
    SessionId session_ = 0;
    std::string waiting_;    // for the peer to read
    bool has_sent_ = false;  // since it last read
    bool finishing_ = false;
    std::size_t dropped_ = 0;  // bytes
    std::optional<asio::steady_timer> linger_;
};

}  // namespace

void serve_tcp(Loop& loop, tcp::socket socket, ConnectionSlot slot) {
    std::make_shared<TcpConnection>(loop, std::move(socket), std::move(slot))->start();
}

}  // namespace kalah::net
