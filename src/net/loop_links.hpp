// LoopLinks: how a site (site.hpp) speaks to its visitors and looks at the hall: every call is
// passed to the network's thread. Any thread.
#pragma once

#include <string>

#include "net/loop.hpp"
#include "net/site.hpp"

namespace kalah::net {

class LoopLinks final : public SiteLinks {
  public:
    /// The loop must outlive it.
    LoopLinks(Loop& loop, std::string kgp_address)
        : loop_(loop), kgp_address_(std::move(kgp_address)) {}

    void send(VisitId visit, std::string message) override;
    void close(VisitId visit, Closing why, std::string reason) override;
    void look(std::size_t most, std::function<void(HallScene)> callback) override;
    void look_at(BoutId bout,
                 std::function<void(std::optional<HallScene::Table>)> callback) override;
    void look_at_number(GameNumber number,
                        std::function<void(std::optional<HallScene::Table>)> callback) override;
    [[nodiscard]] std::string kgp_address() const override { return kgp_address_; }

  private:
    Loop& loop_;
    std::string kgp_address_;
};

}  // namespace kalah::net
