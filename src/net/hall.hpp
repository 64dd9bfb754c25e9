// Hall: the server without its sockets. Clients come and go, wait and are paired, play, verify
// their rules and give opinions; the hall keeps the clocks and says who lost how. It is fed with
// bytes and times and puts out lines, so it can be tested and fuzzed as it is.
//
// One thread calls it. It looks at no clock: every call says what time it is, never earlier than
// the one before. After each call next_alarm() says when tick() wants to be called at the latest.
#pragma once

#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "net/alarms.hpp"
#include "net/backstage.hpp"
#include "net/bout.hpp"
#include "net/hall_options.hpp"
#include "net/log.hpp"
#include "net/session.hpp"
#include "net/site.hpp"

namespace kalah::net {

struct HallCounts {
    std::uint64_t sessions = 0;  // that are open
    std::uint64_t games = 0;     // that are played
    std::uint64_t begun = 0;     // since the start
    std::uint64_t ended = 0;
    std::uint64_t moves = 0;  // that players were asked for and settled
};

class Hall {
  public:
    /// All three must outlive it.
    Hall(const HallOptions& options, Backstage& backstage, const Log& log);
    ~Hall();
    Hall(const Hall&) = delete;
    Hall& operator=(const Hall&) = delete;

    // From the connections.
    /// The outlet must live until closed(), or until its finish() was called.
    [[nodiscard]] SessionId opened(Outlet& outlet, Time now);
    /// Sessions that have ended already are ignored, here and below.
    void received(SessionId id, std::string_view bytes, Time now);
    /// Something came that is no byte of a line; it costs as much as one.
    void bothered(SessionId id, Time now);
    void closed(SessionId id, Time now);

    // From the clock.
    [[nodiscard]] Time next_alarm() const { return alarms_.next(); }
    void tick(Time now);

    // Answers from backstage.
    void game_begun(BoutId id, GameNumber number, Time now);
    void bot_chose(BoutId id, std::size_t ply, int pit, std::string comment, Time now);
    void opinion_kept(SessionId id, Time now);

    /// No new games, and no new clients: whoever is not playing is sent away now, the others when
    /// their game is over.
    void close_doors(Time now);
    /// Ends the games that are still played, without a result.
    void stop_games(Time now);
    [[nodiscard]] bool is_empty() const { return sessions_.empty() && tables_.empty(); }

    [[nodiscard]] HallCounts counts() const;

    // For those who watch. They cost a few microseconds and what they copy, whoever is here;
    // table_of_number() walks through the games that are played.
    /// At most so many clients and games, those that are here longest.
    [[nodiscard]] HallScene scene(std::size_t most) const;
    /// A game that is played, or is among the last kRemembered that have ended.
    [[nodiscard]] std::optional<HallScene::Table> table_of(BoutId id) const;
    [[nodiscard]] std::optional<HallScene::Table> table_of_number(GameNumber number) const;
    static constexpr std::size_t kRemembered = 32;

  private:
    /// A bout with who sits there.
    struct Table {
        Table(BoutId table_id, Bout played) : id(table_id), bout(std::move(played)) {}
        BoutId id;
        Bout bout;
        PerSide<SessionId> seats = {};  // 0: the bot, or gone
        std::optional<std::size_t> bot = {};
        std::uint64_t seed = 0;
        std::int64_t started = 0;               // milliseconds since 1970
        std::optional<GameNumber> number = {};  // once it stands in the records
        AlarmClock alarm;
        [[nodiscard]] SessionId& seat(Side side) { return seats[side]; }
    };

    // hall.cpp: sessions and their commands.
    [[nodiscard]] Session* find(SessionId id);
    void handle(Session& session, const kgp::Message& message, Time now);
    void look_for_trouble(Session& session, Time now);
    void note_garbage(const Session& session, std::string_view line);
    void handle_malformed(Session& session, const kgp::Malformed& malformed, kgp::Id id);
    void handle_set(Session& session, const kgp::Set& set, Time now);
    void handle_mode(Session& session, const kgp::Mode& mode, kgp::Id ref, Time now);
    void handle_pong(Session& session, Time now);
    kgp::Id say(Session& session, const kgp::Command& command, kgp::Id ref = 0);
    kgp::Id ask(Session& session, const kgp::Command& command);
    void ping(Session& session, Time now);
    /// Says why and goodbye; the session is gone afterwards.
    void dismiss(Session& session, std::string_view error, FaultKind kind, Time now);
    /// The session is gone afterwards, and has lost the game that it was in.
    void remove(Session& session, FaultKind kind, std::string_view why, Time now);
    void flush(Time now);
    void wake(Session& session, Time now);
    /// Settles what the session did not answer in time; true if there was such a question. The
    /// session may be gone afterwards.
    bool end_overdue(Session& session, Time now);
    [[nodiscard]] Time due(const Session& session);
    void set_alarm(Session& session);
    [[nodiscard]] std::uint64_t chance();

    // hall_games.cpp: pairing and games.
    void join_queue(Session& session, Time now);
    void leave_queue(Session& session);
    void pair_all(Time now);
    void pair_with_bot(Session& session, Time now);
    void seat_players(Session& south, Session& north, Time now);
    void open_table(std::unique_ptr<Table> table, Time now);
    void welcome(Table& table, Side side);
    void play_on(Table& table, Time now);
    void end_table(Table& table, Time now);
    void handle_move(Session& session, kgp::Id ref, kgp::Id id, int pit, Time now);
    void handle_yield(Session& session, kgp::Id ref, kgp::Id id, Time now);
    /// To whom the open state was sent, if there is one.
    void say_stop(Table& table, bool timed_out);
    void settle(Table& table, bool timed_out, Time now);
    void wake(Table& table, Time now);
    [[nodiscard]] Table* find_table(BoutId id);

    // hall_scene.cpp: for those who watch.
    [[nodiscard]] static HallScene::Table shown(const Table& table);
    void remember(HallScene::Table table);

    // hall_practice.cpp: verify and eval.
    /// Its budget grows if it earned the problem: wrong answers are free for nobody.
    void pose_problem(Session& session, bool earned);
    void handle_solution(Session& session, const kgp::Solution& solution, const kgp::Message& in);
    void pose_position(Session& session, Time now);
    void handle_eval(Session& session, double value, const kgp::Message& message);
    void end_position(Session& session, Time now);

    const HallOptions& options_;
    Backstage& backstage_;
    const Log& log_;
    std::unordered_map<SessionId, std::unique_ptr<Session>> sessions_;
    std::unordered_map<BoutId, std::unique_ptr<Table>> tables_;
    /// Who waits for a game and is alive, longest first. Any two who may play each other are paired
    /// at once: all of these have the same token, or there is only one; unless the records have no
    /// room: then `pairing_` wakes pair_all().
    std::list<SessionId> queue_;
    Alarms alarms_;
    AlarmClock pairing_;
    std::vector<SessionId> with_output_;
    std::uint64_t last_id_ = 0;  // of sessions and bouts
    std::uint64_t random_;
    std::size_t bot_games_ = 0;
    std::size_t next_bot_ = 0;
    bool doors_closed_ = false;
    HallCounts counts_;
    std::deque<HallScene::Table> ended_;  // the last ones, oldest first
};

}  // namespace kalah::net
