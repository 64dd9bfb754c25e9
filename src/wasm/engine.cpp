#include "wasm/engine.hpp"

#include <algorithm>
#include <utility>

#include "system/wall_clock.hpp"

namespace kalah::wasm {
namespace {

/// How long a message may wait for a job that can go on later.
constexpr std::chrono::milliseconds kSlice{40};
/// Kept in a browser; beyond that, those worth least are erased.
constexpr std::size_t kMostGames = 200;

server::ServerOptions options_for(std::string version) {
    server::ServerOptions options;
    options.version = std::move(version);
    options.most_saved_of_a_host = kMostGames;
    options.most_in_memory = kMostGames;
    options.seed = static_cast<std::uint64_t>(now_milliseconds());
    return options;
}

}  // namespace

class Engine::Page final : public net::Outbox {
  public:
    explicit Page(Engine& engine) : engine_(engine) {}
    [[nodiscard]] bool send(std::string_view bytes) override {
        engine_.outside_.send(id, bytes);
        return true;
    }
    void finish(net::CloseReason) override { engine_.outside_.closed(id); }

    server::SessionId id = 0;

  private:
    Engine& engine_;
};

/// Writes at once, and answers by an event of its own, as from another thread.
class Engine::Storage final : public server::GameStorage {
  public:
    explicit Storage(Engine& engine) : engine_(engine) {}

    [[nodiscard]] bool has_room() const override { return true; }
    void begin(server::GameStarted) override {}  // of the lobby, where nobody is
    void write(store::JournalEntry entry) override {
        const auto number = engine_.store_->write(entry);
        if (const auto* over = std::get_if<store::FinishedGame>(&entry))
            engine_.posted_.push_back([this, name = over->state.name, number](server::Time now) {
                engine_.server_->on_finished(name, number, now);
            });
    }
    void add_eval(store::PositionEval) override {}  // of KGP clients
    void forget(const std::string&) override {}     // likewise
    void read(Read read) override {
        engine_.posted_.push_back([this, read = std::move(read)](server::Time now) {
            engine_.server_->run_event(now, read(engine_.store_));
        });
    }

  private:
    Engine& engine_;
};

Engine::Engine(std::string version, Outside outside)
    : outside_(std::move(outside)),
      store_(std::make_shared<BrowserStore>(outside_.keep)),
      storage_(std::make_unique<Storage>(*this)),
      options_(options_for(std::move(version))) {
    server::BotSetup bots;
    bots.resources = std::make_shared<players::UntrustedResources>(
        players::PlayerResources("", [](const std::string& path) {
            return Result<std::string>(Error{path + ": no files here"});
        }));
    bots.reference = *players::parse_player("greedy");
    server_ = std::make_unique<server::GameServer>(
        options_,
        server::Ports{*storage_, compute_,
                      [this](auto work) { posted_.push_back(std::move(work)); }, now_milliseconds,
                      outside_.random, no_log},
        bots);
}

Engine::~Engine() = default;

server::SessionId Engine::open() {
    auto page = std::make_unique<Page>(*this);
    page->id = server_->on_open(net::Protocol::api, *page, "browser", net::Clock::now());
    const auto id = page->id;
    pages_.emplace(id, std::move(page));
    return id;
}

void Engine::receive(server::SessionId session, std::string_view message) {
    server_->on_message(session, message, net::Clock::now());
    settle();
}

void Engine::close(server::SessionId session) {
    server_->on_close(session, net::Clock::now());
    pages_.erase(session);
    settle();
}

void Engine::settle() {
    while (!posted_.empty()) {
        const auto work = std::move(posted_.front());
        posted_.pop_front();
        work(net::Clock::now());
    }
    store_->flush();
}

double Engine::work() {
    const auto now = net::Clock::now();
    if (server_->next_deadline() <= now) server_->tick(now);
    settle();
    const bool worked = compute_.run_one(kSlice);
    settle();
    if (worked) return 0;
    const auto next = server_->next_deadline();
    if (next == net::kNever) return -1;
    const std::chrono::duration<double, std::milli> wait = next - net::Clock::now();
    return std::max(wait.count(), 0.0);
}

}  // namespace kalah::wasm
