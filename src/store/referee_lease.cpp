#include "store/referee_lease.hpp"

#include <cstdlib>

namespace kalah::store {
namespace {

constexpr std::chrono::milliseconds kPatience{5'000};  // for locks of others
constexpr std::chrono::seconds kBetween{5};
constexpr const char* kLease = " + 30000";  // milliseconds: six tries

}  // namespace

RefereeLease::RefereeLease(const std::string& url) : session_(url, kPatience) {
    take();
    thread_ = std::thread([this] { run(); });
}

RefereeLease::~RefereeLease() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake_.notify_one();
    thread_.join();
    try {
        session_.exec("DELETE FROM referees WHERE number = " + std::to_string(number()));
    } catch (const SqlError&) {  // then it runs out by itself
    }
}

void RefereeLease::take() {
    session_.exec(std::string("DELETE FROM referees WHERE expires < ") + kPostgresClock);
    const auto row = session_.exec(
        std::string("WITH next AS (UPDATE counters SET last = last + 1 WHERE name = 'referees' "
                    "RETURNING last) "
                    "INSERT INTO referees (number, expires) SELECT last, ") +
        kPostgresClock + kLease + " FROM next RETURNING number");
    number_ = std::atoi(PQgetvalue(row.get(), 0, 0));
}

void RefereeLease::renew() {
    if (!session_.is_connected() && !session_.reset()) return;
    const auto row = session_.exec(std::string("UPDATE referees SET expires = ") + kPostgresClock +
                                   kLease + " WHERE number = " + std::to_string(number()));
    if (std::atoi(PQcmdTuples(row.get())) == 0) take();  // others took what this one had
}

void RefereeLease::run() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kBetween, [this] { return ending_; })) {
        lock.unlock();
        try {
            renew();
        } catch (const SqlError&) {  // the next time
        }
        lock.lock();
    }
}

}  // namespace kalah::store
