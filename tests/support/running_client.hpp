// A client of `kalah join` with a program, on a thread of its own, while the test is the server.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/join_client.hpp"
#include "app/program_seat.hpp"
#include "support/script_server.hpp"

namespace kalah::test {

class RunningClient {
  public:
    RunningClient(const ScriptServer& server, const char* player, std::uint64_t games = 0,
                  std::optional<int> opening = {}) {
        app::JoinClient::Settings settings;
        settings.address.port = server.port();
        settings.introduction.name = "Ann";
        settings.games = games;
        settings.first_pause = std::chrono::milliseconds(10);
        settings.say = [this](const std::string& line) { said += line + "\n"; };
        settings.on_game = [this](const net::Outcome& outcome) { outcomes.push_back(outcome); };
        settings.interrupted = [this] { return interrupt.load(); };
        client_.emplace(settings);
        app::ProgramSeat::Settings seat;
        seat.spec = *players::parse_player(player);
        seat.opening = opening;
        seat.prepare = [spec = seat.spec](const Rules&, const Board&) {
            return Result<players::Spec>(spec);
        };
        seat.on_decision = [this](app::Ticket ticket, std::optional<Decision> decision) {
            client_->decide(ticket, std::move(decision));
        };
        seat_.emplace(seat, *client_);
        thread_ = std::thread([this] { end_ = client_->run(*seat_); });
    }
    ~RunningClient() {
        interrupt = true;
        if (thread_.joinable()) thread_.join();
    }
    /// The server should have closed its end by then, or a second is lost.
    app::JoinClient::End wait() {
        thread_.join();
        return end_;
    }
    /// After wait().
    [[nodiscard]] const app::JoinClient::Counts& counts() const { return client_->counts(); }

    std::atomic<bool> interrupt{false};
    std::string said;                    // after wait()
    std::vector<net::Outcome> outcomes;  // after wait()

  private:
    std::optional<app::JoinClient> client_;
    std::optional<app::ProgramSeat> seat_;
    app::JoinClient::End end_;
    std::thread thread_;
};

/// A seat that answers nothing and notes what is wanted of it.
struct Onlooker final : app::Seat {
    void ask(const app::Asked& asked) override {
        noted += "ask " + asked.question.game + "\n";
        asked_by_ticket[asked.ticket] = asked.question.game;
        rules.push_back(asked.rules);
        if (on_ask) on_ask();
    }
    void withdraw(app::Ticket ticket) override {
        noted += "drop " + asked_by_ticket[ticket] + "\n";
    }
    app::JoinClock::time_point tick(app::JoinClock::time_point /*now*/) override {
        return app::JoinClock::time_point::max();
    }
    std::function<void()> on_ask = {};
    std::string noted;         // when the client has ended
    std::vector<Rules> rules;  // the same
    std::map<app::Ticket, std::string> asked_by_ticket;
};

/// The begin of a conversation, up to the client's wish to play.
inline void welcome(ScriptServer& server, const char* version = "2 kgp 1 0 1") {
    server.accept();
    server.say(version);
    CHECK(server.hear() == "1 set \"info:name\" \"Ann\"");
    CHECK(server.hear() == "3 mode \"freeplay\"");
}

}  // namespace kalah::test
