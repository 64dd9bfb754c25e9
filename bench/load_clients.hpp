// The client's side of a busy server, all of it in one thread: KGP clients that answer at once, and
// pages that play or watch browser games. Works with the pages' interface of 0.1 and 0.2: what a
// game is called there is seen in the first answer.
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

/// What was seen since the last reset.
struct Seen {
    std::uint64_t moves = 0;
    std::vector<float> seconds;  // one for each wait

    void add(Clock::time_point since) {
        seconds.push_back(std::chrono::duration<float>(Clock::now() - since).count());
    }
    /// In milliseconds; changes the order of the times.
    [[nodiscard]] double quantile(double share);
};

class Client {
  public:
    virtual ~Client() = default;
    virtual void receive(std::string_view bytes) = 0;
    /// Called often, of pages that play: they move when it is time to.
    virtual void tick(Clock::time_point /*now*/) {}
};

class Clients {
  public:
    Clients(std::uint16_t kgp_port, std::uint16_t http_port);
    ~Clients();
    Clients(const Clients&) = delete;
    Clients& operator=(const Clients&) = delete;

    /// They play each other, or wait: clients of one token do not meet.
    void add_kgp(int count, const std::string& greeting);
    /// Games of one page that plays both sides, one move each `pace`, with spectators: so many
    /// pages in all, `per_game` of them in each game.
    void add_pages(int count, int per_game, Clock::duration pace);
    /// Reads and answers until then.
    void serve(Clock::time_point until);

    Seen kgp;    // waits: from a client's yield to its next question
    Seen pages;  // waits: from a move's departure to its arrival at each page of the game

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
