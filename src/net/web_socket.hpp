// WebSocket: the server's side of one, on a connection of the HTTP port: messages out, one after
// the other, pieces of messages in, and an orderly end. What they say is its heirs' business. The
// only file that makes Beast's WebSockets of a server, as they are slow to compile. The network's
// thread only; it lives as long as its connection.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "net/http_stream.hpp"

namespace kalah::net {

class WebSocket : public std::enable_shared_from_this<WebSocket> {
  public:
    WebSocket(Loop& loop, HttpStream stream, HostTicket ticket);
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;
    virtual ~WebSocket();

    /// Answers a request for one. Who says nothing for so long, not even to a ping after half of
    /// it, is cut off; nothing: nobody is.
    void accept(const HttpRequest& request, std::optional<std::chrono::seconds> idle);

  protected:
    /// Of RFC 6455, section 7.4.1.
    enum class Code : std::uint16_t {
        normal = 1000,
        going_away = 1001,
        unknown_data = 1003,
        policy = 1008,
        too_big = 1009
    };
    struct Piece {
        std::string_view bytes = {};
        bool binary = false;
        bool last = false;  // of its message
    };

    // What comes; nothing does from inside of a call, nor after finish() but the end.
    virtual void accepted(const std::string& peer) = 0;
    virtual void received(const Piece& piece) = 0;
    /// The peer sent what carries nothing: control frames, empty fragments.
    virtual void bothered() = 0;
    /// Once, after accepted().
    virtual void ended() = 0;

    /// A message of text.
    void write(std::string message);
    /// What was written and has not gone.
    [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
    /// What waits is sent before, if the peer takes it within the time.
    void finish(Code code, std::string_view reason, milliseconds within);
    [[nodiscard]] bool finishing() const { return goodbye_ != nullptr; }
    void cut();
    [[nodiscard]] Loop& loop() { return loop_; }
    [[nodiscard]] const HostTicket& ticket() const { return ticket_; }

  private:
    struct Stream;
    struct Goodbye;

    void be_bothered();
    void read();
    void write_next();
    void written();
    void say_goodbye();

    Loop& loop_;
    HostTicket ticket_;
    std::unique_ptr<Stream> stream_;
    std::deque<std::string> waiting_;  // the first one is being written
    std::size_t waiting_bytes_ = 0;
    std::unique_ptr<Goodbye> goodbye_;
};

}  // namespace kalah::net
