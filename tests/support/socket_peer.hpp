// A peer of a server on this machine: it reads only when a test tells it to, and sends frames of
// RFC 6455 exactly as given, right or wrong.
#pragma once

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace kalah::test {

class SocketPeer {
  public:
    /// Connects with a small buffer, which is soon full if nobody reads.
    explicit SocketPeer(const std::string& address) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        const timeval patience{60, 0};  // then the test fails
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        const int small = 4096;
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        const auto port = std::stoi(address.substr(address.rfind(':') + 1));
        to.sin_port = htons(static_cast<std::uint16_t>(port));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
    }
    /// Connects and upgrades to a WebSocket.
    SocketPeer(const std::string& address, const std::string& path) : SocketPeer(address) {
        REQUIRE(say("GET " + path +
                    " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"));
        REQUIRE(hear("\r\n\r\n").starts_with("HTTP/1.1 101"));
    }
    ~SocketPeer() { ::close(socket_); }
    SocketPeer(const SocketPeer&) = delete;
    SocketPeer& operator=(const SocketPeer&) = delete;

    /// False when the connection has ended.
    [[nodiscard]] bool say(const std::string& bytes) const {
        return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(bytes.size());
    }
    /// Reads until the text ends with `end` or the connection has ended.
    [[nodiscard]] std::string hear(const std::string& end) const {
        std::string text;
        char c = 0;
        while (!text.ends_with(end) && ::recv(socket_, &c, 1, 0) == 1) text += c;
        return text;
    }

    // For WebSockets.
    /// Sends a whole frame, masked with zeros, `times` times at once.
    void send_frame(int opcode, const std::string& data, bool last = true, int times = 1) const {
        REQUIRE(data.size() < 126);
        const std::string frame = std::string{static_cast<char>((last ? 0x80 : 0) | opcode),
                                              static_cast<char>(0x80 | data.size()),
                                              0,
                                              0,
                                              0,
                                              0} +
                                  data;
        std::string frames;
        for (int i = 0; i < times; ++i) frames += frame;
        CHECK(say(frames));
    }
    void send_text(const std::string& text, int times = 1) const {
        send_frame(1, text, true, times);
    }
    /// Sends the header of a frame of 1,000 bytes, and four of the bytes.
    void send_half_frame() const {
        CHECK(say(std::string("\x81\xFE\x03\xE8\0\0\0\0", 8) + "half"));
    }
    /// The next text; nothing when the server has closed.
    [[nodiscard]] std::string next_text() {
        const std::string head = take(2);
        const int opcode = head[0] & 15;
        std::uint64_t size = static_cast<unsigned char>(head[1]);
        if (size >= 126) {
            const std::string longer = take(size == 126 ? 2 : 8);
            size = 0;
            for (const char byte : longer) size = size * 256 + static_cast<unsigned char>(byte);
        }
        std::string data = take(size);
        if (opcode == 1) return data;
        REQUIRE(opcode == 8);
        close_code_ =
            static_cast<unsigned char>(data[0]) * 256 + static_cast<unsigned char>(data[1]);
        return "";
    }
    [[nodiscard]] int close_code() const { return close_code_; }

  private:
    [[nodiscard]] std::string take(std::size_t size) const {
        std::string bytes(size, '\0');
        if (size > 0)
            REQUIRE(::recv(socket_, bytes.data(), size, MSG_WAITALL) == static_cast<ssize_t>(size));
        return bytes;
    }

    int socket_;
    int close_code_ = 0;
};

}  // namespace kalah::test
