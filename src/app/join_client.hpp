// JoinClient: a seat at a KGP server, over all its connections: listens, answers pings while the
// player thinks, counts games, comes back when the server goes away. One thread runs it; others
// put letters into its mailbox.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "app/join_seat.hpp"
#include "app/mailbox.hpp"
#include "net/client_link.hpp"
#include "net/client_session.hpp"

namespace kalah::app {

class JoinClient final : public Table {
  public:
    struct Settings {
        net::Address address = {};
        net::Introduction introduction = {};
        Rules rules = {};                                  // unless the server tells
        std::uint64_t games = 0;                           // how many; 0 = no end
        std::chrono::milliseconds first_pause{1000};       // before the first attempt to come back
        std::chrono::milliseconds greeting_time{20'000};   // to connect, and for the first line
        std::function<void(const std::string&)> say = {};  // a line for people
        std::function<void(const net::Outcome&)> on_game = {};     // a game has ended
        std::function<bool()> interrupted = [] { return false; };  // asked now and then
    };
    struct Counts {
        net::Tally tally = {};
        int cut_off = 0;     // games that ended with their connection, also by our leaving
        int late = 0;        // questions that the server answered itself
        int complaints = 0;  // errors that the server sent
        int reconnects = 0;
    };
    struct End {
        int code = 0;
        std::string why = {};
    };

    explicit JoinClient(Settings settings);
    ~JoinClient() override;

    /// Plays until all games are played, the seat leaves, or the user interrupts.
    End run(Seat& seat);
    [[nodiscard]] const Counts& counts() const { return counts_; }

    // From any thread.
    void decide(Ticket ticket, std::optional<Decision> decision);
    void type(std::optional<std::string> line);

    // For the seat.
    void answer(Ticket ticket, int pit, const std::string& remark) override;
    void leave(int code, const std::string& why) override;

  private:
    struct Opened {
        int connection;
    };
    struct LineCame {
        int connection;
        std::string line;
        JoinClock::time_point at;
    };
    struct Closed {
        int connection;
        std::string why;
    };
    struct Decided {
        Ticket ticket;
        std::optional<Decision> decision;
    };
    struct Typed {
        std::optional<std::string> line;
    };
    using Letter = std::variant<Opened, LineCame, Closed, Decided, Typed>;

    void connect();
    [[nodiscard]] bool keep(int connection, std::string line);
    void open(const Letter& letter);
    void on_line(const LineCame& came);
    void on_event(const net::Event& event, JoinClock::time_point at);
    void on_question(const net::Question& question, JoinClock::time_point at);
    void on_withdrawn(const net::Withdrawn& withdrawn);
    void on_closed(const std::string& why);
    void on_game_over(const net::GameOver& over);
    void withdraw(const std::function<bool(const Asked&)>& which);
    void note(const net::Outcome& outcome);
    void say(const std::string& line);
    void flush();
    void part();
    [[nodiscard]] JoinClock::time_point look_at_clocks();

    Settings settings_;
    Seat* seat_ = nullptr;
    Mailbox<Letter> mailbox_;
    std::atomic<std::size_t> unread_{0};  // bytes of the lines in it
    int connection_ = 0;                  // letters of earlier ones are old
    bool welcomed_once_ = false;
    bool connected_ = false;
    bool closed_ = true;  // the last connection
    std::chrono::milliseconds pause_;
    std::optional<JoinClock::time_point> greeting_by_;
    std::optional<JoinClock::time_point> reconnect_at_;
    std::optional<JoinClock::time_point> settle_at_;
    std::optional<net::ClientSession> session_;
    net::ClientGames games_;
    Ticket tickets_ = 0;
    std::map<Ticket, Asked> open_;
    Counts counts_;
    std::optional<End> end_;
    std::unique_ptr<net::ClientLink> link_;  // the last to come, the first to go: it puts letters
};

}  // namespace kalah::app
