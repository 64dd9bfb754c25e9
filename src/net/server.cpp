#include "net/server.hpp"

#include <sys/resource.h>

#include <csignal>
#include <optional>
#include <utility>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

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

struct Listener {
    explicit Listener(asio::io_context& io) : acceptor(io), pause(io) {}
    tcp::acceptor acceptor;
    asio::steady_timer pause;
    void (*serve)(Loop&, tcp::socket, ConnectionSlot) = nullptr;
};

struct Port {
    std::uint16_t number;
    bool or_any;         // if it is in use, take any free one
    std::string option;  // the option that chooses another port
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

SessionId Loop::opened(Protocol protocol, Outbox& outbox, const std::string& host,
                       const tcp::socket& socket, const char* by) {
    const SessionId session = handler.on_open(protocol, outbox, host, Clock::now());
    after_call();
    ErrorCode ignored;
    log(LogLevel::info, "connected",
        {{"session", static_cast<std::int64_t>(session)},
         {"peer", address_text(socket.remote_endpoint(ignored))},
         {"by", by}});
    return session;
}

void Loop::received(SessionId session, std::string_view bytes) {
    const Time arrived = Clock::now();
    handler.on_message(session, bytes, arrived);
    delays.add(Clock::now() - arrived);
    after_call();
}

void Loop::after_call() {
    if (handler.next_deadline() < timer_at_) wait_for(handler.next_deadline());
    if (ending && on_empty && handler.is_empty()) {
        timer_.cancel();
        std::exchange(on_empty, nullptr)();
    }
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

ConnectionSlot::ConnectionSlot(Loop& loop, const asio::ip::address& address) : loop_(&loop) {
    host_ = address.to_string();
    if (address.is_v6() && !address.to_v6().is_v4_mapped()) {
        const auto bytes = address.to_v6().to_bytes();
        host_.assign(reinterpret_cast<const char*>(bytes.data()), 8);
    }
    const std::size_t most =
        address.is_loopback() ? loop.options.most_of_this_host : loop.options.most_of_one_host;
    const std::size_t count = ++loop.hosts[host_];
    valid_ = count <= most;
    deserves_answer_ = count <= most + kMostRefused;
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
          kgp(loop.io),
          http(loop.io),
          signals(loop.io),
          end_timer(loop.io),
          report_timer(loop.io),
          work(loop.io.get_executor()) {
        kgp.serve = serve_tcp;
        http.serve = serve_http;
    }
    ~Impl() { loop.on_last_closed = nullptr; }

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
                const auto peer = socket.remote_endpoint(gone);
                if (!gone)
                    listener.serve(loop, std::move(socket), ConnectionSlot(loop, peer.address()));
            }
            accept(listener);
        });
    }

    void stop() {
        if (loop.ending) return;
        ErrorCode ignored;
        for (Listener* listener : {&kgp, &http}) {
            listener->acceptor.close(ignored);
            listener->pause.cancel();
        }
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

    template <class Which>
    void send_away(Which which) {
        for (Connection* connection : std::unordered_set<Connection*>(loop.connections))
            if (loop.connections.count(connection) > 0 && which(*connection)) connection->go_away();
    }

    /// The handler is empty: only connections that take their last lines are left.
    void let_go() {
        end_within(kLastWait);
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
        const auto micro = [](std::chrono::nanoseconds time) {
            return static_cast<double>(time.count()) / 1000;
        };
        if (loop.options.report)
            loop.options.report({micro(loop.delays.quantile(0.5)),
                                 micro(loop.delays.quantile(0.99)),
                                 micro(loop.lateness.quantile(0.99))});
    }

    Loop loop;
    Listener kgp;
    Listener http;
    asio::signal_set signals;
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
    if (auto error = open(in.kgp, in.loop.io, options.host,
                          {options.kgp_port, options.any_kgp_port, "--kgp-port"}))
        return *error;
    if (!options.with_http) return server;
    if (auto error = open(in.http, in.loop.io, options.host,
                          {options.http_port, options.any_http_port, "--http-port"}))
        return *error;
    return server;
}

std::string Server::kgp_address() const {
    return address_text(impl_->kgp.acceptor.local_endpoint());
}

std::string Server::http_address() const {
    return address_text(impl_->http.acceptor.local_endpoint());
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
    if (impl_->loop.options.with_http) impl_->accept(impl_->http);
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
