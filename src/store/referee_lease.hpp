// RefereeLease: tells the programs that share a store on PostgreSQL that this one is alive. It has
// a number and a row in `referees`, which says until when it is alive, by the clock of the
// database; a thread with a connection of its own renews it. A program that is dead, hangs or has
// lost the network does not, and others may take what it had: they delete the row. Then the program
// gets a new number.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "store/postgres_session.hpp"

namespace kalah::store {

/// Milliseconds since 1970, by the clock of the database.
inline constexpr const char* kPostgresClock =
    "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

class RefereeLease {
  public:
    /// Takes a number. Throws SqlError.
    explicit RefereeLease(const std::string& url);
    /// Gives it back.
    ~RefereeLease();
    RefereeLease(const RefereeLease&) = delete;
    RefereeLease& operator=(const RefereeLease&) = delete;

    /// From any thread.
    [[nodiscard]] int number() const { return number_.load(); }

  private:
    void take();
    void renew();
    void run();

    PostgresSession session_;
    std::atomic<int> number_{0};
    std::mutex mutex_;
    std::condition_variable wake_;
    bool ending_ = false;
    std::thread thread_;
};

}  // namespace kalah::store
