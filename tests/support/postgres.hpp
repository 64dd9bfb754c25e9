// A schema of its own on the PostgreSQL server that tests/support/postgres.sh has started, and what
// another program would do in it. The program that includes it is compiled with
// KALAH_TEST_POSTGRES, the file of that script, and linked with libpq.
#pragma once

#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>

#include <doctest/doctest.h>
#include <postgresql/libpq-fe.h>

namespace kalah::test {

class Postgres {
  public:
    /// `file`: what postgres.sh has written.
    explicit Postgres(const std::string& file = KALAH_TEST_POSTGRES) {
        static int count = 0;
        std::ifstream in(file);
        std::getline(in, folder_);
        schema_ = "test_" + std::to_string(::getpid()) + '_' + std::to_string(++count);
        connection_.reset(PQconnectdb(url().c_str()));
        exec("SET client_min_messages = warning; CREATE SCHEMA " + schema_);
    }
    ~Postgres() {
        PQclear(PQexec(connection_.get(), ("DROP SCHEMA " + schema_ + " CASCADE").c_str()));
    }
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;

    [[nodiscard]] std::string url() const {
        return "postgresql://kalah@/postgres?host=" + folder_ + "&options=-csearch_path%3D" +
               schema_ + "&application_name=" + schema_;
    }
    /// Cuts the connections of the programs that use url().
    void cut() {
        exec(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <> "
            "pg_backend_pid() AND application_name = '" +
            schema_ + "'");
    }
    [[nodiscard]] const std::string& schema() const { return schema_; }
    /// Runs statements as another program; returns the first value of the last one.
    std::string exec(const std::string& sql) {
        PGresult* result = PQexec(connection_.get(), sql.c_str());
        const ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            FAIL(PQerrorMessage(connection_.get()));
        const std::string value = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
        PQclear(result);
        return value;
    }
    void reconnect() { PQreset(connection_.get()); }

  private:
    struct Close {
        void operator()(PGconn* connection) const { PQfinish(connection); }
    };
    std::string folder_;
    std::string schema_;
    std::unique_ptr<PGconn, Close> connection_;
};

}  // namespace kalah::test
