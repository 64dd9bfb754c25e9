// StoreWatch: what is kept, for browsers: games, players and tournaments. Tournaments are looked at
// every two seconds while somebody watches them, and told when games were added. Whatever takes the
// store long is kept for twenty times as long: strangers can ask for it as often as they like.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "browser/service.hpp"
#include "store/overview.hpp"

namespace kalah::browser {

/// Those whose last game was before a time: at least so many, if there are, and with the last of
/// them all whose last game ended at the same time, so that `last` is where the next page begins.
[[nodiscard]] std::vector<store::PlayerRecord> page_of(
    const std::vector<store::PlayerRecord>& players, std::optional<store::Milliseconds> before,
    std::size_t least);

class StoreWatch : public Service {
  public:
    static constexpr std::size_t kMostRows = 100;
    static constexpr std::size_t kMostWatched = 10;  // tournaments, of one visitor
    static constexpr std::size_t kMostKept = 50;     // tournaments that nobody watches any more
    static constexpr std::chrono::milliseconds kBetweenLooks{2000};

    StoreWatch(Office& office, std::shared_ptr<store::Store> store,
               std::chrono::milliseconds between_looks = kBetweenLooks);

    [[nodiscard]] std::vector<std::pair<std::string_view, Handler>> handlers() override;
    void left(VisitId visit) override;

  private:
    struct Watched {
        std::set<VisitId> visits = {};
        int played = -1;
        int scheduled = 0;
        store::Milliseconds finished = 0;
        Json event = {};              // as it was told last
        net::Time looked_until = {};  // it is not looked at again before
    };

    [[nodiscard]] Result<Json> games(Request& request);
    [[nodiscard]] Result<Json> game(Request& request);
    [[nodiscard]] Result<Json> players(Request& request);
    [[nodiscard]] Result<Json> player(Request& request);
    [[nodiscard]] Result<Json> tournaments(Request& request);
    [[nodiscard]] Result<Json> tournament(VisitId visit, Request& request);
    /// Unless it is too early for that.
    [[nodiscard]] std::optional<Error> count_players(net::Time since);
    void forget_unwatched();
    /// True if there is something new; the error is the store's. However large it is, looking takes
    /// a twentieth of the desk's time.
    [[nodiscard]] Result<bool> look(store::TournamentId id, Watched& watched);
    void look_at_all();
    void look_later();

    Office& office_;
    std::shared_ptr<store::Store> store_;
    store::Overview overview_;
    std::chrono::milliseconds between_looks_;
    std::map<store::TournamentId, Watched> watched_;  // and some that were
    bool looking_ = false;                            // a look is to come
    std::vector<store::PlayerRecord> players_;
    net::Time players_until_ = {};    // they are counted again then
    net::Time players_soonest_ = {};  // or then, if somebody is missed
    Json tournaments_;
    net::Time tournaments_until_ = {};
};

}  // namespace kalah::browser
