// Archive: stored games, players and tournaments, for pages. Reads run on the I/O lane, and their
// answers come later. A slow read is cached for twenty times as long as it took, so that strangers
// can ask for it as often as they like. The server's thread only.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "server/core.hpp"
#include "server/request.hpp"
#include "store/store.hpp"

namespace kalah::server {

/// The players whose last game was before a time: at least `least` of them, if there are that many,
/// and all whose last game ended at the same time as that of the last one. So the next page begins
/// at its `last`.
[[nodiscard]] std::vector<store::PlayerRecord> page_of(
    const std::vector<store::PlayerRecord>& players, std::optional<store::Milliseconds> before,
    std::size_t least);

class Archive {
  public:
    static constexpr std::size_t kMostRows = 100;
    static constexpr std::size_t kMostWatched = 10;  // tournaments, of one session
    static constexpr std::size_t kMostKept = 50;     // tournaments without watchers
    static constexpr milliseconds kBetweenLooks{2000};
    using Answer = std::function<void(const Result<Json>&)>;

    explicit Archive(Core& core) : core_(core) {}

    /// False if the request is about something else.
    [[nodiscard]] bool handle(SessionId session, Request& request, const Answer& answer);
    void session_closed(SessionId session);
    /// Looks at the tournaments that are watched.
    void look();

  private:
    /// What was read, until when it is not read again, and who waits for it.
    template <class Value>
    struct Cached {
        Value value = {};
        Time fresh_until = {};
        Time soonest = {};  // it is not read again before
        bool reading = false;
        std::vector<std::function<void(const std::optional<Error>&)>> waiting = {};
    };
    /// How far a tournament is: games played and scheduled, and when it was finished.
    using Progress = std::tuple<int, int, store::Milliseconds>;
    struct Watched {
        std::set<SessionId> sessions = {};
        std::set<SessionId> fresh = {};  // those of them that were told nothing yet
        std::vector<Answer> answers = {};
        Progress progress{-1, 0, 0};
        std::string event = {};  // as it was sent last
        Time looked_until = {};  // it is not looked at again before
        bool reading = false;
    };
    struct Look {  // at a tournament
        Progress progress;
        Result<Json> found;  // null: as before
    };

    void games(Request& request, const Answer& answer);
    void game(Request& request, const Answer& answer);
    void players(Request& request, const Answer& answer);
    void player(Request& request, const Answer& answer);
    void tournaments(Request& request, const Answer& answer);
    void tournament(SessionId session, Request& request, const Answer& answer);
    /// Reads on the I/O lane, then answers.
    void answer_by(const Answer& answer,
                   std::function<Result<Json>(const std::shared_ptr<store::Readable>&)> read);
    template <class Value, class Read>
    void refresh(Cached<Value>& cached, Time until, Read read,
                 std::function<void(const std::optional<Error>&)> done);
    void with_players(Time until, std::function<void(const std::optional<Error>&)> done);
    void read_tournament(store::TournamentId id);
    [[nodiscard]] static Look look_at(const std::shared_ptr<store::Readable>& store,
                                      store::TournamentId id, const Progress& before);
    void looked(store::TournamentId id, Time asked, const Look& look);
    void forget_unwatched();
    void look_later();

    Core& core_;
    std::map<store::TournamentId, Watched> watched_;  // and some that were
    bool looking_ = false;                            // a look is scheduled
    Cached<std::vector<store::PlayerRecord>> players_;
    Cached<Json> tournaments_;
};

}  // namespace kalah::server
