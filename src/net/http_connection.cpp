// The HTTP port: requests in, answers (http_answer.hpp) out, until one wants a WebSocket.
#include <optional>

#include <boost/beast/core/flat_static_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "net/http_answer.hpp"
#include "net/http_stream.hpp"

namespace kalah::net {
namespace {

namespace http = beast::http;

constexpr std::uint32_t kMostHeaderBytes = 8 * 1024;
constexpr std::uint64_t kMostBodyBytes = std::uint64_t{64} * 1024;
constexpr std::chrono::seconds kRequestTime{10};  // to send a whole request, or to take an answer

constexpr const char* kNotOurName =
    "This server does not answer to this host name; 'kalah serve --names' adds others.\n";

using Response = http::response<http::span_body<const char>>;

std::string_view view(beast::string_view text) {
    return {text.data(), text.size()};
}

HttpQuestion question_of(const HttpRequest& request) {
    const std::string_view target = view(request.target());
    return {view(request.method_string()),
            target.substr(0, target.find('?')),
            view(request[http::field::accept_encoding]),
            view(request[http::field::if_none_match]),
            view(request[http::field::accept]),
            request.body()};
}

/// The values of all fields of this name, in their order.
std::string forwarded_in(const HttpRequest& request) {
    std::string all;
    const auto [begin, end] = request.equal_range("X-Forwarded-For");
    for (auto field = begin; field != end; ++field)
        all.append(all.empty() ? "" : ",").append(view(field->value()));
    return all;
}

/// The bytes read so far cannot become a request, whatever follows.
bool is_no_http(ErrorCode error) {
    return error && error.category() == make_error_code(http::error::bad_method).category() &&
           error != http::error::end_of_stream && error != http::error::partial_message;
}

/// Only browsers must use a name of ours: a foreign page whose name resolves to our address would
/// do harm (HostAllowlist). Programs may use any name.
bool is_of_a_browser(const HttpRequest& request) {
    return !beast::websocket::is_upgrade(request) ||
           request.find(http::field::origin) != request.end();
}

/// Browsers send the origin of the page that opens the socket: it must be this server.
bool is_from_here(const HttpRequest& request) {
    const auto origin = request.find(http::field::origin);
    if (origin == request.end()) return true;
    std::string_view text = view(origin->value());
    const std::size_t scheme = text.find("://");
    if (scheme == std::string_view::npos) return false;
    text.remove_prefix(scheme + 3);
    const auto host = request[http::field::host];
    return beast::iequals(beast::string_view(text.data(), text.size()), host);
}

class HttpConnection final : public Connection,
                             public std::enable_shared_from_this<HttpConnection> {
  public:
    HttpConnection(Loop& loop, tcp::socket socket, ConnectionSlot slot)
        : Connection(loop), stream_(std::move(socket)), slot_(std::move(slot)) {}

    void start() {
        ErrorCode ignored;
        stream_.socket().set_option(tcp::no_delay(true), ignored);
        stream_.socket().set_option(asio::socket_base::keep_alive(true), ignored);
        read();
    }
    void go_away() override { stream_.close(); }
    [[nodiscard]] bool has_session() const override { return false; }

  private:
    void read() {
        parser_.emplace();
        parser_->header_limit(kMostHeaderBytes);
        parser_->body_limit(kMostBodyBytes);
        stream_.expires_after(slot_.refused() ? kLinger : kRequestTime);
        http::async_read_header(stream_, buffer_, *parser_,
                                [self = shared_from_this()](ErrorCode error, std::size_t /*size*/) {
                                    if (error) return self->have_read(error);
                                    self->read_body();
                                });
    }

    void read_body() {
        // A client that asks before it sends its body (Expect) gets the refusal at once.
        if (parser_->get().find(http::field::expect) != parser_->get().end())
            return refuse(417, "No request needs a body here.\n", Refusal::request);
        http::async_read(stream_, buffer_, *parser_,
                         [self = shared_from_this()](ErrorCode error, std::size_t /*size*/) {
                             self->have_read(error);
                         });
    }

    void have_read(ErrorCode error) {
        if (error == http::error::header_limit) return refuse(431, "", Refusal::request);
        if (error == http::error::body_limit) return refuse(413, "", Refusal::request);
        if (is_no_http(error)) return refuse(400, "This is no HTTP request.\n", Refusal::request);
        if (error) return;  // gone, or too slow
        const HttpRequest& request = parser_->get();
        slot_.is_forwarded_for(forwarded_in(request));
        if (const auto why = slot_.refused())
            return *why == Refusal::banned
                       ? refuse(403, "Your host is banned here.\n", *why)
                       : refuse(429, "Your host has too many connections.\n", *why);
        const HttpQuestion question = question_of(request);
        if (is_of_a_browser(request) && !loop_.allowlist.accept(view(request[http::field::host]))) {
            loop_.count(Refusal::name);
            return write(plain_answer(421, kNotOurName), request.keep_alive());
        }
        if (slot_.door() == Door::admin)
            return write(loop_.options.admin(question, loop_.statistics()), request.keep_alive());
        if (slot_.door() == Door::control) {
            write(loop_.options.control(question, loop_.statistics()), request.keep_alive());
            return loop_.after_call();
        }
        if (beast::websocket::is_upgrade(request)) return open_socket(request, question.path);
        write(answer_to(question, loop_.files,
                        [this](const SiteFile& file) { return unpacked(file); }),
              request.keep_alive());
    }

    [[nodiscard]] std::string_view unpacked(const SiteFile& file) {
        std::string& bytes = loop_.unpacked[&file];
        if (bytes.empty()) bytes = unpack(file.gzip);
        return bytes;
    }

    /// Closes the connection after the answer, as the rest of the request may be unread.
    void refuse(unsigned status, std::string text, Refusal why) {
        loop_.count(why);
        write(plain_answer(status, std::move(text)), false);
    }

    void open_socket(const HttpRequest& request, std::string_view path) {
        const bool is_api = path == "/api" && loop_.files != nullptr;
        if (!is_api && path != "/socket")
            return write(plain_answer(404, "There is no such socket.\n"), request.keep_alive());
        if (!is_from_here(request)) {
            loop_.count(Refusal::origin);
            return write(plain_answer(403, "Pages of other hosts may not open this socket.\n"),
                         request.keep_alive());
        }
        open_web_socket(loop_, is_api ? Protocol::api : Protocol::kgp, std::move(stream_),
                        std::move(slot_), request);
    }

    void write(HttpAnswer answer, bool keep_alive) {
        answer_ = std::move(answer);
        response_ = Response(static_cast<http::status>(answer_.status),
                             parser_->get().version() == 10 ? 10 : 11);
        for (const auto& [name, value] : answer_.fields)
            response_.set(beast::string_view(name.data(), name.size()), value);
        response_.keep_alive(keep_alive);
        const std::string_view body = answer_.body();
        if (answer_.status != 304) response_.content_length(body.size());
        if (!answer_.only_head) response_.body() = {body.data(), body.size()};
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

    HttpStream stream_;
    ConnectionSlot slot_;
    beast::flat_static_buffer<kMostHeaderBytes + 1024> buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    HttpAnswer answer_;  // holds the body that the response refers to
    Response response_;
};

}  // namespace

void serve_http(Loop& loop, tcp::socket socket, ConnectionSlot slot) {
    if (!slot.deserves_answer()) {
        loop.count(Refusal::connections);
        return;  // closes the socket
    }
    std::make_shared<HttpConnection>(loop, std::move(socket), std::move(slot))->start();
}

}  // namespace kalah::net
