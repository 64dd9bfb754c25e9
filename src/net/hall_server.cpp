#include "net/hall_server.hpp"

#include <unordered_map>

#include "net/hall.hpp"

namespace kalah::net {
namespace {

constexpr SessionId kVisit = SessionId{1} << 63U;  // marks the ids of /api

class LineOutlet final : public Outlet {
  public:
    explicit LineOutlet(Outbox& outbox) : outbox_(outbox) {}
    [[nodiscard]] bool send(std::string_view lines) override { return outbox_.send(lines); }
    void finish() override { outbox_.finish({}); }

  private:
    Outbox& outbox_;
};

}  // namespace

class HallServer::Impl final : public SessionHandler, public Answers, public SiteLinks {
  public:
    Impl(HallOptions hall, const MakeBackstage& make, Log log)
        : options_(std::move(hall)),
          log_(std::move(log)),
          backstage_(make(*this)),
          hall_(options_, *backstage_, log_) {}
    ~Impl() override {
        // Their threads may speak to us until they have ended.
        site.reset();
        backstage_.reset();
    }

    // SessionHandler.
    SessionId on_open(Protocol protocol, Outbox& outbox, const std::string& host,
                      Time now) override {
        if (protocol == Protocol::kgp) {
            auto outlet = std::make_unique<LineOutlet>(outbox);
            const SessionId session = hall_.opened(*outlet, now);
            outlets_[session] = std::move(outlet);
            return session;
        }
        const VisitId visit = ++last_visit_;
        visitors_[visit] = &outbox;
        site->came(visit, host);
        return visit | kVisit;
    }
    void on_message(SessionId session, std::string_view bytes, Time now) override {
        if ((session & kVisit) != 0) return site->said(session ^ kVisit, std::string(bytes));
        hall_.received(session, bytes, now);
    }
    void on_empty_frame(SessionId session, Time now) override { hall_.bothered(session, now); }
    void on_close(SessionId session, Time now) override {
        if ((session & kVisit) != 0) {
            visitors_.erase(session ^ kVisit);
            return site->left(session ^ kVisit);
        }
        hall_.closed(session, now);
        outlets_.erase(session);
    }
    [[nodiscard]] Time next_deadline() const override { return hall_.next_alarm(); }
    void tick(Time now) override { hall_.tick(now); }
    void stop_accepting(Time now) override {
        log_(Level::info, "closing", {{"games", static_cast<std::int64_t>(hall_.counts().games)}});
        for (const auto& [visit, outbox] : visitors_)
            outbox->finish({CloseReason::Code::going_away, "The server is closing"});
        hall_.close_doors(now);
    }
    void stop_games(Time now) override { hall_.stop_games(now); }
    [[nodiscard]] bool is_empty() const override { return hall_.is_empty(); }

    // Answers, from any thread.
    void game_begun(BoutId bout, GameNumber number) override {
        server->post([=, this](Time now) { hall_.game_begun(bout, number, now); });
    }
    void bot_chose(BoutId bout, std::size_t ply, int pit, std::string comment) override {
        server->post([=, this](Time now) { hall_.bot_chose(bout, ply, pit, comment, now); });
    }
    void opinion_kept(SessionId session) override {
        server->post([=, this](Time now) { hall_.opinion_kept(session, now); });
    }

    // SiteLinks, likewise.
    void send(VisitId visit, std::string message) override {
        server->post([this, visit, message = std::move(message)](Time /*now*/) {
            const auto found = visitors_.find(visit);
            if (found != visitors_.end() && !found->second->send(message))
                finish(visit, "does not read what is sent");
        });
    }
    void close(VisitId visit, Closing /*why*/, std::string reason) override {
        server->post(
            [this, visit, reason = std::move(reason)](Time /*now*/) { finish(visit, reason); });
    }
    void look(std::size_t most, std::function<void(HallScene)> callback) override {
        server->post([this, most, callback = std::move(callback)](Time /*now*/) {
            callback(hall_.scene(most));
        });
    }
    void look_at(BoutId bout,
                 std::function<void(std::optional<HallScene::Table>)> callback) override {
        server->post([this, bout, callback = std::move(callback)](Time /*now*/) {
            callback(hall_.table_of(bout));
        });
    }
    void look_at_number(GameNumber number,
                        std::function<void(std::optional<HallScene::Table>)> callback) override {
        server->post([this, number, callback = std::move(callback)](Time /*now*/) {
            callback(hall_.table_of_number(number));
        });
    }
    [[nodiscard]] std::string kgp_address() const override { return server->kgp_address(); }

    void report(const ServerStatistics& statistics) {
        const HallCounts counts = hall_.counts();
        log_(Level::info, "statistics",
             {{"sessions", static_cast<std::int64_t>(counts.sessions)},
              {"games", static_cast<std::int64_t>(counts.games)},
              {"games_ended", static_cast<std::int64_t>(counts.ended)},
              {"moves", static_cast<std::int64_t>(counts.moves)},
              {"delay_median_us", statistics.delay_median_us},
              {"delay_p99_us", statistics.delay_p99_us},
              {"timer_late_p99_us", statistics.timer_late_p99_us}});
    }

    std::unique_ptr<Site> site;
    std::shared_ptr<Server> server;

  private:
    void finish(VisitId visit, const std::string& reason) {
        const auto found = visitors_.find(visit);
        if (found != visitors_.end()) found->second->finish({CloseReason::Code::policy, reason});
    }

    HallOptions options_;
    Log log_;
    std::unique_ptr<Backstage> backstage_;
    Hall hall_;
    std::unordered_map<SessionId, std::unique_ptr<LineOutlet>> outlets_;
    std::unordered_map<VisitId, Outbox*> visitors_;
    VisitId last_visit_ = 0;
};

HallServer::HallServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HallServer::~HallServer() = default;

Result<std::shared_ptr<HallServer>> HallServer::listen(const ServerOptions& options,
                                                       const HallOptions& hall,
                                                       const MakeBackstage& backstage,
                                                       const MakeSite& site, Log log) {
    auto impl = std::make_unique<Impl>(hall, backstage, log);
    ServerOptions with_report = options;
    with_report.report = [in = impl.get()](const ServerStatistics& statistics) {
        in->report(statistics);
    };
    FileLookup files;
    if (site) files = [in = impl.get()](std::string_view path) { return in->site->file(path); };
    auto server = Server::listen(with_report, *impl, std::move(files), std::move(log));
    if (!server) return server.error();
    impl->server = *server;
    if (site) impl->site = site(*impl);
    return std::shared_ptr<HallServer>(new HallServer(std::move(impl)));
}

std::string HallServer::kgp_address() const {
    return impl_->server->kgp_address();
}
std::string HallServer::http_address() const {
    return impl_->server->http_address();
}
void HallServer::stop_on_signals() {
    impl_->server->stop_on_signals();
}
void HallServer::run() {
    impl_->server->run();
}
void HallServer::stop() {
    impl_->server->stop();
}

}  // namespace kalah::net
