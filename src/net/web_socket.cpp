// Sessions by WebSocket: writes messages one after the other, reads messages in pieces, and ends on
// time whatever the peer does. The only file that instantiates Beast's server-side WebSockets, as
// they are slow to compile.
#include <algorithm>
#include <array>
#include <deque>
#include <optional>

#include <boost/asio/post.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "net/http_stream.hpp"
#include "net/incoming.hpp"

namespace kalah::net {
namespace {

namespace websocket = beast::websocket;

// Limits of /api. A message counts as a line, and so does a control frame or an empty fragment. The
// handler limits KGP sessions.
constexpr std::size_t kMostMessage = std::size_t{64} * 1024;
constexpr std::size_t kMostUnread = std::size_t{1024} * 1024;
constexpr RateLimits kLimits = {.lines = 200,
                                .lines_a_second = 50,
                                .lines_a_question = 0,
                                .bytes = 200.0 * kMostMessage,
                                .bytes_a_second = 50.0 * kMostMessage,
                                .bytes_a_question = 0};
constexpr std::chrono::seconds kIdle{60};
constexpr milliseconds kFarewell{250};  // to answer a close when the server ends

class WebSocket final : public Connection,
                        public Outbox,
                        public std::enable_shared_from_this<WebSocket> {
  public:
    WebSocket(Loop& loop, Protocol protocol, HttpStream stream, ConnectionSlot slot)
        : Connection(loop),
          protocol_(protocol),
          slot_(std::move(slot)),
          socket_(std::move(stream)),
          limiter_(kLimits, Clock::now()),
          deadline_(loop.io) {}

    void accept(const HttpRequest& request) {
        socket_.next_layer().expires_never();
        // Beast's timeout is for idle pages only; end_within() limits handshakes and closing.
        const auto none = websocket::stream_base::none();
        socket_.set_option(
            websocket::stream_base::timeout{none, is_api() ? kIdle : none, is_api()});
        socket_.text(true);
        socket_.auto_fragment(false);
        socket_.write_buffer_bytes(512);
        socket_.read_message_max(0);  // no limit: take() checks, as Beast gives no reason
        socket_.control_callback([this](websocket::frame_type type, beast::string_view) {
            if (type == websocket::frame_type::close && !goodbye_) end_within(kLinger);
            empty_frame();
        });
        socket_.next_layer().rate_policy().on_nothing = [this] { empty_frame(); };
        end_within(kLinger);
        socket_.async_accept(request, [self = shared_from_this()](ErrorCode error) {
            if (error) return self->end();
            if (!self->ended_) self->open();
        });
    }

    [[nodiscard]] bool send(std::string_view bytes) override {
        if (is_api()) {
            write(std::string(bytes));
            return waiting_bytes_ <= kMostUnread;
        }
        while (!bytes.empty()) {
            const std::size_t length = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
            write(std::string(bytes.substr(0, length)));
            bytes.remove_prefix(length);
        }
        return waiting_bytes_ <= loop_.options.most_waiting_bytes;
    }

    void finish(CloseReason reason) override {
        if (goodbye_ || ended_) return;
        goodbye_.emplace(static_cast<websocket::close_code>(reason.code),
                         beast::string_view(reason.text.data(), reason.text.size()));
        end_within(reason.code == CloseReason::Code::going_away ? kFarewell
                                                                : milliseconds(kLinger));
        if (waiting_.empty()) say_goodbye();
    }

    void go_away() override {
        if (session_ == 0) return end();  // Beast still writes its answer
        finish({CloseReason::Code::going_away, "The server is closing"});
    }
    [[nodiscard]] bool has_session() const override { return session_ != 0; }

  private:
    [[nodiscard]] bool is_api() const { return protocol_ == Protocol::api; }

    void open() {
        deadline_.cancel();
        session_ = loop_.opened(protocol_, *this, slot_, socket_.next_layer().socket(),
                                is_api() ? "api" : "websocket");
        if (loop_.ending && is_api()) go_away();
        read();
    }

    /// Posted, not done inside Beast's reading: it may end the session.
    void empty_frame() {
        asio::post(loop_.io, [self = shared_from_this()] {
            if (self->goodbye_ || self->session_ == 0) return;
            if (self->is_api()) return static_cast<void>(self->pay(0));
            self->loop_.with_handler([&](SessionHandler& handler, Time now) {
                handler.on_empty_frame(self->session_, now);
            });
        });
    }

    /// Reads in pieces, so that the meter soon learns what they contained.
    void read() {
        socket_.async_read_some(asio::buffer(incoming_),
                                [self = shared_from_this()](ErrorCode error, std::size_t size) {
                                    if (error) return self->end();
                                    self->socket_.next_layer().rate_policy().contained(size);
                                    if (!self->goodbye_ && !self->ended_)
                                        self->take({self->incoming_.data(), size});
                                    self->read();
                                });
    }

    void take(std::string_view piece) {
        if (!is_api()) {
            if (piece.empty()) empty_frame();
            return loop_.received(session_, piece);
        }
        if (socket_.got_binary())
            return finish({CloseReason::Code::unsupported, "Only text is understood"});
        if (message_.size() + piece.size() > kMostMessage)
            return finish({CloseReason::Code::too_big, "More than 64 KiB"});
        message_ += piece;
        if (!socket_.is_message_done() || !pay(message_.size())) return;
        loop_.received(session_, std::exchange(message_, {}));
    }

    /// False if that was too much.
    [[nodiscard]] bool pay(std::size_t bytes) {
        if (limiter_.take_bytes(bytes, Clock::now()) && limiter_.take_line()) return true;
        loop_.count(Refusal::rate);
        finish({CloseReason::Code::policy, "Too many messages"});
        return false;
    }

    void write(std::string message) {
        if (goodbye_ || ended_) return;
        waiting_bytes_ += message.size();
        waiting_.push_back(std::move(message));
        if (waiting_.size() == 1) write_next();
    }

    void write_next() {
        socket_.async_write(asio::buffer(waiting_.front()),
                            [self = shared_from_this()](ErrorCode error, std::size_t) {
                                if (!error) self->written();  // else reading will notice
                            });
    }

    void written() {
        waiting_bytes_ -= waiting_.front().size();
        waiting_.pop_front();
        if (!waiting_.empty()) return write_next();
        if (goodbye_ && !ended_) say_goodbye();
    }

    void say_goodbye() {
        socket_.async_close(*goodbye_, [self = shared_from_this()](ErrorCode /*either way*/) {});
    }

    /// Gives the peer this much time from now on. Beast itself waits without limit in places (the
    /// rest of a frame, the end of the stream after a close).
    void end_within(milliseconds time) {
        deadline_.expires_after(time);
        deadline_.async_wait([weak = weak_from_this()](ErrorCode error) {
            if (const auto self = weak.lock(); self && !error) self->end();
        });
    }

    /// Closes the socket, frees the slot and tells the handler. Only the first call does so.
    void end() {
        if (std::exchange(ended_, true)) return;
        deadline_.cancel();
        socket_.next_layer().close();
        slot_.release();
        if (const SessionId session = std::exchange(session_, 0); session != 0)
            loop_.with_handler(
                [session](SessionHandler& handler, Time now) { handler.on_close(session, now); });
    }

    Protocol protocol_;
    ConnectionSlot slot_;
    websocket::stream<HttpStream> socket_;
    std::array<char, 2048> incoming_{};
    RateLimiter limiter_;
    asio::steady_timer deadline_;
    SessionId session_ = 0;
    std::string message_;              // of /api, as much of it as has come
    std::deque<std::string> waiting_;  // the first one is being written
    std::size_t waiting_bytes_ = 0;
    std::optional<websocket::close_reason> goodbye_;
    bool ended_ = false;
};

}  // namespace

void open_web_socket(Loop& loop, Protocol protocol, HttpStream stream, ConnectionSlot slot,
                     const HttpRequest& request) {
    std::make_shared<WebSocket>(loop, protocol, std::move(stream), std::move(slot))
        ->accept(request);
}

}  // namespace kalah::net
