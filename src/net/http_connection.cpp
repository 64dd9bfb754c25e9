// The HTTP port: KGP by WebSocket at /socket, and nothing else yet. Further pages belong into
// respond(), further WebSockets into open_socket().
#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <optional>

#include <boost/asio/post.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_static_buffer.hpp>
#include <boost/beast/core/rate_policy.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "net/loop.hpp"

namespace kalah::net {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

constexpr std::uint32_t kMostHeaderBytes = 8 * 1024;
constexpr std::uint64_t kMostBodyBytes = std::uint64_t{64} * 1024;
constexpr std::chrono::seconds kRequestTime{10};  // to send a whole request, or to take an answer

/// Counts what comes out of a socket: Beast swallows empty fragments, however many there are.
class Meter {
  public:
    /// Called for every kLine bytes by which what came passes what was in it, and kMost.
    std::function<void()> on_nothing;
    /// So many bytes were in a frame, and are counted elsewhere.
    void contained(std::size_t bytes) { read_ -= std::min(read_, bytes + kMostFrameHeader); }

  private:
    static constexpr std::size_t kMost = 4'096;  // more than is read at once
    static constexpr std::size_t kLine = 64;
    static constexpr std::size_t kMostFrameHeader = 14;

    friend class beast::rate_policy_access;
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    [[nodiscard]] static std::size_t available_read_bytes() { return kAll; }
    [[nodiscard]] static std::size_t available_write_bytes() { return kAll; }
    void transfer_read_bytes(std::size_t count) {
        if (!on_nothing) return;
        for (read_ += count; read_ >= kMost + kLine; read_ -= kLine) on_nothing();
    }
    static void transfer_write_bytes(std::size_t /*count*/) {}
    static void on_timer() {}

    std::size_t read_ = 0;
};

using Stream = beast::basic_stream<tcp, asio::any_io_executor, Meter>;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

std::string_view path_of(const Request& request) {
    const auto target = request.target();
    const std::string_view text(target.data(), target.size());
    return text.substr(0, text.find('?'));
}

/// A browser says where the page comes from that opens the socket: it must have come from here.
bool is_from_here(const Request& request) {
    const auto origin = request.find(http::field::origin);
    if (origin == request.end()) return true;
    std::string_view text(origin->value().data(), origin->value().size());
    const std::size_t scheme = text.find("://");
    if (scheme == std::string_view::npos) return false;
    text.remove_prefix(scheme + 3);
    const auto host = request[http::field::host];
    return beast::iequals(beast::string_view(text.data(), text.size()), host);
}

Response plain(const Request& request, http::status status, std::string text) {
    Response response(status, request.version());
    response.set(http::field::content_type, "text/plain; charset=utf-8");
    response.keep_alive(request.keep_alive());
    response.body() = std::move(text);
    response.prepare_payload();
    return response;
}

Response respond(const Request& request) {
    if (path_of(request) == "/socket")
        return plain(request, http::status::upgrade_required, "KGP is spoken here by WebSocket.\n");
    return plain(request, http::status::not_found, "There is no such page.\n");
}

/// Each line is a message of its own, with its CRLF; what comes in is a stream of bytes.
class KgpSocket final : public Outlet, public std::enable_shared_from_this<KgpSocket> {
  public:
    KgpSocket(Loop& loop, Stream stream, HostTicket ticket)
        : loop_(loop), stream_(std::move(stream)), ticket_(std::move(ticket)) {}

    void start(const Request& request) {
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
    websocket::stream<Stream> stream_;
    HostTicket ticket_;
    SessionId session_ = 0;
    std::array<char, 1024> incoming_{};
    std::deque<std::string> waiting_;  // the first one is being written
    std::size_t waiting_bytes_ = 0;
    bool finishing_ = false;
    std::optional<asio::steady_timer> linger_;
};

class HttpConnection final : public Cuttable, public std::enable_shared_from_this<HttpConnection> {
  public:
    HttpConnection(Loop& loop, tcp::socket socket, HostTicket ticket)
        : loop_(loop), stream_(std::move(socket)), ticket_(std::move(ticket)) {
        loop_.without_session.insert(this);
    }
    ~HttpConnection() override { loop_.without_session.erase(this); }
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;

    void start() {
        ErrorCode ignored;
        stream_.socket().set_option(tcp::no_delay(true), ignored);
        stream_.socket().set_option(asio::socket_base::keep_alive(true), ignored);
        read();
    }
    void cut() override { stream_.close(); }

  private:
    void read() {
        parser_.emplace();
        parser_->header_limit(kMostHeaderBytes);
        parser_->body_limit(kMostBodyBytes);
        stream_.expires_after(ticket_.valid() ? kRequestTime : kLinger);
        http::async_read(stream_, buffer_, *parser_,
                         [self = shared_from_this()](ErrorCode error, std::size_t /*size*/) {
                             self->have_read(error);
                         });
    }

    void have_read(ErrorCode error) {
        if (error == http::error::header_limit)
            return refuse(http::status::request_header_fields_too_large);
        if (error == http::error::body_limit) return refuse(http::status::payload_too_large);
        if (error) return;  // gone, too slow, or no HTTP
        const Request& request = parser_->get();
        if (!ticket_.valid()) {
            Response response = plain(request, http::status::too_many_requests,
                                      "Your host has too many connections.\n");
            response.keep_alive(false);
            return write(std::move(response));
        }
        if (!websocket::is_upgrade(request)) return write(respond(request));
        open_socket(request);
    }

    /// The rest of the request stays unread: nothing can follow it.
    void refuse(http::status status) {
        Response response = plain({}, status, "");
        response.keep_alive(false);
        write(std::move(response));
    }

    void open_socket(const Request& request) {
        if (path_of(request) != "/socket")
            return write(plain(request, http::status::not_found, "There is no such socket.\n"));
        if (!is_from_here(request))
            return write(plain(request, http::status::forbidden,
                               "Pages of other hosts may not open this socket.\n"));
        std::make_shared<KgpSocket>(loop_, std::move(stream_), std::move(ticket_))->start(request);
    }

    void write(Response response) {
        response_ = std::move(response);
        stream_.expires_after(kRequestTime);
        http::async_write(stream_, response_,
                          [self = shared_from_this()](ErrorCode error, std::size_t /*size*/) {
                              self->written(error);
                          });
    }

    void written(ErrorCode error) {
        if (!error && response_.keep_alive() && !loop_.ending) return read();
        ErrorCode ignored;
        stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    }

    Loop& loop_;
    Stream stream_;
    HostTicket ticket_;
    beast::flat_static_buffer<kMostHeaderBytes + 1024> buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    Response response_;
};

}  // namespace

void serve_http(Loop& loop, tcp::socket socket, HostTicket ticket) {
    if (!ticket.deserves_answer()) return;  // which closes it
    std::make_shared<HttpConnection>(loop, std::move(socket), std::move(ticket))->start();
}

}  // namespace kalah::net
