// A server on a real socket that says and expects what a test tells it to.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <string>

#include <doctest/doctest.h>

namespace kalah::test {

class ScriptServer {
  public:
    explicit ScriptServer(std::uint16_t port = 0) : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        const int yes = 1;
        ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
        address.sin_port = ::htons(port);
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        REQUIRE(::bind(listener_, generic, size) == 0);
        REQUIRE(::listen(listener_, 4) == 0);
        REQUIRE(::getsockname(listener_, generic, &size) == 0);
        port_ = ::ntohs(address.sin_port);
        limit(listener_);
    }
    ~ScriptServer() {
        hang_up();
        ::close(listener_);
    }
    ScriptServer(const ScriptServer&) = delete;
    ScriptServer& operator=(const ScriptServer&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }
    void accept() {
        hang_up();
        client_ = ::accept(listener_, nullptr, nullptr);
        REQUIRE(client_ >= 0);
        limit(client_);
    }
    void hang_up() {
        if (client_ >= 0) ::close(client_);
        client_ = -1;
        bytes_.clear();
    }
    /// Sends a line; adds its end.
    void say(const std::string& line) { say_raw(line + "\r\n"); }
    void say_raw(const std::string& bytes) {
        REQUIRE(::send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
                static_cast<ssize_t>(bytes.size()));
    }
    /// The same for a client that may have closed the connection: false if it has.
    [[nodiscard]] bool can_say(const std::string& bytes) {
        return ::send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(bytes.size());
    }
    /// The next line without its end; "(end)" when the client has closed, or after half a minute.
    [[nodiscard]] std::string hear() {
        for (;;) {
            const std::size_t end = bytes_.find("\r\n");
            if (end != std::string::npos) {
                const std::string line = bytes_.substr(0, end);
                bytes_.erase(0, end + 2);
                return line;
            }
            char buffer[4096];
            const ssize_t got = ::recv(client_, buffer, sizeof buffer, 0);
            if (got <= 0) return "(end)";
            bytes_.append(buffer, static_cast<std::size_t>(got));
        }
    }
    /// The next line that is not a comment.
    [[nodiscard]] std::string hear_command() {
        std::string line = hear();
        while (line.find("info:comment") != std::string::npos) line = hear();
        return line;
    }

  private:
    static void limit(int socket) {
        const timeval time{30, 0};
        ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    }

    int listener_;
    int client_ = -1;
    std::uint16_t port_ = 0;
    std::string bytes_;
};

}  // namespace kalah::test
