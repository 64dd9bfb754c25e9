// HallWatch: who is here and what is played: the lobby, and games of KGP clients as they go on. The
// hall is looked at at most five times a second, and only while somebody watches.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "browser/room.hpp"
#include "browser/service.hpp"

namespace kalah::browser {

class HallWatch : public Service {
  public:
    static constexpr std::size_t kMostRows = 100;
    static constexpr std::size_t kMostWatched = 10;  // games, of one visitor
    static constexpr std::chrono::milliseconds kBetweenLooks{200};

    /// Rooms that are played in, at most so many; asked on the desk's thread.
    using RoomsNow = std::function<std::vector<const Room*>(std::size_t most)>;

    HallWatch(Office& office, RoomsNow rooms);

    [[nodiscard]] std::vector<std::pair<std::string_view, Handler>> handlers() override;
    void left(VisitId visit) override;

  private:
    using Bout = std::optional<net::HallScene::Table>;
    struct Watched {
        std::set<VisitId> visits = {};
        std::set<VisitId> fresh = {};  // of them: nothing was told yet
        std::size_t plies = 0;         // as it was told last
        bool told = false;
    };

    [[nodiscard]] Result<Json> lobby(VisitId visit, Request& request);
    [[nodiscard]] Result<Json> watch(VisitId visit, Request& request);
    void unwatch(VisitId visit, net::BoutId bout);
    void look_soon();
    void look();
    void see_lobby(const net::HallScene& scene);
    void see_bout(net::BoutId bout, const Bout& seen);

    Office& office_;
    RoomsNow rooms_;
    std::set<VisitId> lobby_;
    std::set<VisitId> fresh_;  // of them: nothing was told yet
    std::string told_;         // in the lobby, last
    std::map<net::BoutId, Watched> watched_;
    net::Time next_look_ = {};  // not before
    bool looking_ = false;      // a look is to come
};

}  // namespace kalah::browser
