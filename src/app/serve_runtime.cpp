#include "app/serve_runtime.hpp"

#include <sys/random.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

#include "app/games_options.hpp"
#include "server/admin_socket.hpp"
#include "server/site_files.hpp"
#include "system/process_usage.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

constexpr std::chrono::seconds kCheckStore{2};  // how soon /health notices

void fill_from_system(std::span<unsigned char> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = ::getrandom(bytes.data(), bytes.size(), 0);
        if (got < 0 && errno != EINTR) std::abort();  // guessable keys would be worse
        if (got > 0) bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
}

}  // namespace

/// Writes through the store's writer, and reads on the I/O lane.
class ServeRuntime::Storage final : public server::GameStorage {
  public:
    explicit Storage(ServeRuntime& runtime) : runtime_(runtime), writer_(*runtime.writer_) {}

    [[nodiscard]] bool has_room() const override { return writer_.has_room(); }
    void begin(store::GameStarted game) override { writer_.begin(std::move(game)); }
    void write(store::JournalEntry entry) override { writer_.write(std::move(entry)); }
    void add_eval(store::PositionEval eval) override { writer_.add_eval(std::move(eval)); }
    void forget(const std::string& token) override { writer_.forget(token); }
    void read(Read read) override {
        const auto run = [&runtime = runtime_, read = std::move(read)](std::size_t,
                                                                       const StopToken&) {
            auto done = read(runtime.setup_.reader);
            runtime.post([&runtime, done = std::move(done)](net::Time now) {
                runtime.games_->run_event(now, done);
            });
            return Scheduler::After::done;
        };
        runtime_.io_->submit({Priority::move, std::nullopt, run});
    }

  private:
    ServeRuntime& runtime_;
    store::StoreWriter& writer_;
};

ServeRuntime::ServeRuntime(ServeSetup setup)
    : setup_(std::move(setup)), started_(now_milliseconds()) {
    compute_ = std::make_unique<Scheduler>(setup_.threads);
    io_ = std::make_unique<Scheduler>(1);
    store::StoreWriter::Events events;
    events.begun = [this](GameId game, StoredGameId number) {
        post([=, this](net::Time now) { games_->on_begun(game, number, now); });
    };
    events.ended = [this](GameId game) {
        post([=, this](net::Time now) { games_->on_ended(game, now); });
    };
    events.eval_saved = [this](std::uint64_t eval) {
        post([=, this](net::Time now) { games_->on_eval_saved(eval, now); });
    };
    events.saved = [this](const std::string& name, std::optional<StoredGameId> number) {
        post([=, this](net::Time now) { games_->on_finished(name, number, now); });
    };
    events.taken = [this](const std::string& name) {
        post([=, this](net::Time now) { games_->on_taken(name, now); });
    };
    store::RetryPolicy policy;
    if (setup_.net.admin_port || setup_.net.admin_socket) policy.check = kCheckStore;
    writer_ =
        std::make_unique<store::StoreWriter>(setup_.store, std::move(events), setup_.log, policy);
    storage_ = std::make_unique<Storage>(*this);
    const server::BotSetup bots{std::make_shared<players::UntrustedResources>(setup_.resources),
                                setup_.bots,
                                {},
                                *players::parse_player("champion:time=50ms,memory=16M,db=none")};
    games_ = std::make_unique<server::GameServer>(
        setup_.game,
        server::Ports{*storage_, *compute_,
                      [this](std::function<void(net::Time)> work) { post(std::move(work)); },
                      now_milliseconds, fill_from_system, setup_.log},
        bots);
}

ServeRuntime::~ServeRuntime() {
    // Threads first: they use what follows.
    compute_.reset();
    io_.reset();
    games_.reset();
    writer_.reset();
}

Result<std::unique_ptr<ServeRuntime>> ServeRuntime::listen(ServeSetup setup) {
    std::unique_ptr<ServeRuntime> runtime(new ServeRuntime(std::move(setup)));
    if (auto error = runtime->start()) return std::move(*error);
    return Result<std::unique_ptr<ServeRuntime>>(std::move(runtime));
}

std::optional<Error> ServeRuntime::start() {
    setup_.net.report = [this](const net::ServerStatistics& statistics) { report(statistics); };
    setup_.net.admin = [this](const net::HttpQuestion& question,
                              const net::ServerStatistics& statistics) {
        return server::admin_answer(question, figures(statistics));
    };
    setup_.net.control = [this](const net::HttpQuestion& question,
                                const net::ServerStatistics& statistics) {
        return server::admin_socket_answer(question, figures(statistics), *games_,
                                           net::Clock::now());
    };
    const auto listening =
        net::Server::listen(setup_.net, *games_, server::find_site_file, setup_.log);
    if (!listening) return listening.error();
    server_ = *listening;
    setup_.game.kgp_address = server_->kgp_address();
    return std::nullopt;
}

void ServeRuntime::post(std::function<void(net::Time)> work) {
    if (server_) server_->post(std::move(work));
}

void ServeRuntime::change(const net::ServerOptions& net, const server::ServerOptions& game) {
    server_->change(net);
    server::ServerOptions& present = setup_.game;
    present.most_bot_games_of_a_host = game.most_bot_games_of_a_host;
    present.most_in_lobby_of_a_host = game.most_in_lobby_of_a_host;
    present.most_new_a_minute = game.most_new_a_minute;
    present.most_new_a_day = game.most_new_a_day;
    present.most_saved_of_a_host = game.most_saved_of_a_host;
    present.most_evals_of_a_host = game.most_evals_of_a_host;
    present.most_forgets_a_minute = game.most_forgets_a_minute;
}

void ServeRuntime::reloaded(const std::string& problem) {
    reload_ = server::Reload{now_milliseconds(), problem};
}

server::AdminFigures ServeRuntime::figures(const net::ServerStatistics& statistics) const {
    const std::chrono::duration<double> up = net::Clock::now() - started_at_;
    return {setup_.game.version, static_cast<double>(started_) / 1000,
            up.count(),          games_->stats(),
            statistics,          writer_->state(),
            process_usage(),     reload_};
}

void ServeRuntime::report(const net::ServerStatistics& statistics) const {
    const server::ServerStats stats = games_->stats();
    setup_.log(LogLevel::info, "statistics",
               {{"sessions", static_cast<std::int64_t>(stats.sessions)},
                {"pages", static_cast<std::int64_t>(stats.pages)},
                {"games", static_cast<std::int64_t>(stats.games.games)},
                {"games_ended", static_cast<std::int64_t>(stats.games.ended)},
                {"moves", static_cast<std::int64_t>(stats.games.moves)},
                {"delay_median_us", statistics.delay_median_us},
                {"delay_p99_us", statistics.delay_p99_us},
                {"timer_late_p99_us", statistics.timer_late_p99_us}});
}

}  // namespace kalah::app
