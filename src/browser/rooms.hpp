// Rooms: the games that browsers play: who is in which room, what is kept of it in the store, when
// clocks ring, and who is told. What may happen in a room is room.hpp's. The desk's thread only.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "browser/hall_seat.hpp"
#include "browser/room.hpp"
#include "browser/secrets.hpp"
#include "browser/service.hpp"
#include "browser/thinkers.hpp"
#include "store/rooms.hpp"

namespace kalah::browser {

struct RoomsSetting {
    std::shared_ptr<store::Store> store;
    Chance chance = system_chance();
    /// Milliseconds since 1970.
    std::function<std::int64_t()> wall_clock;
    std::shared_ptr<UntrustedResources> resources;  // of the players that think here
    std::size_t thinking_threads = 1;
    HallTerms hall = {};
    std::size_t most_rooms = 10'000;    // kept; beyond that those worth least are forgotten
    std::size_t most_in_memory = 1000;  // beyond that, those in which nothing happens go
    std::size_t most_busy = 10'000;     // in memory, whatever happens in them
    std::size_t most_in_hall = 64;      // people there from here; each has a thread
    /// Before the hall is joined again, at first, and while one is away before his place is given
    /// up.
    std::chrono::milliseconds hall_pause{1000};
    std::chrono::milliseconds hall_absence{30'000};
    std::size_t most_new_a_minute = 60;   // from one host
    std::size_t most_new_a_day = 1000;    // likewise
    std::size_t most_new_of_all = 600;    // a minute
    std::size_t most_subscriptions = 32;  // of one visitor
};

class Rooms final : public Service {
  public:
    Rooms(Office& office, RoomsSetting setting);
    ~Rooms() override;

    [[nodiscard]] std::vector<std::pair<std::string_view, Handler>> handlers() override;
    void came(VisitId visit, const std::string& host) override;
    void left(VisitId visit) override;

    /// Games that are played just now with somebody in the room, at most so many.
    [[nodiscard]] std::vector<const Room*> being_played(std::size_t most) const;

  private:
    /// Before what the store did not take is tried again.
    static constexpr std::chrono::seconds kBeforeRetry{1};

    /// A room that is in memory.
    struct Table {
        Room room;
        std::map<VisitId, std::array<bool, 2>> visits = {};  // with the sides that they may play
        struct Thought {
            Thinkers::Ticket ticket;
            Side side;
            std::size_t ply;
        };
        std::optional<Thought> thought = {};  // of a player whose move it is
        std::shared_ptr<HallSeat> hall = {};  // the person's, as long as the hall is played in
        int lost_links = 0;                   // to the hall, one after the other
        bool pausing = false;                 // before the hall is joined again
        net::Time absent_since = {};          // nobody with a key is here
        bool unsaved = false;                 // something stands that the store has not taken
        [[nodiscard]] bool idle() const;
        /// Somebody with a key is connected.
        [[nodiscard]] bool somebody_here() const;
    };
    struct Visitor {
        std::string host = {};
        std::size_t rooms = 0;  // that he is in
    };
    /// What was made since then; begins anew when the time is over.
    struct Count {
        net::Time since = {};
        std::size_t made = 0;
        std::size_t& until(net::Time now, std::chrono::minutes over);
    };
    struct Host {
        Count minute = {};
        Count day = {};
    };
    struct Opened {
        Table* table;
        Side side;
    };

    // Requests.
    Result<Json> make(VisitId visit, Request& request);
    Result<Json> enter(VisitId visit, Request& request);
    Result<Json> leave(VisitId visit, Request& request);
    Result<Json> sit(VisitId visit, Request& request);
    Result<Json> move(Request& request);
    Result<Json> undo(Request& request);
    Result<Json> refuse(Request& request);
    Result<Json> resign(Request& request);
    Result<Json> swap(Request& request);
    Result<Json> again(VisitId visit, Request& request);
    Result<Json> welcome(VisitId visit, Table& table);
    Result<Json> again_there(VisitId visit, const Room& old, Side side);
    template <class Act>
    Result<Json> act(Request& request, Act act);

    // Rooms. A table stays where it is until the work at hand is done.
    [[nodiscard]] Result<Table*> find(const std::string& name);
    /// Null: there is none.
    [[nodiscard]] Result<Table*> look_for(const std::string& name);
    /// Reads `room` and `key`, and sees that there is nothing else.
    [[nodiscard]] Result<Opened> open(Request& request);
    [[nodiscard]] Result<Table*> add(VisitId visit, RoomTerms terms);
    [[nodiscard]] std::optional<Error> count_new(const Visitor& visitor);
    void forget_old();
    void make_space_soon();
    void make_space();

    /// Keeps what has changed and tells everybody; takes it back if it cannot be kept.
    [[nodiscard]] std::optional<Error> settle(Table& table, Room before, const Json& sowing = {});
    /// The same for what stands even if it cannot be kept just now: that is tried again.
    void stand(Table& table, const Json& sowing = {});
    void keep_later(const std::string& name);
    [[nodiscard]] std::optional<Error> keep(Room& room);
    void see_off(Table& table);
    void go_on(Table& table);
    void let_think(Table& table);
    void think(Table& table, Side side);
    void decided(const std::string& name, std::optional<Decision> decision);
    void set_alarm(const std::string& name, net::Time when);
    void alarm(const std::string& name);
    void ring(const std::string& name);

    // Games in the hall.
    void join_hall(Table& table);
    void join_hall_later(Table& table);
    void let_others_in();
    void leave_hall(Table& table);
    void leave_hall_later(Table& table);
    void paired(const std::string& name, Side side, const std::string& opponent,
                std::int64_t number);
    void asked(const std::string& name, const Game& game);
    void look_up(const std::string& name);
    void hall_ended(const std::string& name, const std::string& reason, bool lost);
    void take_result(const std::string& name, const std::string& reason, int attempts);
    void end_in_hall(Table& table, const std::string& reason);
    [[nodiscard]] Table* in_memory(const std::string& name);

    // Visitors.
    [[nodiscard]] std::optional<Error> subscribe(VisitId visit, Table& table,
                                                 const std::array<bool, 2>& sides);
    void tell_all(const Table& table, const Json& sowing,
                  std::optional<VisitId> but = std::nullopt) const;
    [[nodiscard]] Json state_of(const Table& table) const;
    [[nodiscard]] Json keys_of(const Room& room, const std::array<bool, 2>& sides) const;
    [[nodiscard]] Moment now() const {
        return {office_.now(), setting_.wall_clock(), net::Clock::now()};
    }

    Office& office_;
    RoomsSetting setting_;
    store::Rooms kept_;
    std::unordered_map<std::string, std::unique_ptr<Table>> tables_;
    std::unordered_map<std::string, net::Time> alarms_;   // that are set, by room
    std::unordered_map<std::string, net::Time> running_;  // when clocks of rooms not in memory end
    std::unordered_map<VisitId, Visitor> visitors_;
    std::unordered_map<std::string, Host> hosts_;  // that made rooms today
    Count of_all_ = {};
    bool full_ = false;  // of games that must not be forgotten
    std::size_t made_since_forgetting_ = 0;
    bool making_space_ = false;                            // is due
    std::size_t in_hall_ = 0;                              // seats that are taken there
    bool hall_was_full_ = false;                           // somebody waits for one
    std::vector<std::shared_ptr<HallSeat>> leaving_ = {};  // they still say goodbye
    Thinkers thinkers_;
};

/// ["south"], of those that are true.
[[nodiscard]] Json sides_json(const std::array<bool, 2>& sides);

}  // namespace kalah::browser
