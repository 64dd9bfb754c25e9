// The clients of a busy server, all in one thread: KGP clients that answer at once, and pages that
// play or watch browser games. Works with the web interface of 0.1 and 0.2: the first answer shows
// whether it calls a game "room" or "game".
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kalah::load {

using Clock = std::chrono::steady_clock;

[[noreturn]] void give_up(const std::string& why);

/// What the clients saw since the last reset.
struct Seen {
    std::uint64_t moves = 0;
    std::vector<float> seconds;  // one for each wait

    void add(Clock::time_point since) {
        seconds.push_back(std::chrono::duration<float>(Clock::now() - since).count());
    }
    /// A quantile of the waits in milliseconds. Reorders `seconds`.
    [[nodiscard]] double quantile(double share);
};

class Client {
  public:
    virtual ~Client() = default;
    virtual void receive(std::string_view bytes) = 0;
    /// Called often for pages that play: they move when it is time.
    virtual void tick(Clock::time_point /*now*/) {}
};

class Clients {
  public:
    Clients(std::uint16_t kgp_port, std::uint16_t http_port);
    ~Clients();
    Clients(const Clients&) = delete;
    Clients& operator=(const Clients&) = delete;

    /// Adds clients that play each other, or only wait: clients with the same token do not meet.
    void add_kgp(int count, const std::string& greeting);
    /// Adds `count` pages, `per_game` of them in each game: one page plays both sides, one move per
    /// `pace`, and the others watch.
    void add_pages(int count, int per_game, Clock::duration pace);
    /// Reads and answers until this time.
    void serve(Clock::time_point until);

    Seen kgp;    // waits: from a client's yield to its next question
    Seen pages;  // waits: from sending a move to its arrival at each page of the game

  private:
    struct Connection;
    Connection& connect(std::uint16_t port, std::uint32_t from);
    void read(Connection& connection);

    std::uint16_t kgp_port_;
    std::uint16_t http_port_;
    int epoll_;
    std::vector<std::unique_ptr<Connection>> connections_;
    std::vector<Client*> playing_;  // pages that move
};

}  // namespace kalah::load
