// Desk: the site's brain behind the HTTP port (net/site.hpp). One thread of its own owns everything
// that browsers see and do; the network's thread, searches and timers only put work into its queue.
// Visitors are served in turn, one message each, and who asks for much waits: he gets a quarter of
// the desk's time at most. What it does for them is in its services.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "browser/service.hpp"
#include "net/log.hpp"

namespace kalah::browser {

using Services = std::vector<std::unique_ptr<Service>>;

class Desk final : public net::Site, private Office {
  public:
    using Files = std::function<const net::SiteFile*(std::string_view path)>;
    /// Called once, on the calling thread, before anything else. At the end the last one goes
    /// first.
    using MakeServices = std::function<Services(Office& office)>;

    Desk(net::SiteLinks& links, Files files, const MakeServices& services,
         net::Log log = net::unlogged);
    /// Finishes the work that it is at; what waits is dropped.
    ~Desk() override;

    [[nodiscard]] const net::SiteFile* file(std::string_view path) const override;
    void came(VisitId visit, std::string_view host) override;
    void said(VisitId visit, std::string message) override;
    void left(VisitId visit) override;

  private:
    using Work = std::function<void()>;
    struct Posted {
        net::Time when = {};
        Work work = {};
    };

    struct Message {
        net::Time came = {};
        std::string text = {};
    };
    struct Waiting {
        std::deque<Message> messages = {};
        std::size_t bytes = 0;
        net::Time not_before = {};  // his next turn
    };
    struct Turn {
        VisitId visit = 0;
        Message message = {};
    };

    void post(Work work) override;
    void at(net::Time when, Work work) override;
    [[nodiscard]] net::Time now() const override { return now_; }
    [[nodiscard]] net::SiteLinks& links() override { return links_; }

    void run();
    void do_safely(const Work& work, net::Time came);
    /// The next one in turn whose message may be answered now; nothing if there is none. Sets
    /// `oldest_` and `next_turn_`.
    [[nodiscard]] std::optional<Turn> take_turn(net::Time now);
    void serve(const Turn& turn);
    void answer(VisitId visit, const std::string& message);
    [[nodiscard]] Result<Json> handle(VisitId visit, Request& request);

    net::SiteLinks& links_;
    Files files_;
    net::Log log_;
    std::mutex mutex_;  // of the following
    std::condition_variable wake_;
    std::deque<Posted> queue_;                      // goes before messages
    std::unordered_map<VisitId, Waiting> waiting_;  // everybody who is there
    std::deque<VisitId> turns_;  // whose messages wait, in this order; also of some who have gone
    std::size_t bytes_waiting_ = 0;      // of all
    net::Time oldest_ = net::kNever;     // of the messages that might be answered now
    net::Time next_turn_ = net::kNever;  // of those who must wait
    bool ending_ = false;
    // The desk's thread alone.
    net::Time now_ = net::Clock::now();
    std::multimap<net::Time, Work> timers_;
    std::unordered_map<std::string_view, Handler> handlers_;
    Services
        services_;  // before the thread, which uses them; their own threads may post to the end
    std::thread thread_;
};

}  // namespace kalah::browser
