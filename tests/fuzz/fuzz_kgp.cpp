// Fuzz target: a server with up to six KGP clients that say and do anything at any time. Each byte
// of the input is an event. The server must send only lines that any client can read, ask the right
// client, and send nothing after the end.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "kalah/moves.hpp"
#include "support/game_server.hpp"

namespace {

using namespace kalah;
using namespace std::chrono_literals;

void require(bool holds) {
    if (!holds) std::abort();
}

/// A client that checks everything it receives.
class Listener final : public net::Outbox {
  public:
    [[nodiscard]] bool send(std::string_view lines) override {
        require(!finished && lines.ends_with("\r\n"));
        while (!lines.empty()) {
            const std::size_t end = lines.find("\r\n");
            hear(lines.substr(0, end));
            lines.remove_prefix(end + 2);
        }
        return reads;
    }
    void finish(net::CloseReason /*reason*/) override {
        require(!finished);
        finished = true;
    }

    net::SessionId session = 0;
    kgp::Id asked = 0;  // the last state or problem
    bool reads = true;
    bool finished = false;

  private:
    void hear(std::string_view line) {
        const auto message = kgp::parse_message(line);
        require(static_cast<bool>(message) && message->id > last_);
        require(!std::holds_alternative<kgp::Unknown>(message->command));
        require(!std::holds_alternative<kgp::Malformed>(message->command));
        last_ = message->id;
        if (const auto* state = std::get_if<kgp::State>(&message->command)) {
            require(legal_moves(state->board).size() > 1 && !is_open_);
            asked = message->id;
            is_open_ = true;
        }
        if (std::holds_alternative<kgp::Problem>(message->command)) asked = message->id;
        if (std::holds_alternative<kgp::Stop>(message->command)) {
            require(message->ref == asked && is_open_);
            is_open_ = false;
        }
        if (const auto* set = std::get_if<kgp::Set>(&message->command))
            require(set->option != "game:result" || !is_open_);
    }
    kgp::Id last_ = 0;
    bool is_open_ = false;  // a state without its stop
};

class Play {
  public:
    explicit Play(std::string_view input) : input_(input), server_(options()) {}

    void run() {
        while (!input_.empty()) happen();
        server_.stop_accepting();
        server_.stop_games();
        server_.begins = true;
        server_.settle();
        require(server_.server->is_empty());
        for (const auto& [number, record] : server_.storage.ended)
            require(record.ending != Ending::running && number > 0);
    }

  private:
    static server::ServerOptions options() {
        server::ServerOptions options;
        options.start = start_board({3, 2});
        options.bots = {"bot"};
        options.most_bot_games_of_a_host = 2;
        options.rate.lines = 200;
        return options;
    }
    unsigned take() {
        if (input_.empty()) return 0;
        const auto byte = static_cast<unsigned char>(input_[0]);
        input_.remove_prefix(1);
        return byte;
    }
    std::unique_ptr<Listener>& client() { return clients_[take() % clients_.size()]; }
    void say(Listener& listener, std::string_view text) {
        server_.server->on_message(listener.session, text, server_.now);
        server_.settle();
    }

    void happen() {
        auto& some = client();
        if (!some) {
            some = std::make_unique<Listener>();
            some->session = server_.server->on_open(net::Protocol::kgp, *some, "host", server_.now);
            return;
        }
        const std::string ref = "@" + std::to_string(some->asked);
        switch (take() % 16) {
            case 0:
                return say(*some, "mode freeplay\n");
            case 1:
                return say(*some, ref + " move " + std::to_string(take() % 5) + "\n");
            case 2:
                return say(*some, ref + " yield\n");
            case 3:
                return say(*some, "pong\n");
            case 4: {  // anything
                const std::size_t size = take();
                const std::string_view text = input_.substr(0, size);
                input_.remove_prefix(text.size());
                return say(*some, text);
            }
            case 5:
                return server_.pass(std::chrono::milliseconds(take() * take()));
            case 6:
                if (!some->finished) server_.server->on_close(some->session, server_.now);
                server_.settle();
                return some.reset();
            case 7:
                return say(*some, "set auth:token t" + std::to_string(take() % 3) + "\n");
            case 8:
                return say(*some, "mode eval\n");
            case 9:
                return say(*some, "mode verify\n");
            case 10:
                return say(*some, ref + " eval 1.5\n");
            case 11:
                return say(*some, ref + " solution <1,0,0,1,1> 1\n");
            case 12:
                some->reads = !some->reads;
                return;
            case 13:
                server_.begins = !server_.begins;
                server_.storage.room = take() % 2 == 0;
                return server_.settle();
            case 14:
                return answer();
            default:
                say(*some, ref + " move " + std::to_string(take() % 4) + "\n" + ref + " yield\n");
        }
    }

    void answer() {
        if (!server_.questions.empty()) {
            const auto asked = server_.questions.front();
            server_.questions.pop_front();
            server_.bot(asked.game, asked.position.played().size(), static_cast<int>(take() % 4),
                        "");
        }
        auto& evals = server_.storage.evals;
        if (evals.empty()) return;
        server_.server->on_eval_saved(evals.back().id, server_.now);
        evals.pop_back();
    }

    std::string_view input_;
    test::TestServer server_;
    std::array<std::unique_ptr<Listener>, 6> clients_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Play(std::string_view(reinterpret_cast<const char*>(data), size)).run();
    return 0;
}
