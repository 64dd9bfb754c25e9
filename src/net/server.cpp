#include "net/server.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

#include "net/listener.hpp"
#include "net/loop.hpp"

namespace kalah::net {
namespace {

/// Most connections of one host that wait to be refused: over HTTP a refusal answers a request,
/// which takes some time.
constexpr std::size_t kMostRefused = 16;
constexpr milliseconds kAcceptPause{100};  // when the system has no more descriptors
/// After the grace, for last lines and for what is still on its way to the handler.
constexpr std::chrono::seconds kLastWait = kLinger + std::chrono::seconds(1);

/// Thousands of connections need as many descriptors: takes all that the system allows.
void raise_descriptor_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

HostAddress address_of(const tcp::endpoint& endpoint) {
    const auto address = endpoint.address();
    const auto whole = address.is_v6()
                           ? address.to_v6()
                           : asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4());
    return {whole.to_bytes()};
}

/// The name that the server listens by (--host), and the others that were given (--names).
std::vector<std::string> names_of(const ServerOptions& options) {
    std::vector<std::string> names = options.names;
    names.push_back(options.host);
    return names;
}

}  // namespace

Connection::Connection(Loop& loop) : loop_(loop) {
    loop_.connections.insert(this);
}

Connection::~Connection() {
    loop_.connections.erase(this);
    if (loop_.connections.empty() && loop_.on_last_closed) loop_.on_last_closed();
}

Loop::Loop(const ServerOptions& chosen, SessionHandler& sessions, FileLookup lookup, Log to)
    : options(chosen),
      handler(sessions),
      files(std::move(lookup)),
      allowlist(names_of(chosen)),
      log(std::move(to)),
      timer_(io) {}

SessionId Loop::opened(Protocol protocol, Outbox& outbox, const ConnectionSlot& slot,
                       const tcp::socket& socket, const char* by) {
    const SessionId session = handler.on_open(protocol, outbox, slot.host(), Clock::now());
    after_call();
    ErrorCode ignored;
    std::string peer = slot.forwarded_for();
    if (peer.empty()) peer = address_text(socket.remote_endpoint(ignored));
    log(LogLevel::info, "connected",
        {{"session", static_cast<std::int64_t>(session)}, {"peer", std::move(peer)}, {"by", by}});
    return session;
}

void Loop::received(SessionId session, std::string_view bytes) {
    const Time arrived = Clock::now();
    handler.on_message(session, bytes, arrived);
    delays.add(Clock::now() - arrived);
    after_call();
}

void Loop::after_call() {
    if (!ending && on_wish && handler.wants_to_end()) std::exchange(on_wish, nullptr)();
    if (handler.next_deadline() < timer_at_) wait_for(handler.next_deadline());
    if (ending && on_empty && handler.is_empty()) {
        timer_.cancel();
        std::exchange(on_empty, nullptr)();
    }
}

ServerStatistics Loop::statistics() const {
    const auto micro = [](std::chrono::nanoseconds time) {
        return static_cast<double>(time.count()) / 1000;
    };
    return {micro(delays.quantile(0.5)),
            micro(delays.quantile(0.99)),
            micro(lateness.quantile(0.99)),
            connections.size(),
            refused,
            ending};
}

void Loop::wait_for(Time when) {
    timer_at_ = when;
    timer_.expires_at(when);
    timer_.async_wait([this](ErrorCode error) {
        if (error) return;  // set anew, or cancelled
        const Time now = Clock::now();
        lateness.add(now - timer_at_);
        timer_at_ = kNever;
        handler.tick(now);
        after_call();
    });
}

ConnectionSlot::ConnectionSlot(Loop& loop, Door door, const HostAddress& peer)
    : loop_(&loop), door_(door), peer_(peer) {
    take(peer);
}

void ConnectionSlot::take(const HostAddress& client) {
    client_ = client;
    host_ = client.counted_as();
    // Who watches the server must not be shut out by the clients of the same host.
    if (!is_for_clients()) host_ += " admin";
    const ServerOptions& options = loop_->options;
    const std::size_t most =
        client.is_loopback() ? options.most_of_this_host : options.most_of_one_host;
    const std::size_t count = ++loop_->hosts[host_];
    // A proxy's connections count for its clients as soon as they have sent a request.
    const bool is_proxy = door_ == Door::http && options.proxies.trusts(client);
    few_enough_ = is_proxy || count <= most || door_ == Door::control;
    deserves_answer_ = few_enough_ || count <= most + kMostRefused;
}

std::optional<Refusal> ConnectionSlot::refused() const {
    if (!few_enough_) return Refusal::connections;
    if (loop_ == nullptr || !is_for_clients() || loop_->handler.admits(host_, Clock::now()))
        return std::nullopt;
    return Refusal::banned;
}

void ConnectionSlot::is_forwarded_for(std::string_view forwarded) {
    Loop* loop = loop_;
    if (door_ != Door::http || loop == nullptr) return;
    const HostAddress client = loop->options.proxies.client_of(peer_, forwarded);
    if (client == client_) return;
    release();
    loop_ = loop;
    take(client);
}

void ConnectionSlot::release() {
    if (loop_ == nullptr) return;
    const auto found = loop_->hosts.find(host_);
    if (--found->second == 0) loop_->hosts.erase(found);
    loop_ = nullptr;
}

std::string address_text(const tcp::endpoint& endpoint) {
    const std::string address = endpoint.address().to_string();
    return (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" +
           std::to_string(endpoint.port());
}

struct Server::Impl {
    Impl(const ServerOptions& options, SessionHandler& handler, FileLookup files, Log to)
        : loop(options, handler, std::move(files), std::move(to)),
          kgp(loop.io, Door::kgp),
          http(loop.io, Door::http),
          admin(loop.io, Door::admin),
          control(loop.io, Door::control),
          signals(loop.io),
          hangup(loop.io),
          end_timer(loop.io),
          report_timer(loop.io),
          work(loop.io.get_executor()) {
        loop.on_wish = [this] { asio::post(loop.io, [this] { stop(); }); };
    }
    ~Impl() {
        loop.on_last_closed = nullptr;
        if (control.acceptor.is_open()) ::unlink(loop.options.admin_socket->c_str());
    }

    void accept(Listener& listener) {
        listener.acceptor.async_accept([this, &listener](ErrorCode error, tcp::socket socket) {
            if (!listener.acceptor.is_open()) return;
            if (error && error != asio::error::connection_aborted) {
                loop.log(LogLevel::warning, "accept failed", {{"why", error.message()}});
                listener.pause.expires_after(kAcceptPause);
                listener.pause.async_wait([this, &listener](ErrorCode cancelled) {
                    if (!cancelled) accept(listener);
                });
                return;
            }
            if (!error) {
                ErrorCode gone;
                HostAddress peer;
                if (listener.door != Door::control) peer = address_of(socket.remote_endpoint(gone));
                if (!gone) serve(listener.door, std::move(socket), peer);
            }
            accept(listener);
        });
    }

    void serve(Door door, tcp::socket socket, const HostAddress& peer) {
        ConnectionSlot slot(loop, door, peer);
        if (door == Door::kgp) return serve_tcp(loop, std::move(socket), std::move(slot));
        serve_http(loop, std::move(socket), std::move(slot));
    }

    void stop() {
        if (loop.ending) return;
        close(kgp);
        close(http);
        loop.ending = true;
        loop.on_empty = [this] { let_go(); };
        send_away([](const Connection& connection) { return !connection.has_session(); });
        end_timer.expires_after(loop.options.grace);
        end_timer.async_wait([this](ErrorCode cancelled) {
            if (cancelled) return;
            end_within(kLastWait);
            loop.with_handler([](SessionHandler& handler, Time now) { handler.stop_games(now); });
        });
        loop.with_handler([](SessionHandler& handler, Time now) { handler.stop_accepting(now); });
    }

    static void close(Listener& listener) {
        ErrorCode ignored;
        listener.acceptor.close(ignored);
        listener.pause.cancel();
    }

    void close_control() {
        if (!control.acceptor.is_open()) return;
        ::unlink(loop.options.admin_socket->c_str());
        close(control);
    }

    template <class Which>
    void send_away(Which which) {
        for (Connection* connection : std::unordered_set<Connection*>(loop.connections))
            if (loop.connections.count(connection) > 0 && which(*connection)) connection->go_away();
    }

    /// The handler is empty: only connections that take their last lines are left.
    void let_go() {
        end_within(kLastWait);
        close(admin);
        close_control();
        loop.on_last_closed = [this] { loop.io.stop(); };
        if (loop.connections.empty()) return loop.io.stop();
        send_away([](const Connection& /*any*/) { return true; });
    }

    void end_within(std::chrono::seconds time) {
        end_timer.expires_after(time);
        end_timer.async_wait([this](ErrorCode cancelled) {
            if (cancelled) return;
            loop.log(LogLevel::warning, "connections given up",
                     {{"connections", static_cast<std::int64_t>(loop.connections.size())}});
            loop.io.stop();
        });
    }

    void report_later() {
        report_timer.expires_after(loop.options.report_every);
        report_timer.async_wait([this](ErrorCode cancelled) {
            if (cancelled) return;
            report();
            report_later();
        });
    }

    void report() const {
        if (loop.options.report) loop.options.report(loop.statistics());
    }

    void wait_for_hangup() {
        hangup.async_wait([this](ErrorCode error, int /*signal*/) {
            if (error) return;
            on_hangup();
            wait_for_hangup();
        });
    }

    Loop loop;
    Listener kgp;
    Listener http;
    Listener admin;
    Listener control;
    asio::signal_set signals;
    asio::signal_set hangup;
    std::function<void()> on_hangup;
    asio::steady_timer end_timer;
    asio::steady_timer report_timer;
    asio::executor_work_guard<asio::io_context::executor_type> work;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::shared_ptr<Server>> Server::listen(const ServerOptions& options,
                                               SessionHandler& handler, FileLookup files, Log log) {
    raise_descriptor_limit();
    auto impl = std::make_unique<Impl>(options, handler, std::move(files), std::move(log));
    std::shared_ptr<Server> server(new Server(std::move(impl)));
    Impl& in = *server->impl_;
    const Port kgp{options.host, options.kgp_port, options.any_kgp_port, "--host", "--kgp-port"};
    if (auto error = open(in.kgp, in.loop.io, kgp)) return *error;
    if (options.admin_socket)
        if (auto error = open_control(in.control, *options.admin_socket)) return *error;
    if (!options.with_http) return server;
    const Port http{options.host, options.http_port, options.any_http_port, "--host",
                    "--http-port"};
    if (auto error = open(in.http, in.loop.io, http)) return *error;
    if (!options.admin_port) return server;
    const Port admin{options.admin_host, *options.admin_port, false, "--admin-host",
                     "--admin-port"};
    if (auto error = open(in.admin, in.loop.io, admin)) return *error;
    return server;
}

std::string Server::kgp_address() const {
    return address_text(impl_->kgp.acceptor.local_endpoint());
}

std::string Server::http_address() const {
    return address_text(impl_->http.acceptor.local_endpoint());
}

std::string Server::admin_address() const {
    return address_text(impl_->admin.acceptor.local_endpoint());
}

void Server::call_on_hangup(std::function<void()> work) {
    impl_->on_hangup = std::move(work);
    impl_->hangup.add(SIGHUP);
    impl_->wait_for_hangup();
}

void Server::change(const ServerOptions& options) {
    ServerOptions& present = impl_->loop.options;
    present.names = options.names;
    present.proxies = options.proxies;
    present.most_of_one_host = options.most_of_one_host;
    present.most_of_this_host = options.most_of_this_host;
    present.grace = options.grace;
    impl_->loop.allowlist = HostAllowlist(names_of(present));
}

void Server::stop_on_signals() {
    impl_->signals.add(SIGINT);
    impl_->signals.add(SIGTERM);
    impl_->signals.async_wait([impl = impl_.get()](ErrorCode error, int /*signal*/) {
        if (error) return;
        impl->signals.clear();  // the next one has its default effect
        impl->stop();
    });
}

void Server::run() {
    impl_->accept(impl_->kgp);
    for (Listener* listener : {&impl_->http, &impl_->admin, &impl_->control})
        if (listener->acceptor.is_open()) impl_->accept(*listener);
    impl_->report_later();
    impl_->loop.io.run();
    impl_->report();
}

void Server::stop() {
    asio::post(impl_->loop.io, [impl = impl_.get()] { impl->stop(); });
}

void Server::post(std::function<void(Time now)> work) {
    asio::post(impl_->loop.io, [impl = impl_.get(), work = std::move(work)] {
        work(Clock::now());
        impl->loop.after_call();
    });
}

}  // namespace kalah::net
