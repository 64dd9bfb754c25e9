#include "net/client_link.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <thread>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include "net/incoming.hpp"

namespace kalah::net {
namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::seconds kConnectTime{10};
constexpr std::chrono::seconds kFarewellTime{1};
constexpr std::size_t kMostWaiting = 1 << 20;  // bytes; a hundred thousand answers to pings

/// Makes the system notice a dead or unreachable host within `patience`: after half of it without
/// traffic the system sends keep-alive probes, three in the other half. It sends none while sent
/// data is unacknowledged, so that wait has a limit too.
void keep_alive(int socket, std::chrono::seconds patience) {
    constexpr int kProbes = 3;
    const auto set = [&](int level, int option, int value) {
        ::setsockopt(socket, level, option, &value, sizeof value);
    };
    const int seconds = static_cast<int>(patience.count());
    set(IPPROTO_TCP, TCP_KEEPIDLE, std::max(seconds / 2, 1));
    set(IPPROTO_TCP, TCP_KEEPINTVL, std::max(seconds / 2 / kProbes, 1));
    set(IPPROTO_TCP, TCP_KEEPCNT, kProbes);
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, seconds * 1000);
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
}

/// Why the connection ended, for people to read; "" for an orderly end.
std::string reason_of(const error_code& error) {
    if (error == boost::beast::error::timeout || error == asio::error::timed_out)
        return "its host does not respond";
    const bool orderly = error == asio::error::eof || error == websocket::error::closed;
    return orderly ? "" : error.message();
}

/// Why the WebSocket handshake failed. A server that does not speak HTTP causes a parser error.
std::string reason_of_handshake(const error_code& error) {
    if (error == websocket::error::upgrade_declined)
        return "it is a web server without a WebSocket at this path";
    if (error.category() ==
            boost::beast::http::make_error_code(boost::beast::http::error::bad_version)
                .category() ||
        error == websocket::error::buffer_overflow)
        return "it does not speak WebSocket; omit ws:// to use TCP";
    return reason_of(error);
}

/// What both transports share: the thread, the steps up to a connected socket, the queue of
/// outgoing lines, and the end. Everything but the constructor and the posting in send() and
/// close() runs on that thread.
class Link : public ClientLink {
  public:
    Link(Address address, Handlers handlers, const Options& options)
        : address_(std::move(address)), options_(options), handlers_(std::move(handlers)) {}

    void send(std::string lines) final {
        asio::post(io_, [this, lines = std::move(lines)]() mutable {
            if (closing_ || ended_) return;
            waiting_bytes_ += lines.size();
            if (waiting_bytes_ > kMostWaiting) return end("it does not read what it is sent");
            enqueue(std::move(lines));
            if (open_ && !writing_) write_next();
        });
    }
    void close() final {
        asio::post(io_, [this] {
            closing_ = true;
            if (open_ && !writing_) begin_farewell();
            if (!open_) end("");
        });
    }

  protected:
    virtual tcp::socket& socket() = 0;
    /// After the socket is connected; calls ready() or end().
    virtual void shake_hands() = 0;
    virtual void read_more() = 0;
    virtual void write(const std::string& text) = 0;
    virtual void say_farewell() = 0;
    /// Puts the lines into the queue. Each entry of the queue is one write.
    virtual void enqueue(std::string lines) { queue_.push_back(std::move(lines)); }

    void start() {
        thread_ = std::thread([this] {
            connect_socket();
            io_.run();
        });
    }
    void join() {
        io_.stop();
        if (thread_.joinable()) thread_.join();
    }

    void ready() {
        timer_.cancel();
        open_ = true;
        read_more();
        if (!queue_.empty()) write_next();
    }
    void wrote(const error_code& error) {
        writing_ = false;
        if (error) return end(reason_of(error));
        waiting_bytes_ -= queue_.front().size();
        queue_.pop_front();
        if (!queue_.empty()) return write_next();
        if (closing_) begin_farewell();
    }
    /// Splits bytes from the server into lines and hands these to the handler.
    void received(std::string_view bytes) {
        splitter_.add(bytes);
        while (!ended_) {
            const auto line = splitter_.next();
            if (!line) break;
            if (!handlers_.line(std::string(*line)))
                return end("it sends faster than its lines can be read");
        }
        if (splitter_.too_long()) end("it sent a line that is too long");
    }
    void end(const std::string& reason) {
        if (ended_) return;
        ended_ = true;
        timer_.cancel();
        error_code ignored;
        socket().close(ignored);
        handlers_.closed(reason);
    }

    Address address_;
    Options options_;
    asio::io_context io_{1};
    std::deque<std::string> queue_;  // the first is being written if writing_

  private:
    void connect_socket() {
        limit_time(kConnectTime, "no answer within ten seconds");
        resolver_.async_resolve(
            address_.host, std::to_string(address_.port),
            [this](const error_code& error, const tcp::resolver::results_type& found) {
                if (error) return end(error.message());
                asio::async_connect(socket(), found,
                                    [this](const error_code& failure, const tcp::endpoint&) {
                                        if (failure) return end(failure.message());
                                        handlers_.opened();
                                        error_code ignored;
                                        socket().set_option(tcp::no_delay(true), ignored);
                                        keep_alive(socket().native_handle(), options_.patience);
                                        shake_hands();
                                    });
            });
    }
    void write_next() {
        writing_ = true;
        write(queue_.front());
    }
    void begin_farewell() {
        limit_time(kFarewellTime, "");
        say_farewell();
    }
    void limit_time(std::chrono::seconds time, const char* reason) {
        timer_.expires_after(time);
        timer_.async_wait([this, reason](const error_code& error) {
            if (!error) end(reason);
        });
    }

    Handlers handlers_;
    std::thread thread_;
    tcp::resolver resolver_{io_};
    asio::steady_timer timer_{io_};
    LineSplitter splitter_{options_.longest_line};
    std::size_t waiting_bytes_ = 0;  // in the queue
    bool open_ = false;
    bool writing_ = false;
    bool closing_ = false;
    bool ended_ = false;
};

class TcpLink final : public Link {
  public:
    TcpLink(const Address& address, Handlers handlers, const Options& options)
        : Link(address, std::move(handlers), options) {
        start();
    }
    ~TcpLink() override { join(); }

  private:
    tcp::socket& socket() override { return socket_; }
    void shake_hands() override { ready(); }
    void read_more() override {
        socket_.async_read_some(asio::buffer(buffer_),
                                [this](const error_code& error, std::size_t size) {
                                    if (error) return end(reason_of(error));
                                    received({buffer_.data(), size});
                                    if (socket_.is_open()) read_more();
                                });
    }
    void write(const std::string& text) override {
        asio::async_write(socket_, asio::buffer(text),
                          [this](const error_code& error, std::size_t) { wrote(error); });
    }
    void say_farewell() override {
        error_code ignored;
        socket_.shutdown(tcp::socket::shutdown_send, ignored);  // the reader sees the server's end
    }

    tcp::socket socket_{io_};
    std::array<char, 4096> buffer_{};
};

class WebSocketLink final : public Link {
  public:
    WebSocketLink(const Address& address, Handlers handlers, const Options& options)
        : Link(address, std::move(handlers), options) {
        start();
    }
    ~WebSocketLink() override { join(); }

  private:
    tcp::socket& socket() override { return stream_.next_layer(); }
    void shake_hands() override {
        const std::string host = address_.host + ":" + std::to_string(address_.port);
        stream_.text(true);
        // Beast pings the server after half the time: a proxy in between may keep the connection
        // alive when the server is dead.
        stream_.set_option(websocket::stream_base::timeout{kConnectTime, options_.patience, true});
        stream_.read_message_max(options_.longest_line + 2);
        stream_.async_handshake(host, address_.path, [this](const error_code& error) {
            if (error) return end(reason_of_handshake(error));
            ready();
        });
    }
    /// A message is a line, with or without a line end.
    void read_more() override {
        stream_.async_read(buffer_, [this](const error_code& error, std::size_t) {
            if (error) return end(reason_of(error));
            const auto bytes = buffer_.cdata();
            received({static_cast<const char*>(bytes.data()), bytes.size()});
            received("\n");
            buffer_.consume(buffer_.size());
            if (stream_.is_open()) read_more();
        });
    }
    void enqueue(std::string lines) override {
        for (std::size_t begin = 0; begin < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', begin), lines.size() - 1) + 1;
            queue_.push_back(lines.substr(begin, end - begin));
            begin = end;
        }
    }
    void write(const std::string& text) override {
        stream_.async_write(asio::buffer(text),
                            [this](const error_code& error, std::size_t) { wrote(error); });
    }
    void say_farewell() override {
        stream_.async_close(websocket::close_code::normal, [](const error_code&) {});
    }

    websocket::stream<tcp::socket> stream_{io_};
    boost::beast::flat_buffer buffer_;
};

}  // namespace

std::unique_ptr<ClientLink> ClientLink::connect(const Address& address, Handlers handlers,
                                                const Options& options) {
    if (address.transport == Address::Transport::tcp)
        return std::make_unique<TcpLink>(address, std::move(handlers), options);
    return std::make_unique<WebSocketLink>(address, std::move(handlers), options);
}

}  // namespace kalah::net
