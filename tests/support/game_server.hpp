// A GameServer whose clock the tests control, with sessions without sockets, and storage and
// compute that answer when a test tells them to. No thread, no sleep.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kalah/notation.hpp"
#include "server/game_server.hpp"
#include "store/store.hpp"

namespace kalah::test {

using namespace std::chrono_literals;
using server::Time;

/// Storage that remembers what it is given; TestServer writes it to the store, if there is one.
class TestStorage final : public server::GameStorage {
  public:
    explicit TestStorage(std::shared_ptr<store::Store> kept) : store(std::move(kept)) {}

    [[nodiscard]] bool has_room() const override { return room; }
    void begin(server::GameStarted game) override { begins.push_back(std::move(game)); }
    void write(store::JournalEntry entry) override {
        if (const auto* over = std::get_if<store::FinishedGame>(&entry))
            return finishes.push_back(*over);
        if (const auto* over = std::get_if<store::EndedGame>(&entry)) {
            ended.emplace_back(over->number, over->record);
            return ends.push_back(*over);
        }
        if (const auto* move = std::get_if<store::JournalMove>(&entry)) moves.push_back(move->ply);
        journal.push_back(std::move(entry));
    }
    void add_eval(store::PositionEval eval) override { evals.push_back(std::move(eval)); }
    void forget(const std::string& token) override { forgotten.push_back(token); }
    void read(Read read) override { reads.push_back(std::move(read)); }

    bool room = true;
    std::shared_ptr<store::Store> store;  // null: games only get numbers
    std::deque<server::GameStarted> begins;
    std::deque<store::EndedGame> ends;
    std::deque<store::FinishedGame> finishes;
    std::vector<store::JournalEntry> journal;  // entries that are not written yet
    std::deque<Read> reads;
    std::vector<store::PositionEval> evals;
    std::vector<std::pair<StoredGameId, GameRecord>> ended;
    std::vector<std::size_t> moves;
    std::vector<std::string> forgotten;
};

/// A session without a socket.
class TestClient : public net::Outbox {
  public:
    [[nodiscard]] bool send(std::string_view bytes) override {
        text += bytes;
        messages.emplace_back(bytes);
        return reads;
    }
    void finish(net::CloseReason reason) override {
        finished = true;
        closed = std::move(reason);
    }
    /// What the server sent since the last call, with lines ended by "\n".
    std::string heard() {
        std::string lines;
        for (const char c : std::exchange(text, ""))
            if (c != '\r') lines += c;
        return lines;
    }

    std::string text;
    std::deque<std::string> messages;
    bool reads = true;
    bool finished = false;
    net::CloseReason closed;
    server::SessionId session = 0;
};

class Page;

class TestServer {
  public:
    explicit TestServer(
        const server::ServerOptions& chosen = {}, std::shared_ptr<store::Store> store = nullptr,
        bool bots_outside = true,
        const players::Spec& reference = *players::parse_player("alphabeta:depth=2"))
        : options(chosen), storage(std::move(store)) {
        options.version = "1.0";
        options.kgp_address = "127.0.0.1:1";
        server::BotSetup bots;
        bots.resources = std::make_shared<players::UntrustedResources>(
            players::PlayerResources("", [](const std::string& path) {
                return Result<std::string>(Error{path + ": no files here"});
            }));
        bots.reference = reference;
        if (bots_outside)
            bots.external = [this](const server::BotRequest& request) {
                questions.push_back(request);
            };
        server.emplace(
            options,
            server::Ports{storage, compute,
                          [this](auto work) { posted.push_back(std::move(work)); },
                          [this] { return wall; },
                          [this](std::span<unsigned char> bytes) {
                              for (unsigned char& byte : bytes)
                                  byte = static_cast<unsigned char>(random = mix64(random, 0));
                          },
                          no_log},
            bots);
    }

    [[nodiscard]] std::unique_ptr<TestClient> connect(net::Protocol protocol = net::Protocol::kgp) {
        auto client = std::make_unique<TestClient>();
        client->session = server->on_open(protocol, *client, host, now);
        return client;
    }
    /// A client that has sent its name and mode.
    [[nodiscard]] std::unique_ptr<TestClient> connect(const std::string& name) {
        auto client = connect();
        say(*client, "set info:name " + name + "\nmode freeplay\n");
        return client;
    }
    [[nodiscard]] Page page(const std::string& of_host = "1.1.1.1");

    void say(const TestClient& client, std::string_view bytes) {
        server->on_message(client.session, bytes, now);
        settle();
    }
    /// Runs posted work, storage and reads until nothing is left; also jobs if `computes`.
    void settle() {
        while (step()) {
        }
    }
    void closed_by(const TestClient& client) {
        server->on_close(client.session, now);
        settle();
    }
    void stop_accepting() {
        server->stop_accepting(now);
        settle();
    }
    void stop_games() {
        server->stop_games(now);
        settle();
    }
    void pass(std::chrono::milliseconds time) {
        const Time until = now + time;
        while (server->next_deadline() <= until) {
            move_clock(std::max(now, server->next_deadline()));
            server->tick(now);
            settle();
        }
        move_clock(until);
    }
    /// Time passes, and whatever comes next comes before the tick.
    void pass_without_tick(std::chrono::milliseconds time) { move_clock(now + time); }
    /// Runs posted work, but no jobs.
    void run_posted() {
        while (!posted.empty()) {
            const auto work = std::move(posted.front());
            posted.pop_front();
            work(now);
        }
    }
    void bot(GameId game, std::size_t ply, int pit, const std::string& thought) {
        server->on_bot_move(game, ply, {pit, {0, thought}}, now);
        settle();
    }
    [[nodiscard]] server::GameCounts counts() const { return server->stats().games; }
    /// Writes the pending journal entries.
    void write_journal() {
        std::vector<StoredGameId> numbers;  // of finished browser games
        if (storage.store && storage.store->write_journal(storage.journal, numbers))
            throw std::runtime_error("the journal is not written");
        storage.journal.clear();
        if (!numbers.empty()) last_number = numbers.back();
    }

    server::ServerOptions options;
    TestStorage storage;
    Scheduler compute{0};
    std::deque<std::function<void(Time)>> posted;
    std::deque<server::BotRequest> questions;
    std::optional<server::GameServer> server;
    Time now{std::chrono::steady_clock::now() + 1h};
    std::int64_t wall = 1'700'000'000'000;
    std::string host = "127.0.0.1";
    std::uint64_t random = 1;
    StoredGameId last_number = 0;
    bool begins = true;    // storage begins games
    bool commits = true;   // storage writes results
    bool reads = true;     // storage answers reads
    bool computes = true;  // settle() runs jobs

  private:
    void move_clock(Time to) {
        wall += std::chrono::duration_cast<std::chrono::milliseconds>(to - now).count();
        now = to;
    }
    bool step() {
        if (!posted.empty()) {
            run_posted();
            return true;
        }
        if (!storage.begins.empty() && begins) {
            const server::GameStarted game = std::move(storage.begins.front());
            storage.begins.pop_front();
            const store::NewGame row{game.record, game.seated, "serve"};
            last_number =
                storage.store ? storage.store->begin_games({&row, 1})->front() : last_number + 1;
            server->on_begun(game.game, last_number, now);
            return true;
        }
        if (!storage.ends.empty() && commits) {
            const GameId game = storage.ends.front().game;
            storage.journal.emplace_back(std::move(storage.ends.front()));
            storage.ends.pop_front();
            write_journal();
            server->on_ended(game, now);
            return true;
        }
        if (!storage.finishes.empty() && commits) return finish_first();
        if (!storage.reads.empty() && reads) {
            const auto read = std::move(storage.reads.front());
            storage.reads.pop_front();
            write_journal();
            const auto done = read(storage.store);
            posted.emplace_back([this, done](Time when) { run_event(when, done); });
            return true;
        }
        return computes && compute.run_one();
    }
    bool finish_first() {
        const std::string name = storage.finishes.front().state.name;
        storage.journal.emplace_back(std::move(storage.finishes.front()));
        storage.finishes.pop_front();
        if (!storage.store) ++last_number;
        write_journal();
        server->on_finished(name, last_number, now);
        return true;
    }
    void run_event(Time when, const std::function<void()>& done) { server->run_event(when, done); }
};

/// Two clients that play each other: the first one is south.
struct Pair {
    explicit Pair(TestServer& server) : south(server.connect("a")), north(server.connect("b")) {}
    std::unique_ptr<TestClient> south;
    std::unique_ptr<TestClient> north;
};

inline server::ServerOptions options_of(const std::string& board,
                                        std::chrono::milliseconds limit = 2s) {
    server::ServerOptions options;
    options.start = *parse_start(board);
    options.time.limit = limit;
    return options;
}

inline bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The id of the last state in the received text; "0" if there is none.
inline std::string last_state(const std::string& heard) {
    const std::size_t state = heard.rfind(" state <");
    if (state == std::string::npos) return "0";
    const std::size_t line = heard.rfind('\n', state);
    const std::size_t begin = line == std::string::npos ? 0 : line + 1;
    return heard.substr(begin, state - begin);
}

}  // namespace kalah::test
