// HallServer: a Hall and a Site as the SessionHandler of a Server. Goes with them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "net/backstage.hpp"
#include "net/hall_options.hpp"
#include "net/log.hpp"
#include "net/server.hpp"
#include "net/site.hpp"

namespace kalah::net {

class HallServer {
  public:
    using MakeBackstage = std::function<std::unique_ptr<Backstage>(Answers& answers)>;
    using MakeSite = std::function<std::unique_ptr<Site>(SiteLinks& links)>;

    /// The site is made last, when the addresses are known; without a maker there is none.
    [[nodiscard]] static Result<std::shared_ptr<HallServer>> listen(const ServerOptions& options,
                                                                    const HallOptions& hall,
                                                                    const MakeBackstage& backstage,
                                                                    const MakeSite& site, Log log);
    ~HallServer();
    HallServer(const HallServer&) = delete;
    HallServer& operator=(const HallServer&) = delete;

    [[nodiscard]] std::string kgp_address() const;
    [[nodiscard]] std::string http_address() const;
    void stop_on_signals();
    void run();
    void stop();

  private:
    class Impl;
    explicit HallServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace kalah::net
