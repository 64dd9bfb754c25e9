// A client of `kalah join` with an engine, on its own thread; the test plays the server.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "client/client.hpp"
#include "client/engine_agent.hpp"
#include "support/script_server.hpp"

namespace kalah::test {

class RunningClient {
  public:
    RunningClient(const ScriptServer& server, const char* player, std::uint64_t games = 0,
                  std::optional<int> opening = {}) {
        client::Client::Options settings;
        settings.address.port = server.port();
        settings.info.name = "Ann";
        settings.games = games;
        settings.first_pause = std::chrono::milliseconds(10);
        settings.on_notice = [this](const client::Notice& notice) { notices.push_back(notice); };
        settings.on_game = [this](const client::Outcome& outcome) { outcomes.push_back(outcome); };
        settings.interrupted = [this] { return interrupt.load(); };
        client_.emplace(settings);
        client::EngineAgent::Options wanted;
        wanted.spec = *players::parse_player(player);
        wanted.opening = opening;
        wanted.prepare = [spec = wanted.spec](const Rules&, const Board&) {
            return Result<players::Spec>(spec);
        };
        wanted.on_decision = [this](client::RequestId id, std::optional<Decision> decision) {
            client_->decide(id, std::move(decision));
        };
        agent_.emplace(wanted, *client_);
        thread_ = std::thread([this] { end_ = client_->run(*agent_); });
    }
    ~RunningClient() {
        interrupt = true;
        if (thread_.joinable()) thread_.join();
    }
    /// Waits for the client to end. Close the server's end before, or this takes a second longer.
    std::optional<Error> wait() {
        thread_.join();
        return end_;
    }
    /// Call it after wait().
    [[nodiscard]] const client::Client::Counts& counts() const { return client_->counts(); }

    std::atomic<bool> interrupt{false};
    std::vector<client::Notice> notices;    // after wait()
    std::vector<client::Outcome> outcomes;  // after wait()

  private:
    std::optional<client::Client> client_;
    std::optional<client::EngineAgent> agent_;
    std::optional<Error> end_;
    std::thread thread_;
};

/// An agent that answers nothing and records its requests.
struct Onlooker final : client::Agent {
    void ask(const client::MoveRequest& request) override {
        noted += "ask " + request.question.game + "\n";
        game_of[request.id] = request.question.game;
        rules.push_back(request.rules);
        if (on_ask) on_ask();
    }
    void cancel(client::RequestId id) override { noted += "drop " + game_of[id] + "\n"; }
    std::function<void()> on_ask = {};
    std::string noted;         // read it when the client has ended
    std::vector<Rules> rules;  // the same
    std::map<client::RequestId, std::string> game_of;
};

/// The start of a conversation, up to the client's request to play.
inline void welcome(ScriptServer& server, const char* version = "2 kgp 1 0 1") {
    server.accept();
    server.say(version);
    CHECK(server.hear() == "1 set \"info:name\" \"Ann\"");
    CHECK(server.hear() == "3 mode \"freeplay\"");
}

}  // namespace kalah::test
