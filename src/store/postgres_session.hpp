// PostgresSession: one connection to a PostgreSQL server by libpq, with its prepared statements.
// For the home of the store (postgres_connection.hpp) and the lease of a program
// (referee_lease.hpp). One thread at a time.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <postgresql/libpq-fe.h>

#include "store/sql.hpp"

namespace kalah::store {

struct ClosePostgres {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, ClosePostgres>;

/// A value as it goes over the wire: blobs as bytes, everything else as text.
struct PostgresValue {
    SqlType type = SqlType::null;
    std::optional<std::string> bytes = {};
};

class PostgresSession {
  public:
    /// `url`: whatever libpq understands. Waits at most `patience` for locks of others. Throws
    /// SqlError.
    PostgresSession(const std::string& url, std::chrono::milliseconds patience);

    /// Runs statements without parameters; returns the result of the last one.
    PostgresResult exec(const std::string& script);
    /// Prepares a statement with parameters $1, $2, …, once, and runs it.
    PostgresResult execute(const std::string& text, const std::vector<PostgresValue>& values);

    /// Begins a query without parameters, whose rows come one by one.
    void send(const std::string& text);
    /// The next row; a result without rows behind the last one.
    PostgresResult next_row();

    [[nodiscard]] int descriptor() const { return PQsocket(connection_.get()); }
    /// Takes what other programs have notified this one of; false if nothing.
    [[nodiscard]] bool was_notified();

    /// Connects again; what was prepared and begun is gone. False if that is not possible now.
    [[nodiscard]] bool reset();
    [[nodiscard]] bool is_connected() const { return PQstatus(connection_.get()) == CONNECTION_OK; }
    /// "postgresql://user@host:port/database", without the password.
    [[nodiscard]] std::string name() const;

  private:
    void set_up();
    PostgresResult checked(PGresult* result);

    const std::chrono::milliseconds patience_;
    std::unique_ptr<PGconn, ClosePostgres> connection_;
    std::unordered_map<std::string, std::string> prepared_;  // names by their texts
};

/// Parameters of SQLite, `?` and `?2`, as those of PostgreSQL, `$1` and `$2`.
[[nodiscard]] std::string numbered_parameters(const std::string& text);

}  // namespace kalah::store
