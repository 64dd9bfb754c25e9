#include "net/server.hpp"

#include <sys/resource.h>

#include <csignal>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

#include "net/loop_links.hpp"

namespace kalah::net {
namespace {

constexpr milliseconds kAcceptPause{100};  // when the system has no more descriptors
/// After the grace, for last lines and for what is still on its way from backstage.
constexpr std::chrono::seconds kLastWait = kLinger + std::chrono::seconds(1);

/// Thousands of connections need as many descriptors: takes all that the system allows.
void raise_descriptor_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

struct Listener {
    explicit Listener(asio::io_context& io) : acceptor(io), pause(io) {}
    tcp::acceptor acceptor;
    asio::steady_timer pause;
    void (*serve)(Loop&, tcp::socket, HostTicket) = nullptr;
};

struct Port {
    std::uint16_t number;
    bool or_any;         // if it is taken
    std::string option;  // that chooses another one
};

std::optional<Error> open(Listener& listener, asio::io_context& io, const std::string& host,
                          const Port& port) {
    ErrorCode error;
    tcp::resolver resolver(io);
    const auto found =
        resolver.resolve(host, std::to_string(port.number),
                         tcp::resolver::passive | tcp::resolver::numeric_service, error);
    if (error || found.empty())
        return Error{"--host " + in_quotes(host) + ": no such address here"};
    tcp::endpoint endpoint = found.begin()->endpoint();
    auto& acceptor = listener.acceptor;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (error == asio::error::address_in_use && port.or_any) {
        endpoint.port(0);
        error = {};
        acceptor.bind(endpoint, error);
    }
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use)
        return Error{address_text(endpoint) + " is in use; choose another port with " +
                     port.option + ", 0 for any free one"};
    if (error == asio::error::access_denied)
        return Error{address_text(endpoint) +
                     " is not for ordinary users; choose a port from 1024 on with " + port.option};
    if (error) return Error{address_text(endpoint) + ": " + error.message()};
    return std::nullopt;
}

}  // namespace

struct Server::Inside final : Answers {
    Inside(const ServerOptions& options, HallOptions hall, const MakeBackstage& make, Log to)
        : hall_options(std::move(hall)),
          log(std::move(to)),
          backstage(make(*this)),
          loop(options, hall_options, *backstage, log),
          kgp(loop.io),
          http(loop.io),
          signals(loop.io),
          grace(loop.io),
          report(loop.io),
          work(loop.io.get_executor()) {
        kgp.serve = serve_tcp;
        http.serve = serve_http;
    }

    // Answers, from any thread.
    void game_begun(BoutId bout, GameNumber number) override {
        answer([=](Hall& hall, Time now) { hall.game_begun(bout, number, now); });
    }
    void bot_chose(BoutId bout, std::size_t ply, int pit, std::string comment) override {
        answer([=, comment = std::move(comment)](Hall& hall, Time now) {
            hall.bot_chose(bout, ply, pit, comment, now);
        });
    }
    void opinion_kept(SessionId session) override {
        answer([=](Hall& hall, Time now) { hall.opinion_kept(session, now); });
    }
    template <class Call>
    void answer(Call call) {
        asio::post(loop.io, [this, call = std::move(call)] { loop.with_hall(call); });
    }

    void accept(Listener& listener) {
        listener.acceptor.async_accept([this, &listener](ErrorCode error, tcp::socket socket) {
            if (!listener.acceptor.is_open()) return;
            if (error && error != asio::error::connection_aborted) {
                log(Level::warning, "accept failed", {{"why", error.message()}});
                listener.pause.expires_after(kAcceptPause);
                listener.pause.async_wait([this, &listener](ErrorCode cancelled) {
                    if (!cancelled) accept(listener);
                });
                return;
            }
            if (!error) {
                ErrorCode gone;
                const auto peer = socket.remote_endpoint(gone);
                if (!gone)
                    listener.serve(loop, std::move(socket), HostTicket(loop, peer.address()));
            }
            accept(listener);
        });
    }

    void stop() {
        if (loop.ending) return;
        log(Level::info, "closing",
            {{"games", static_cast<std::int64_t>(loop.hall.counts().games)}});
        ErrorCode ignored;
        for (Listener* listener : {&kgp, &http}) {
            listener->acceptor.close(ignored);
            listener->pause.cancel();
        }
        loop.ending = true;
        loop.on_empty = [this] { let_go(); };
        for (Cuttable* connection : std::unordered_set<Cuttable*>(loop.without_session))
            connection->cut();
        for (const auto& [visit, visitor] : loop.visitors) visitor->go_away();
        grace.expires_after(loop.options.grace);
        grace.async_wait([this](ErrorCode cancelled) {
            if (cancelled) return;
            end_for_certain();
            loop.with_hall([](Hall& hall, Time now) { hall.stop_games(now); });
        });
        loop.with_hall([](Hall& hall, Time now) { hall.close_doors(now); });
    }

    /// Games that the records still have not begun are given up: if they are written down after
    /// all, the next start finds them aborted.
    void end_for_certain() {
        grace.expires_after(kLastWait);
        grace.async_wait([this](ErrorCode cancelled) {
            if (cancelled) return;
            log(Level::warning, "games given up",
                {{"games", static_cast<std::int64_t>(loop.hall.counts().games)}});
            loop.io.stop();
        });
    }

    /// Nothing is left but connections that take their last lines: run() ends with them.
    void let_go() {
        grace.cancel();
        report.cancel();
        signals.cancel();
        work.reset();
    }

    void report_later() {
        report.expires_after(loop.options.report_every);
        report.async_wait([this](ErrorCode cancelled) {
            if (cancelled) return;
            report_now(Level::info);
            report_later();
        });
    }

    void report_now(Level level) {
        const HallCounts counts = loop.hall.counts();
        const auto micro = [](std::chrono::nanoseconds time) {
            return static_cast<double>(time.count()) / 1000;
        };
        log(level, "statistics",
            {{"sessions", static_cast<std::int64_t>(counts.sessions)},
             {"games", static_cast<std::int64_t>(counts.games)},
             {"games_ended", static_cast<std::int64_t>(counts.ended)},
             {"moves", static_cast<std::int64_t>(counts.moves)},
             {"delay_median_us", micro(loop.delays.quantile(0.5))},
             {"delay_p99_us", micro(loop.delays.quantile(0.99))},
             {"timer_late_p99_us", micro(loop.lateness.quantile(0.99))}});
    }

    HallOptions hall_options;
    Log log;
    std::unique_ptr<Backstage> backstage;
    Loop loop;
    std::optional<LoopLinks> links;
    std::unique_ptr<Site> site;
    Listener kgp;
    Listener http;
    asio::signal_set signals;
    asio::steady_timer grace;
    asio::steady_timer report;
    asio::executor_work_guard<asio::io_context::executor_type> work;
};

Server::Server(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

Server::~Server() {
    // Their threads may speak to us until they have ended.
    inside_->site.reset();
    inside_->backstage.reset();
}

Result<std::shared_ptr<Server>> Server::listen(const ServerOptions& options,
                                               const HallOptions& hall,
                                               const MakeBackstage& backstage, const MakeSite& site,
                                               Log log) {
    raise_descriptor_limit();
    auto inside = std::make_unique<Inside>(options, hall, backstage, std::move(log));
    std::shared_ptr<Server> server(new Server(std::move(inside)));
    Inside& in = *server->inside_;
    if (auto error = open(in.kgp, in.loop.io, options.host,
                          {options.kgp_port, options.any_kgp_port, "--kgp-port"}))
        return *error;
    if (!options.with_http) return server;
    if (auto error = open(in.http, in.loop.io, options.host,
                          {options.http_port, options.any_http_port, "--http-port"}))
        return *error;
    if (site) {
        in.links.emplace(in.loop, server->kgp_address());
        in.site = site(*in.links);
        in.loop.site = in.site.get();
    }
    return server;
}

std::string Server::kgp_address() const {
    return address_text(inside_->kgp.acceptor.local_endpoint());
}

std::string Server::http_address() const {
    return address_text(inside_->http.acceptor.local_endpoint());
}

void Server::stop_on_signals() {
    inside_->signals.add(SIGINT);
    inside_->signals.add(SIGTERM);
    inside_->signals.async_wait([inside = inside_.get()](ErrorCode error, int /*signal*/) {
        if (error) return;
        inside->signals.clear();  // the next one does what it would have done without us
        inside->stop();
    });
}

void Server::run() {
    inside_->accept(inside_->kgp);
    if (inside_->loop.options.with_http) inside_->accept(inside_->http);
    inside_->report_later();
    inside_->loop.io.run();
    inside_->report_now(Level::info);
}

void Server::stop() {
    asio::post(inside_->loop.io, [this] { inside_->stop(); });
}

}  // namespace kalah::net
