// RecordKeeper: writes games to the store on a thread of its own, so that nobody who plays waits
// for the disk. Games that begin or end at about the same time share a transaction. Any thread may
// call it; none waits.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "net/backstage.hpp"
#include "net/log.hpp"
#include "store/store.hpp"

namespace kalah::app {

class RecordKeeper {
  public:
    RecordKeeper(std::shared_ptr<store::Store> store, net::Answers& answers, const net::Log& log);
    /// Writes all that it was given.
    ~RecordKeeper();
    RecordKeeper(const RecordKeeper&) = delete;
    RecordKeeper& operator=(const RecordKeeper&) = delete;

    [[nodiscard]] bool has_room() const { return waiting_.load() < kMostWaiting; }
    /// Its answer is game_begun.
    void begin(net::NewBout bout);
    void end(net::GameNumber number, GameRecord record);
    void keep(net::Opinion opinion, double champion, bool exact);
    void forget(std::string token);

  private:
    static constexpr std::size_t kMostWaiting = 5'000;

    struct Ended {
        net::GameNumber number;
        GameRecord record;
    };
    struct Judged {
        net::Opinion opinion;
        double champion;
        bool exact;
    };
    struct Work {
        std::vector<net::NewBout> begins;
        std::vector<Ended> ends;
        std::vector<Judged> opinions;
        std::vector<std::string> tokens;  // to forget
        [[nodiscard]] std::size_t size() const {
            return begins.size() + ends.size() + opinions.size() + tokens.size();
        }
    };
    template <class Put>
    void put(Put put);
    void run();
    void write(Work& work);
    void write_begins(std::vector<net::NewBout>& begins);
    [[nodiscard]] bool write_ends(const std::vector<Ended>& ends);
    [[nodiscard]] std::optional<store::IdentityId> identity(const net::About& about);
    void complain(const std::string& what, const Error& error);

    std::shared_ptr<store::Store> store_;
    net::Answers& answers_;
    const net::Log& log_;
    std::atomic<std::size_t> waiting_{0};
    std::mutex mutex_;
    std::condition_variable wake_;
    Work work_;            // guarded by mutex_
    bool ending_ = false;  // likewise
    bool urgent_ = false;  // likewise: somebody waits for an answer
    struct Known {
        store::IdentityId id;
        store::PlayerInfo info;
    };
    std::unordered_map<std::string, Known> known_;  // by token, so that each is hashed once
    std::thread thread_;
};

}  // namespace kalah::app
