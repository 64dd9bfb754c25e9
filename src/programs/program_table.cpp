#include "programs/program_table.hpp"

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "net/server.hpp"
#include "server/game_server.hpp"

namespace kalah::programs {
namespace {

constexpr std::chrono::milliseconds kAtOnce{1};
constexpr std::chrono::seconds kOwnDelay{5};  // of the server's thread, at the very most

/// What the server's thread and the game's know of each other.
struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<int> told;  // pits, from the first position on
    std::vector<ProgramTable::Move> played;
    struct Question {
        GameId game = 0;
        std::size_t ply = 0;
    };
    std::optional<Question> question;  // that waits for a move from outside
    ProgramTable::News news;
    std::optional<GameRecord> record;
};

/// The storage of one game, which keeps nothing, and the moves of an opponent who is outside.
class Bridge final : public server::GameStorage {
  public:
    using Post = std::function<void(std::function<void(server::GameServer&, net::Time)>)>;
    Bridge(Shared& shared, Post post) : shared_(shared), post_(std::move(post)) {}

    [[nodiscard]] bool has_room() const override {
        const std::lock_guard lock(shared_.mutex);
        return !shared_.news.begun;
    }
    void begin(server::GameStarted game) override {
        change([&] { shared_.news.begun = true; });
        post_([id = game.game](server::GameServer& games, net::Time now) {
            games.on_begun(id, 1, now);
        });
    }
    void move(server::JournalKey /*game*/, std::size_t /*ply*/, int pit, MoveNote note) override {
        change([&] { shared_.played.push_back({pit, std::move(note)}); });
    }
    void end(GameId game, StoredGameId /*number*/, GameRecord record) override {
        change([&] {
            shared_.news.ended = true;
            shared_.record = std::move(record);
        });
        post_([game](server::GameServer& games, net::Time now) { games.on_ended(game, now); });
    }
    void ask(const server::BotRequest& request) {
        change([&] { shared_.question = {request.game, request.position.played().size()}; });
        answer();
    }
    // No pages here, and a client of another mode gets no game and runs out of time.
    void take_back(server::JournalKey /*game*/, std::size_t /*keep*/) override {}
    void save(server::SavedGame /*game*/) override {}
    void finish(server::SavedGame /*game*/, GameRecord /*record*/) override {}
    void add_eval(server::PositionEval /*eval*/,
                  std::optional<server::ReferenceEval> /*reference*/) override {}
    void drop_eval() override {}
    void forget(const std::string& /*token*/) override {}
    void read(Read /*read*/) override {}

    /// From both threads.
    void answer() {
        const std::lock_guard lock(shared_.mutex);
        if (!shared_.question || shared_.question->ply >= shared_.told.size()) return;
        const auto [game, ply] = *shared_.question;
        shared_.question.reset();
        post_([game = game, ply = ply, pit = shared_.told[ply]](server::GameServer& games,
                                                                net::Time now) {
            games.on_bot_move(game, ply, {pit}, now);
        });
    }

  private:
    template <class Change>
    void change(Change make) {
        {
            const std::lock_guard lock(shared_.mutex);
            make();
        }
        shared_.changed.notify_one();
    }

    Shared& shared_;
    Post post_;
};

server::ServerOptions game_options(const TableTerms& terms) {
    server::ServerOptions game;
    game.rules = terms.rules;
    game.start = terms.start;
    game.time = {terms.move_limit, server::MoveTime::WithoutMove::loses};
    game.bots = {terms.opponent};
    game.bot_after = std::chrono::milliseconds(0);
    game.side_against_bots = terms.side;
    game.bots_keep_time = false;
    game.mode_timeout = terms.start_limit;
    return game;
}

net::ServerOptions server_options() {
    net::ServerOptions server;
    server.kgp_port = 0;
    server.with_http = false;
    server.most_of_this_host = 1;
    server.grace = kAtOnce;
    return server;
}

}  // namespace

struct ProgramTable::Inside {
    explicit Inside(const TableTerms& terms)
        : options(game_options(terms)),
          bridge(shared,
                 [this](auto work) {
                     server->post([this, work](net::Time now) { work(*games, now); });
                 }),
          games(std::in_place, options,
                server::Ports{
                    bridge, compute,
                    [this](std::function<void(net::Time)> work) { server->post(std::move(work)); },
                    [] { return std::int64_t{0}; }, [](std::span<unsigned char>) {},
                    [this](LogLevel, std::string_view event,
                           std::initializer_list<LogField> fields) { log(event, fields); }},
                outside()) {}

    server::BotSetup outside() {
        server::BotSetup bots;
        bots.external = [this](const server::BotRequest& request) { bridge.ask(request); };
        return bots;
    }

    Shared shared;
    server::ServerOptions options;
    Scheduler compute{0};
    Bridge bridge;
    std::optional<server::GameServer> games;
    std::shared_ptr<net::Server> server;
    std::thread thread;

    void log(std::string_view event, std::initializer_list<LogField> fields) {
        const std::lock_guard lock(shared.mutex);
        if (event == "connected") shared.news.connected = true;
        if (event != "dismissed" || shared.news.begun) return;
        for (const LogField& field : fields)
            if (field.key == "why") shared.news.dismissed = std::get<std::string>(field.value);
    }

    void wait_for_end() {
        std::unique_lock lock(shared.mutex);
        if (!shared.news.begun) return;
        shared.changed.wait_for(lock, kOwnDelay, [&] { return shared.news.ended; });
    }

    void end() {
        if (!thread.joinable()) return;
        server->stop();
        thread.join();
    }
};

ProgramTable::ProgramTable(const TableTerms& terms) : inside_(std::make_unique<Inside>(terms)) {
    Inside& in = *inside_;
    const auto listening = net::Server::listen(
        server_options(), *in.games, nullptr,
        [&in](LogLevel /*level*/, std::string_view event, std::initializer_list<LogField> fields) {
            in.log(event, fields);
        });
    if (!listening)
        throw std::runtime_error("no server for a program: " + listening.error().message);
    in.server = *listening;
    in.thread = std::thread([server = in.server.get()] { server->run(); });
}

ProgramTable::~ProgramTable() {
    inside_->end();
}

std::uint16_t ProgramTable::port() const {
    const std::string address = inside_->server->kgp_address();
    return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

void ProgramTable::tell(std::vector<int> pits) {
    {
        const std::lock_guard lock(inside_->shared.mutex);
        inside_->shared.told = std::move(pits);
    }
    inside_->bridge.answer();
}

bool ProgramTable::wait_for_begin(milliseconds at_most) {
    Shared& shared = inside_->shared;
    std::unique_lock lock(shared.mutex);
    return shared.changed.wait_for(lock, at_most, [&] { return shared.news.begun; });
}

ProgramTable::News ProgramTable::wait(std::size_t ply, milliseconds at_most) {
    Shared& shared = inside_->shared;
    std::unique_lock lock(shared.mutex);
    shared.changed.wait_for(lock, at_most,
                            [&] { return shared.played.size() > ply || shared.news.ended; });
    News news = shared.news;
    if (shared.played.size() > ply) news.move = shared.played[ply];
    return news;
}

std::optional<GameRecord> ProgramTable::record() const {
    const std::lock_guard lock(inside_->shared.mutex);
    return inside_->shared.record;
}

void ProgramTable::close(bool with_result) {
    if (with_result) inside_->wait_for_end();
    inside_->server->stop();
    // Whoever is ended from now on has not left the game.
    inside_->wait_for_end();
}

std::optional<GameRecord> ProgramTable::take_record() {
    inside_->end();
    return std::move(inside_->shared.record);
}

}  // namespace kalah::programs
