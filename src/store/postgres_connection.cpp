#include "store/postgres_connection.hpp"

#include <array>
#include <cassert>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

#include "store/postgres_session.hpp"
#include "store/referee_lease.hpp"

namespace kalah::store {
namespace {

enum class Fetch : bool { whole, by_row };

class PostgresStatement final : public Statement {
  public:
    PostgresStatement(PostgresSession& session, const std::string& text, Fetch fetch)
        : session_(session), text_(numbered_parameters(text)), fetch_(fetch) {}

    void bind(int index, std::int64_t value) override {
        bind_text(index, SqlType::integer, std::to_string(value));
    }
    void bind(int index, double value) override {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.17g", value);
        bind_text(index, SqlType::real, text.data());
    }
    void bind(int index, const std::string& value) override {
        if (value.find('\0') != std::string::npos)
            throw SqlError(SqlError::Kind::failed, "a text with a zero byte");
        bind_text(index, SqlType::text, value);
    }
    void bind(int index, Blob value) override {
        bind_text(index, SqlType::blob,
                  std::string(static_cast<const char*>(value.data), value.size));
    }
    void bind_null(int index, SqlType type) override { at(index) = {type, std::nullopt}; }

    bool step() override {
        if (fetch_ == Fetch::by_row) {
            if (!result_) session_.send(text_);
            result_ = session_.next_row();
            row_ = 0;
        } else {
            if (!result_) execute();
            ++row_;
        }
        return row_ < PQntuples(result_.get());
    }
    int run() override {
        execute();
        const int changed = std::atoi(PQcmdTuples(result_.get()));
        result_.reset();
        return changed;
    }

    [[nodiscard]] int columns() const override { return PQnfields(result_.get()); }
    [[nodiscard]] SqlType type(int column) const override {
        constexpr Oid kBytes = 17;
        constexpr Oid kInteger = 20;
        constexpr Oid kReal = 701;
        if (PQgetisnull(result_.get(), row_, column) != 0) return SqlType::null;
        switch (PQftype(result_.get(), column)) {
            case kBytes:
                return SqlType::blob;
            case kInteger:
                return SqlType::integer;
            case kReal:
                return SqlType::real;
            default:
                return SqlType::text;
        }
    }
    [[nodiscard]] std::int64_t integer(int column) const override {
        return std::strtoll(field(column), nullptr, 10);
    }
    [[nodiscard]] double real(int column) const override {
        return std::strtod(field(column), nullptr);
    }
    [[nodiscard]] std::string text(int column) const override {
        const char* bytes = field(column);
        if (type(column) != SqlType::blob)
            return {bytes, static_cast<std::size_t>(PQgetlength(result_.get(), row_, column))};
        std::size_t size = 0;
        unsigned char* plain =
            PQunescapeBytea(reinterpret_cast<const unsigned char*>(bytes), &size);
        std::string blob(reinterpret_cast<const char*>(plain), size);
        PQfreemem(plain);
        return blob;
    }

  private:
    [[nodiscard]] PostgresValue& at(int index) {
        const auto place = static_cast<std::size_t>(index);
        if (values_.size() < place) values_.resize(place);
        return values_[place - 1];
    }
    void bind_text(int index, SqlType type, std::string text) {
        at(index) = {type, std::move(text)};
    }
    void execute() {
        result_ = session_.execute(text_, values_);
        row_ = -1;
    }
    [[nodiscard]] const char* field(int column) const {
        return PQgetvalue(result_.get(), row_, column);
    }

    PostgresSession& session_;
    const std::string text_;
    const Fetch fetch_;
    std::vector<PostgresValue> values_;
    PostgresResult result_;
    int row_ = -1;
};

/// A step of the schema in PostgreSQL's words. Texts are compared by their bytes, as in SQLite.
std::string translated_schema(std::string step) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kWords{{
        {" WITHOUT ROWID", ""},
        {" AUTOINCREMENT", ""},
        {" COLLATE NOCASE", ""},
        {" INTEGER", " BIGINT"},
        {" BLOB", " BYTEA"},
        {" REAL", " DOUBLE PRECISION"},
        {" TEXT", " TEXT COLLATE \"C\""},
    }};
    for (const auto& [word, instead] : kWords)
        for (auto at = step.find(word); at != std::string::npos;
             at = step.find(word, at + instead.size()))
            step.replace(at, word.size(), instead);
    return step;
}

class PostgresConnection final : public Connection {
  public:
    PostgresConnection(std::string url, std::chrono::milliseconds patience,
                       std::shared_ptr<RefereeLease> lease = nullptr)
        : url_(std::move(url)), session_(url_, patience), lease_(std::move(lease)) {}
    ~PostgresConnection() override {
        if (commits_ == 0 || !session_.is_connected()) return;
        try {
            run(*this, "DELETE FROM kalah_commits WHERE connection = ?", identity_);
        } catch (const SqlError&) {  // the next program that enters does it
        }
    }

    [[nodiscard]] std::string name() const { return session_.name(); }

    Rows prepare(const std::string& text) override {
        return std::make_unique<PostgresStatement>(session_, text, Fetch::whole);
    }
    Rows stream(const std::string& text) override {
        return std::make_unique<PostgresStatement>(session_, text, Fetch::by_row);
    }
    void exec(const std::string& script) override { session_.exec(script); }
    bool has_table(const std::string& name) override {
        return value<int>(*this,
                          "SELECT count(*) FROM pg_class WHERE relname = ? AND relnamespace = "
                          "to_regnamespace(current_schema())",
                          name) > 0;
    }

    void begin(Others others, Disk disk) override {
        exec(others == Others::are_not_seen ? "BEGIN ISOLATION LEVEL REPEATABLE READ"
             : disk == Disk::soon           ? "BEGIN; SET LOCAL synchronous_commit = off"
                                            : "BEGIN");
        if (others == Others::wait)
            exec("SELECT pg_advisory_xact_lock(hashtext(current_schema()), 1)");
    }
    void commit() override;
    void roll_back() noexcept override {
        if (!session_.is_connected()) return;
        try {
            exec("ROLLBACK");
        } catch (const SqlError&) {  // then the connection is gone, and the transaction with it
        }
    }

    bool is_empty() override {
        return value<int>(*this,
                          "SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm') AND "
                          "relnamespace = to_regnamespace(current_schema())") == 0;
    }
    bool is_ours() override { return has_table("kalah_schema"); }
    int version() override { return value<int>(*this, "SELECT version FROM kalah_schema"); }
    void set_version(int version) override {
        exec(
            "CREATE TABLE IF NOT EXISTS kalah_schema (version BIGINT NOT NULL); "
            "CREATE TABLE IF NOT EXISTS kalah_commits (connection TEXT PRIMARY KEY, "
            "number BIGINT NOT NULL, at BIGINT NOT NULL); "
            "DELETE FROM kalah_schema");
        run(*this, "INSERT INTO kalah_schema VALUES (?)", version);
    }
    void exec_schema(const std::string& step) override { exec(translated_schema(step)); }

    void wait_for_disk() override { exec("SET synchronous_commit = on"); }
    [[nodiscard]] const char* clock() const override { return kPostgresClock; }

    std::optional<Error> enter() override {
        lease_ = std::make_shared<RefereeLease>(url_);
        constexpr const char* kDay = " - 86400000";  // milliseconds
        exec(std::string("DELETE FROM kalah_commits WHERE at < ") + kPostgresClock + kDay);
        return std::nullopt;
    }
    [[nodiscard]] int referee() const override { return lease_ ? lease_->number() : 0; }
    bool is_alive(int referee) override {
        if (lease_ && referee == lease_->number()) return false;  // nothing of it is older than it
        run(*this,
            std::string("DELETE FROM referees WHERE number = ? AND expires < ") + kPostgresClock,
            referee);
        return value<int>(*this, "SELECT count(*) FROM referees WHERE number = ?", referee) > 0;
    }

    std::unique_ptr<Connection> twin(std::chrono::milliseconds patience) override {
        return std::make_unique<PostgresConnection>(url_, patience, lease_);
    }
    [[nodiscard]] const char* lock_rows() const override { return " FOR UPDATE"; }
    [[nodiscard]] std::string lock_one_row(const char* table) const override {
        return std::string(" FOR UPDATE OF ") + table + " SKIP LOCKED";
    }
    void notify() override { exec("NOTIFY kalah_jobs"); }
    int listen() override {
        if (!listens_) exec("LISTEN kalah_jobs");
        listens_ = true;
        return session_.descriptor();
    }
    bool was_notified() override { return session_.was_notified(); }

    [[nodiscard]] std::string home() const override { return "PostgreSQL"; }
    std::int64_t bytes() override {
        return value<std::int64_t>(
            *this,
            "SELECT CAST(sum(pg_total_relation_size(oid)) AS BIGINT) FROM pg_class "
            "WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema())");
    }
    std::vector<std::string> damage() override { return {}; }  // it checks what it reads
    void vacuum() override {
        for (const std::string& table : column<std::string>(
                 query(*this,
                       "SELECT CAST(relname AS TEXT) FROM pg_class WHERE relkind = 'r' AND "
                       "relnamespace = to_regnamespace(current_schema())")))
            exec("VACUUM (ANALYZE) " + table);
    }

    bool reconnect() override {
        listens_ = false;
        return session_.reset();
    }

  private:
    /// Whether the last transaction was committed before its connection was lost.
    [[nodiscard]] bool was_committed(const std::string& transaction);
    [[nodiscard]] bool is_in_progress(const std::string& transaction);

    const std::string url_;
    PostgresSession session_;
    std::shared_ptr<RefereeLease> lease_;  // if opened to write
    std::string identity_ = {};            // in kalah_commits
    std::int64_t commits_ = 0;
    bool listens_ = false;
};

/// If the connection is lost in between, nobody knows whether the transaction was written: what is
/// written twice or not at all would be wrong. So each transaction also writes its own number,
/// which can be read again. The server's number of it (pg_xact_status) is not enough: a server that
/// crashed may give the number of a lost transaction to another one.
void PostgresConnection::commit() {
    if (identity_.empty())
        identity_ = value<std::string>(*this, "SELECT CAST(gen_random_uuid() AS TEXT)");
    const auto transaction = column<std::string>(
        query(*this,
              std::string("INSERT INTO kalah_commits (connection, number, at) SELECT ?, ?, ") +
                  kPostgresClock +
                  " WHERE pg_current_xact_id_if_assigned() IS NOT NULL ON CONFLICT (connection) "
                  "DO UPDATE SET number = excluded.number, at = excluded.at "
                  "RETURNING CAST(pg_current_xact_id() AS TEXT)",
              identity_, commits_ + 1));
    if (transaction.empty()) return exec("COMMIT");  // it wrote nothing
    ++commits_;
    try {
        exec("COMMIT");
    } catch (const SqlError& error) {
        if (error.kind() != SqlError::Kind::lost || !was_committed(transaction.front())) throw;
    }
}

bool PostgresConnection::was_committed(const std::string& transaction) {
    constexpr std::chrono::minutes kRecovery{2};
    constexpr std::chrono::milliseconds kPause{100};
    const auto give_up = std::chrono::steady_clock::now() + kRecovery;
    for (; std::chrono::steady_clock::now() < give_up; std::this_thread::sleep_for(kPause)) {
        try {
            if (!session_.is_connected() && !reconnect()) continue;
            if (is_in_progress(transaction)) continue;
            const auto last = column<std::int64_t>(
                query(*this, "SELECT number FROM kalah_commits WHERE connection = ?", identity_));
            return !last.empty() && last.front() == commits_;
        } catch (const SqlError&) {  // it went away again
        }
    }
    throw SqlError(SqlError::Kind::temporary,
                   "the database is gone, and it is not known whether the last change was written");
}

bool PostgresConnection::is_in_progress(const std::string& transaction) {
    try {
        const auto status = value<std::optional<std::string>>(
            *this, "SELECT pg_xact_status(CAST(CAST(? AS TEXT) AS xid8))", transaction);
        return status == "in progress";
    } catch (const SqlError& error) {
        if (error.kind() != SqlError::Kind::failed) throw;
        return false;  // a number that the server has not given yet: it crashed and lost it
    }
}

}  // namespace

Result<OpenedPostgres> open_postgres(const std::string& url, std::chrono::milliseconds patience) {
    auto connection = std::make_unique<PostgresConnection>(url, patience);
    std::string name = connection->name();
    return OpenedPostgres{std::move(connection), std::move(name)};
}

}  // namespace kalah::store
