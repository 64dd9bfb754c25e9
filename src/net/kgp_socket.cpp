#include <array>
#include <deque>
#include <optional>

#include <boost/asio/post.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "net/http_stream.hpp"

namespace kalah::net {
namespace {

namespace websocket = beast::websocket;

class KgpSocket final : public Outlet, public std::enable_shared_from_this<KgpSocket> {
  public:
    KgpSocket(Loop& loop, HttpStream stream, HostTicket ticket)
        : loop_(loop), stream_(std::move(stream)), ticket_(std::move(ticket)) {}

    void start(const HttpRequest& request) {
        stream_.next_layer().expires_never();
        websocket::stream_base::timeout timeout{};
        timeout.handshake_timeout = kLinger;  // of closing too
        timeout.idle_timeout = websocket::stream_base::none();
        timeout.keep_alive_pings = false;
        stream_.set_option(timeout);
        stream_.text(true);
        stream_.read_message_max(0);  // the length of lines is limited, that of messages need not
        stream_.write_buffer_bytes(512);
        stream_.control_callback(
            [this](websocket::frame_type /*any*/, beast::string_view) { be_bothered(); });
        stream_.next_layer().rate_policy().on_nothing = [this] { be_bothered(); };
        stream_.async_accept(request, [self = shared_from_this()](ErrorCode error) {
            if (!error) self->accepted();
        });
    }

    [[nodiscard]] bool send(std::string_view lines) override {
        const bool must_write = waiting_.empty();
        while (!lines.empty()) {
            const std::size_t length = lines.find('\n') + 1;
            waiting_bytes_ += length;
            waiting_.emplace_back(lines.substr(0, length));
            lines.remove_prefix(length);
        }
        if (waiting_bytes_ > loop_.options.most_waiting_bytes) return false;
        if (must_write && !waiting_.empty()) write();
        return true;
    }

    void finish() override {
        finishing_ = true;
        linger_.emplace(loop_.io, kLinger);
        linger_->async_wait([self = shared_from_this()](ErrorCode error) {
            if (!error) self->stream_.next_layer().close();
        });
        if (waiting_.empty()) close();
    }

  private:
    /// Not from inside of Beast's reading: the answer may be the end.
    void be_bothered() {
        asio::post(loop_.io, [self = shared_from_this()] { self->loop_.bothered(self->session_); });
    }

    void accepted() {
        ErrorCode ignored;
        const auto peer = stream_.next_layer().socket().remote_endpoint(ignored);
        session_ = loop_.opened(*this);
        loop_.log(Level::info, "connected",
                  {{"session", static_cast<std::int64_t>(session_)},
                   {"peer", address_text(peer)},
                   {"by", "websocket"}});
        read();
    }

    void read() {
        stream_.async_read_some(asio::buffer(incoming_), [self = shared_from_this()](
                                                             ErrorCode error, std::size_t size) {
            if (error) {
                if (self->linger_) self->linger_->cancel();
                return self->loop_.closed(self->session_);
            }
            self->stream_.next_layer().rate_policy().contained(size);
            // An empty message.
            if (!self->finishing_ && size == 0) self->loop_.bothered(self->session_);
            if (!self->finishing_)
                self->loop_.received(self->session_, {self->incoming_.data(), size});
            self->read();
        });
    }

    void write() {
        stream_.async_write(asio::buffer(waiting_.front()),
                            [self = shared_from_this()](ErrorCode error, std::size_t /*size*/) {
                                if (!error) self->written();  // else reading will notice
                            });
    }

    void written() {
        waiting_bytes_ -= waiting_.front().size();
        waiting_.pop_front();
        if (!waiting_.empty()) return write();
        if (finishing_) close();
    }

    void close() {
        stream_.async_close(websocket::close_code::normal,
                            [self = shared_from_this()](ErrorCode /*either way*/) {});
    }

    Loop& loop_;
    websocket::stream<HttpStream> stream_;
    HostTicket ticket_;
    SessionId session_ = 0;
    std::array<char, 1024> incoming_{};
    std::deque<std::string> waiting_;  // the first one is being written
    std::size_t waiting_bytes_ = 0;
    bool finishing_ = false;
    std::optional<asio::steady_timer> linger_;
};

}  // namespace

void open_kgp_socket(Loop& loop, HttpStream stream, HostTicket ticket, const HttpRequest& request) {
    std::make_shared<KgpSocket>(loop, std::move(stream), std::move(ticket))->start(request);
}

}  // namespace kalah::net
