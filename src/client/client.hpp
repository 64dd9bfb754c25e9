// Client: plays at a KGP server over all its connections: listens, answers pings while the agent
// thinks, counts games, connects again when the server goes away. One thread runs it; others put
// events into its queue.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "client/agent.hpp"
#include "client/event_queue.hpp"
#include "client/session.hpp"
#include "net/client_link.hpp"

namespace kalah::client {

/// Something for the user to know; the caller words it.
struct Notice {
    enum class Kind : std::uint8_t {
        connected,
        silent,     // the server, since we called it: it may be no KGP server
        late,       // the server has chosen a move itself
        complaint,  // of the server, with its text
        lost        // the connection, with the reason if there is one
    };
    Kind kind = Kind::connected;
    std::string text = {};
    std::chrono::milliseconds retry_in{0};  // of a lost connection
    std::string code = {};  // of a lost one: "no_greeting", the server was silent; else empty
};

class Client final : public AgentHost {
  public:
    struct Options {
        net::Address address = {};
        ClientInfo info = {};
        Rules rules = {};                                 // unless the server tells
        std::uint64_t games = 0;                          // how many; 0 = no end
        std::chrono::milliseconds first_pause{1000};      // before the first attempt to come back
        std::chrono::milliseconds greeting_time{20'000};  // to connect, and for the first line
        std::chrono::milliseconds silence_time{3000};     // until the user is told that none came
        std::function<void(const Notice&)> on_notice = [](const Notice&) {};
        std::function<void(const Outcome&)> on_game = [](const Outcome&) {};  // it has ended
        std::function<bool()> interrupted = [] { return false; };             // asked now and then
    };
    struct Counts {
        Tally tally = {};
        int cut_off = 0;     // games that ended with their connection, also by our leaving
        int late = 0;        // questions that the server answered itself
        int complaints = 0;  // errors that the server sent
        int reconnects = 0;
    };

    explicit Client(Options options);
    ~Client() override;

    /// Plays until all games are played, the agent leaves, or the user interrupts. The code of the
    /// error is "opening" or "player" if the options do not fit the server's game; "no_connection",
    /// "no_greeting", "not_kgp" or "kgp_version" if there is no server to play at; or the agent's.
    [[nodiscard]] std::optional<Error> run(Agent& agent);
    [[nodiscard]] const Counts& counts() const { return counts_; }

    // From any thread.
    void decide(RequestId id, std::optional<Decision> decision);
    void type(std::optional<std::string> line);

    // For the agent.
    void answer(RequestId id, int pit, const std::string& remark) override;
    void leave(std::optional<Error> why) override;

  private:
    struct Opened {
        int connection;
    };
    struct LineCame {
        int connection;
        std::string line;
        Clock::time_point at;
    };
    struct Closed {
        int connection;
        std::string why;
    };
    struct Decided {
        RequestId id = 0;
        std::optional<Decision> decision;
    };
    struct Typed {
        std::optional<std::string> line;
    };
    using Event = std::variant<Opened, LineCame, Closed, Decided, Typed>;

    void connect();
    [[nodiscard]] bool keep(int connection, std::string line);
    void handle(const Event& event);
    void on_server_event(const ServerEvent& event, Clock::time_point at);
    void on_question(const Question& question, Clock::time_point at);
    void on_withdrawn(const Withdrawn& withdrawn);
    void on_closed(const std::string& why, const std::string& code = {});
    void on_game_over(const GameOver& over);
    void cancel(const std::function<bool(const MoveRequest&)>& which);
    void note(const Outcome& outcome);
    void notify(const Notice& notice);
    void flush();
    void part();
    [[nodiscard]] Clock::time_point check_clocks();

    Options options_;
    Agent* agent_ = nullptr;
    EventQueue<Event> events_;
    std::atomic<std::size_t> unread_{0};  // bytes of the lines in it
    int connection_ = 0;                  // events of earlier ones are old
    bool welcomed_once_ = false;
    bool connected_ = false;
    bool closed_ = true;  // the last connection
    std::chrono::milliseconds pause_;
    std::optional<Clock::time_point> greeting_by_;
    std::optional<Clock::time_point> silence_at_;
    std::optional<Clock::time_point> reconnect_at_;
    std::optional<Clock::time_point> settle_at_;
    std::optional<Session> session_;
    GameTracker games_;
    RequestId last_request_ = 0;
    std::map<RequestId, MoveRequest> open_;
    Counts counts_;
    bool ended_ = false;
    std::optional<Error> end_;               // why, if it was not wanted
    std::unique_ptr<net::ClientLink> link_;  // last: it puts events until it is destroyed
};

}  // namespace kalah::client
