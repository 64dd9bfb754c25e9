// A client of a WebSocket that reads only when it is told to: what tests of the server need of
// RFC 6455, without a library that would be kinder.
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

class WebPeer {
  public:
    WebPeer(const std::string& address, const std::string& path)
        : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        const timeval patience{60, 0};  // a message that never comes fails the test
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port =
            htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
        send("GET " + path + " HTTP/1.1\r\nHost: " + address +
             "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        std::string head;
        while (!head.ends_with("\r\n\r\n")) head += take(1);
        REQUIRE(head.starts_with("HTTP/1.1 101"));
    }
    ~WebPeer() { ::close(socket_); }
    WebPeer(const WebPeer&) = delete;
    WebPeer& operator=(const WebPeer&) = delete;

    /// A short text, masked by zeros; so many times at once.
    void say(const std::string& text, int times = 1) const {
        REQUIRE(text.size() < 126);
        std::string frames;
        for (int i = 0; i < times; ++i)
            frames += std::string("\x81") + static_cast<char>(0x80 | text.size()) +
                      std::string(4, '\0') + text;
        send(frames);
    }
    /// The next text; nothing when the server has closed.
    [[nodiscard]] std::string hear() {
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
    void send(const std::string& bytes) const {
        REQUIRE(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
                static_cast<ssize_t>(bytes.size()));
    }
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
