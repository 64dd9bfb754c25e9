#include "net/web_socket.hpp"

#include <array>

#include <boost/asio/post.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

namespace kalah::net {

namespace websocket = beast::websocket;

struct WebSocket::Stream {
    explicit Stream(HttpStream stream) : socket(std::move(stream)) {}
    websocket::stream<HttpStream> socket;
    std::array<char, 2048> incoming{};
};

struct WebSocket::Goodbye {
    websocket::close_reason reason;
    asio::steady_timer linger;
};

WebSocket::WebSocket(Loop& loop, HttpStream stream, HostTicket ticket)
    : loop_(loop),
      ticket_(std::move(ticket)),
      stream_(std::make_unique<Stream>(std::move(stream))) {}

WebSocket::~WebSocket() = default;

void WebSocket::accept(const HttpRequest& request, std::optional<std::chrono::seconds> idle) {
    auto& socket = stream_->socket;
    socket.next_layer().expires_never();
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = kLinger;  // of closing too
    timeout.idle_timeout = idle ? *idle : websocket::stream_base::none();
    timeout.keep_alive_pings = idle.has_value();
    socket.set_option(timeout);
    socket.text(true);
    socket.auto_fragment(false);
    socket.write_buffer_bytes(512);
    socket.read_message_max(0);  // the heirs look: Beast would cut the peer off unheard
    socket.control_callback(
        [this](websocket::frame_type /*any*/, beast::string_view) { be_bothered(); });
    socket.next_layer().rate_policy().on_nothing = [this] { be_bothered(); };
    socket.async_accept(request, [self = shared_from_this()](ErrorCode error) {
        if (error) return;
        ErrorCode ignored;
        const auto peer = self->stream_->socket.next_layer().socket().remote_endpoint(ignored);
        self->accepted(address_text(peer));
        self->read();
    });
}

/// Not from inside of Beast's reading: the answer may be the end.
void WebSocket::be_bothered() {
    asio::post(loop_.io, [self = shared_from_this()] {
        if (!self->finishing()) self->bothered();
    });
}

/// In pieces, so that the meter is told soon what was in them.
void WebSocket::read() {
    auto& socket = stream_->socket;
    const auto take = [self = shared_from_this()](ErrorCode error, std::size_t size) {
        auto& from = self->stream_->socket;
        if (error) {
            if (self->goodbye_) self->goodbye_->linger.cancel();
            return self->ended();
        }
        from.next_layer().rate_policy().contained(size);
        if (!self->finishing())
            self->received({{self->stream_->incoming.data(), size},
                            from.got_binary(),
                            from.is_message_done()});
        self->read();
    };
    socket.async_read_some(asio::buffer(stream_->incoming), take);
}

void WebSocket::write(std::string message) {
    if (finishing()) return;
    waiting_bytes_ += message.size();
    waiting_.push_back(std::move(message));
    if (waiting_.size() == 1) write_next();
}

void WebSocket::write_next() {
    stream_->socket.async_write(asio::buffer(waiting_.front()),
                                [self = shared_from_this()](ErrorCode error, std::size_t) {
                                    if (!error) self->written();  // else reading will notice
                                });
}

void WebSocket::written() {
    waiting_bytes_ -= waiting_.front().size();
    waiting_.pop_front();
    if (!waiting_.empty()) return write_next();
    if (finishing()) say_goodbye();
}

void WebSocket::finish(Code code, std::string_view reason, milliseconds within) {
    if (finishing()) return;
    goodbye_ = std::make_unique<Goodbye>(Goodbye{{static_cast<websocket::close_code>(code),
                                                  beast::string_view(reason.data(), reason.size())},
                                                 asio::steady_timer(loop_.io, within)});
    goodbye_->linger.async_wait([self = shared_from_this()](ErrorCode error) {
        if (!error) self->cut();
    });
    if (waiting_.empty()) say_goodbye();
}

void WebSocket::say_goodbye() {
    stream_->socket.async_close(goodbye_->reason,
                                [self = shared_from_this()](ErrorCode /*either way*/) {});
}

void WebSocket::cut() {
    stream_->socket.next_layer().close();
}

}  // namespace kalah::net
