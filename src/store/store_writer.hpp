// StoreWriter: writes games to the store on a thread of its own, so that no player waits for the
// disk. It collects entries for 10 ms and writes them together. Any thread may call it; calls never
// wait. Entries of one game keep their order.
//
// While the store cannot be written (busy, disk full), everything waits in memory and is tried
// again. A game that can never be written goes to the log whole.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/log.hpp"
#include "store/store.hpp"

namespace kalah::store {

using kalah::GameId;

struct GameStarted {
    GameId game = 0;
    GameRecord record;                                // names, rules, first position, start
    PerSide<std::optional<ClientInfo>> clients = {};  // of KGP clients; their identities follow
    PerSide<Seated> seated = {};
};

/// A client's value of a position that it saw as south.
struct PositionEval {
    std::uint64_t id = 0;  // for Events::eval_saved
    ClientInfo client;
    EvalAnswer answer;  // without name and identity, which are the client's
};

struct RetryPolicy {
    std::chrono::milliseconds together{10};  // what comes within this shares a transaction
    std::chrono::milliseconds try_again{1'000};
    std::chrono::milliseconds at_end{10'000};  // for what waits when the program ends
    std::chrono::milliseconds check{0};        // of idleness between two tries to write; 0: none
};

class StoreWriter {
  public:
    /// Called on the writer's thread, after the commit. All but `begun` are also called when the
    /// store refuses for good, so that nobody waits for ever.
    struct Events {
        std::function<void(GameId, StoredGameId)> begun = {};
        std::function<void(GameId)> ended = {};
        std::function<void(std::uint64_t id)> eval_saved = {};
        /// Of a FinishedGame, without a number if the store refused.
        std::function<void(std::string name, std::optional<StoredGameId>)> saved = {};
        /// Another program has taken a saved game: nothing more of it is written here.
        std::function<void(std::string name)> taken = {};
    };

    StoreWriter(std::shared_ptr<Store> store, Events events, Log log, RetryPolicy policy = {});
    /// Writes all that it was given, as far as the policy allows; logs whole the games that are
    /// left then. Waits for a call of the store that waits for another program (some seconds).
    /// Games that have not begun never will.
    ~StoreWriter();
    StoreWriter(const StoreWriter&) = delete;
    StoreWriter& operator=(const StoreWriter&) = delete;

    struct State {
        std::size_t games = 0;  // that wait to begin or to end
        std::size_t entries = 0;
        /// Why the store could not be written the last time; empty if it could. Up to date only
        /// with RetryPolicy::check.
        std::string problem = {};
    };
    [[nodiscard]] State state() const;
    /// False while the store cannot keep up: begin no games.
    [[nodiscard]] bool has_room() const { return waiting_.load() < kMostWaiting; }
    /// Answered by `begun` as soon as the game has a row in the store.
    void begin(GameStarted game);
    /// If several states of a saved game wait, only the last is written. An EndedGame is answered
    /// by `ended`, a FinishedGame by `saved`.
    void write(JournalEntry entry);
    /// Answered by `eval_saved`.
    void add_eval(PositionEval eval);
    /// Forgets a player after everything else, one at a time, as each costs a slow hash. What was
    /// given before and is not written yet loses the name; a client that comes with the token later
    /// is a new player.
    void forget(const std::string& token);

  private:
    static constexpr std::size_t kMostWaiting = 5'000;  // games to begin and to end

    struct Work {
        std::vector<GameStarted> begins;
        std::vector<JournalEntry> journal;
        std::vector<PositionEval> evals;
        [[nodiscard]] bool empty() const {
            return begins.empty() && journal.empty() && evals.empty();
        }
        /// How many games are to begin or to end.
        [[nodiscard]] std::size_t games() const;
        /// Removes the name of a player to be forgotten: work written under the token would bring
        /// the player back.
        void take_name_away(const std::string& token);
    };
    using Lock = std::unique_lock<std::mutex>;

    template <class Change>
    void add(Change change);
    void run();
    void wait_for_work(Lock& lock);
    /// Tries to write one row that means nothing.
    [[nodiscard]] std::string try_to_write();
    /// Remembers what keeps the store from being written, and logs when that begins and ends.
    void note_problem(std::string problem);
    void run_to_the_end(Lock& lock);
    /// Tries everything once. False: something has to be tried again.
    [[nodiscard]] bool write_all(Lock& lock);
    [[nodiscard]] bool forget_tokens(Lock& lock);
    /// Forgets the token at this place. False: it has to be tried again.
    [[nodiscard]] bool forget_token(Lock& lock, std::size_t place);
    /// The place in tokens_ of one that a client has used again since.
    [[nodiscard]] std::optional<std::size_t> token_in_use() const;
    void give_up();
    // Each removes from its list what is settled.
    void write_begins(std::vector<GameStarted>& begins);
    void write_journal(std::vector<JournalEntry>& journal);
    void write_evals(std::vector<PositionEval>& evals);

    [[nodiscard]] bool begin_together(const std::vector<GameStarted>& begins);
    /// Calls `taken`; a result that is refused goes to the log whole.
    void tell_taken(const JournalEntry& entry, const std::string& why);
    /// Calls `ended` or `saved` if the entry is an end.
    void tell_end(const JournalEntry& entry, std::optional<StoredGameId> number);
    [[nodiscard]] Result<NewGame> new_game(const GameStarted& started);
    [[nodiscard]] Result<EvalAnswer> answer(const PositionEval& eval);
    [[nodiscard]] Result<std::optional<IdentityId>> identity(const ClientInfo& client,
                                                             Milliseconds now);
    void log_lost(const JournalEntry& entry, const std::string& why);
    void log_lost(StoredGameId number, const GameRecord& record, const std::string& why);
    void complain(const std::string& what, const Error& error);

    std::shared_ptr<Store> store_;
    const Events events_;
    const Log log_;
    const RetryPolicy policy_;
    std::atomic<std::size_t> waiting_{0};  // games to begin and to end; changed under mutex_
    std::atomic<bool> ending_{false};      // likewise
    mutable std::mutex mutex_;             // guards what follows, up to known_
    std::condition_variable wake_;
    Work work_;
    std::unordered_map<std::string, std::size_t> last_save_;  // by name, its place in work_.journal
    std::deque<std::string> tokens_;                          // to forget
    bool urgent_ = false;                                     // a client waits for an answer
    bool idle_ = false;  // the thread waits for something to do
    std::chrono::steady_clock::time_point give_up_at_;
    std::string problem_;  // as in State; guarded by mutex_
    // What follows: the writer's thread only.
    std::string last_error_;
    std::uint64_t checks_ = 0;
    /// By token: each is hashed once.
    std::unordered_map<std::string, std::pair<ClientInfo, IdentityId>> known_;
    std::thread thread_;
};

}  // namespace kalah::store
