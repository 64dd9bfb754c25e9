// RecordKeeper: writes games to the store on a thread of its own, so that nobody who plays waits
// for the disk. Games that begin or end at about the same time share a transaction. Any thread may
// call it; none waits.
//
// While the store cannot be written (busy, disk full), games wait to begin and those that ended
// wait in memory; all is tried again and again. What can never be written goes to the log whole.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "net/backstage.hpp"
#include "net/log.hpp"
#include "store/store.hpp"

namespace kalah::app {

class RecordKeeper {
  public:
    struct Patience {
        std::chrono::milliseconds together{10};  // ends within this share a transaction
        std::chrono::milliseconds try_again{1'000};
        std::chrono::milliseconds at_end{10'000};  // for what waits when the program ends
    };
    /// What the champion thinks of a position.
    struct Verdict {
        double value = 0;
        bool exact = false;
    };

    RecordKeeper(std::shared_ptr<store::Store> store, net::Answers& answers, const net::Log& log,
                 const Patience& patience);
    /// Writes all that it was given, as far as the patience reaches; the games left then are
    /// logged whole. A call of the store that waits for another program (some seconds) is waited
    /// for. Games that have not begun never will.
    ~RecordKeeper();
    RecordKeeper(const RecordKeeper&) = delete;
    RecordKeeper& operator=(const RecordKeeper&) = delete;

    [[nodiscard]] bool has_room() const { return games_waiting_.load() < kMostGames; }
    /// Its answer is game_begun, with a number, as soon as the game stands in the store.
    void begin(net::NewBout bout);
    void end(net::GameNumber number, GameRecord record);
    /// Too many at once are not kept; the log says how many.
    void keep(net::Opinion opinion, std::optional<Verdict> champion);
    /// One that could not wait for the champion is not kept either.
    void drop_opinion();
    /// After everything else, one at a time: each costs a slow hash. What was given here before and
    /// is not written yet loses its name; who comes with the token later is a new player. Too many
    /// at once are ignored; the log says how many.
    void forget(const std::string& token);

  private:
    static constexpr std::size_t kMostGames = 5'000;
    static constexpr std::size_t kMostOpinions = 5'000;
    static constexpr std::size_t kMostTokens = 1'000;

    struct Ended {
        net::GameNumber number = 0;
        GameRecord record;
    };
    struct Judged {
        net::Opinion opinion;
        std::optional<Verdict> champion;
    };
    struct Work {
        std::vector<net::NewBout> begins;
        std::vector<Ended> ends;
        std::vector<Judged> opinions;
        [[nodiscard]] bool empty() const {
            return begins.empty() && ends.empty() && opinions.empty();
        }
        /// Written under its token, it would bring back the player who is to be forgotten.
        void take_name_away(const std::string& token);
    };
    using Lock = std::unique_lock<std::mutex>;

    void run();
    void run_to_the_end(Lock& lock);
    /// Tries everything once. False: something has to be tried again.
    [[nodiscard]] bool write(Lock& lock);
    [[nodiscard]] bool forget_tokens(Lock& lock);
    /// The token at this place. False: it has to be tried again.
    [[nodiscard]] bool forget_token(Lock& lock, std::size_t place);
    /// Of tokens_, one with which somebody has come again since.
    [[nodiscard]] std::optional<std::size_t> place_of_one_who_is_back() const;
    void tell_what_was_dropped();
    void give_up();
    // Each takes out of its list what is settled.
    void write_begins(std::vector<net::NewBout>& begins);
    void write_ends(std::vector<Ended>& ends);
    void write_opinions(std::vector<Judged>& opinions);

    [[nodiscard]] bool begin_together(const std::vector<net::NewBout>& begins);
    [[nodiscard]] Result<store::NewGame> new_game(const net::NewBout& bout);
    [[nodiscard]] Result<store::EvalAnswer> answer(const Judged& judged);
    [[nodiscard]] Result<std::optional<store::IdentityId>> identity(const net::About& about);
    void lose(const Ended& ended, const std::string& why);
    void complain(const std::string& what, const Error& error);

    std::shared_ptr<store::Store> store_;
    net::Answers& answers_;
    const net::Log& log_;
    const Patience patience_;
    std::atomic<std::size_t> games_waiting_{0};  // to begin or to be written; changed under mutex_
    std::atomic<bool> ending_{false};            // likewise
    std::mutex mutex_;
    std::condition_variable wake_;
    Work work_;                                         // guarded by mutex_
    std::deque<std::string> tokens_;                    // likewise: to forget
    std::int64_t dropped_opinions_ = 0;                 // likewise: since the log was told
    std::int64_t dropped_tokens_ = 0;                   // likewise
    bool urgent_ = false;                               // likewise: somebody waits for an answer
    std::chrono::steady_clock::time_point give_up_at_;  // likewise, when ending
    struct Known {
        store::IdentityId id = 0;
        store::PlayerInfo info;
    };
    std::unordered_map<std::string, Known> known_;  // by token, so that each is hashed once
    std::thread thread_;
};

}  // namespace kalah::app
