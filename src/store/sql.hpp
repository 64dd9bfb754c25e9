// SQL with values in and rows out, for the files that implement the store; not for other folders.
// A Connection is one of the store's homes: SQLite (sqlite_connection.hpp) or PostgreSQL
// (postgres_connection.hpp). Statements are written once for both:
// - Parameters are `?`, or `?1`, `?2`, … if one stands in several places.
// - Numbers of new rows come from next_number(), names are compared by lower(), and a value of the
//   row that stands in the way of an INSERT has the name of its table before it.
// What a home does in its own way is a function of Connection. One thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kalah/result.hpp"

namespace kalah::store {

/// What a home throws. The message does not name the store.
class SqlError : public std::runtime_error {
  public:
    enum class Kind {
        failed,     // it will fail again
        temporary,  // the same may work later: busy, disk full
        lost,       // likewise, and the connection is gone: nothing of the transaction is written
        missing,    // there is no such table or column
        forbidden,  // this role may not
    };
    SqlError(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    [[nodiscard]] Kind kind() const { return kind_; }

  private:
    Kind kind_;
};

/// Bytes that are not text, for run() and query().
struct Blob {
    const void* data;
    std::size_t size;
};

enum class SqlType : std::uint8_t { null, integer, real, text, blob };

/// A prepared statement. Parameters count from 1, columns from 0.
class Statement {
  public:
    virtual ~Statement() = default;
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    virtual void bind(int index, std::int64_t value) = 0;
    virtual void bind(int index, double value) = 0;
    virtual void bind(int index, const std::string& value) = 0;
    virtual void bind(int index, Blob value) = 0;
    /// No value, where otherwise there would be one of this type.
    virtual void bind_null(int index, SqlType type) = 0;

    /// Goes to the next row; false behind the last one.
    virtual bool step() = 0;
    /// Runs the statement and returns how many rows it changed. It can be run again.
    virtual int run() = 0;

    [[nodiscard]] virtual int columns() const = 0;
    [[nodiscard]] virtual SqlType type(int column) const = 0;
    [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
    [[nodiscard]] virtual double real(int column) const = 0;
    /// The bytes of a text or a blob.
    [[nodiscard]] virtual std::string text(int column) const = 0;

  protected:
    Statement() = default;
};
using Rows = std::unique_ptr<Statement>;

/// What others do while a transaction writes.
enum class Others : std::uint8_t {
    may_write,     // other rows; on SQLite they wait
    wait,          // those that ask for this as well
    are_not_seen,  // it only reads, and sees everything as it was when it began
};

/// When a transaction is on disk.
enum class Disk : std::uint8_t {
    at_commit,  // as the connection does it
    soon,       // a crash of the database may undo it, unless a later one has been written
};

class Connection {
  public:
    virtual ~Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] virtual Rows prepare(const std::string& text) = 0;
    /// A query without parameters and with very many rows. Nothing else may be asked meanwhile.
    [[nodiscard]] virtual Rows stream(const std::string& text) = 0;
    /// Runs statements without parameters.
    virtual void exec(const std::string& script) = 0;
    [[nodiscard]] virtual bool has_table(const std::string& name) = 0;

    // For Transaction.
    virtual void begin(Others others, Disk disk) = 0;
    virtual void commit() = 0;
    virtual void roll_back() noexcept = 0;

    // For the schema: what is in the home?
    [[nodiscard]] virtual bool is_empty() = 0;
    /// False: another program made the tables.
    [[nodiscard]] virtual bool is_ours() = 0;
    [[nodiscard]] virtual int version() = 0;
    virtual void set_version(int version) = 0;
    /// Runs a step of the schema, which is written for SQLite.
    virtual void exec_schema(const std::string& step) = 0;

    /// From now on, each commit waits for the disk.
    virtual void wait_for_disk() = 0;
    /// An expression: milliseconds since 1970, by the clock of the home.
    [[nodiscard]] virtual const char* clock() const = 0;

    /// Tells other programs from now on that this one is alive. For a home that is up to date.
    [[nodiscard]] virtual std::optional<Error> enter() = 0;
    /// The number of this program in the rows of what it plays; 0 if nobody else can see them.
    [[nodiscard]] virtual int referee() const = 0;
    [[nodiscard]] virtual bool is_alive(int referee) = 0;

    /// The same program once more, for calls that must not wait for those of this connection.
    [[nodiscard]] virtual std::unique_ptr<Connection> twin(std::chrono::milliseconds patience) = 0;
    /// At the end of a query: until the transaction ends, nobody changes the rows that it found.
    [[nodiscard]] virtual const char* lock_rows() const = 0;
    /// The same for the rows of one table in a query of several; rows that others have locked are
    /// left out.
    [[nodiscard]] virtual std::string lock_one_row(const char* table) const = 0;

    /// Wakes other programs that listen, when the transaction is committed.
    virtual void notify() = 0;
    /// From now on others can wake this program: the descriptor that becomes readable when they do.
    /// -1 if the home cannot tell.
    [[nodiscard]] virtual int listen() = 0;
    /// Whether somebody did, since it was asked last.
    [[nodiscard]] virtual bool was_notified() = 0;

    // For Maintenance.
    [[nodiscard]] virtual std::string home() const = 0;
    [[nodiscard]] virtual std::int64_t bytes() = 0;
    [[nodiscard]] virtual std::vector<std::string> damage() = 0;
    virtual void vacuum() = 0;

    /// After SqlError::Kind::lost: connects again. False if that is not possible now.
    [[nodiscard]] virtual bool reconnect() = 0;

  protected:
    Connection() = default;
};

/// Takes back all that was written since it began, unless it is committed.
class Transaction {
  public:
    explicit Transaction(Connection& connection, Others others = Others::may_write,
                         Disk disk = Disk::at_commit)
        : connection_(connection) {
        connection_.begin(others, disk);
    }
    ~Transaction() {
        if (!committed_) connection_.roll_back();
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit() {
        connection_.commit();
        committed_ = true;
    }

  private:
    Connection& connection_;
    bool committed_ = false;
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
constexpr SqlType sql_type() {
    if constexpr (std::is_same_v<T, Blob>)
        return SqlType::blob;
    else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
        return SqlType::integer;
    else if constexpr (std::is_floating_point_v<T>)
        return SqlType::real;
    else
        return SqlType::text;
}

template <class T>
void bind_value(Statement& statement, int index, const T& value) {
    if constexpr (IsOptional<T>::value) {
        if (value)
            bind_value(statement, index, *value);
        else
            statement.bind_null(index, sql_type<typename T::value_type>());
    } else if constexpr (sql_type<T>() == SqlType::integer) {
        statement.bind(index, static_cast<std::int64_t>(value));
    } else if constexpr (sql_type<T>() == SqlType::text) {
        statement.bind(index, std::string(value));
    } else {
        statement.bind(index, value);
    }
}

template <class T>
void read_value(const Statement& row, int column, T& value) {
    if constexpr (IsOptional<T>::value) {
        if (row.type(column) != SqlType::null) read_value(row, column, value.emplace());
    } else if constexpr (sql_type<T>() == SqlType::integer) {
        value = static_cast<T>(row.integer(column));
    } else if constexpr (sql_type<T>() == SqlType::real) {
        value = row.real(column);
    } else {
        value = row.text(column);
    }
}

/// Runs a statement with these parameters; returns how many rows it changed. The statement can be
/// run again.
template <class... Values>
int run(Statement& statement, const Values&... values) {
    int index = 0;
    (bind_value(statement, ++index, values), ...);
    return statement.run();
}
template <class... Values>
int run(Connection& connection, const std::string& text, const Values&... values) {
    return run(*connection.prepare(text), values...);
}

/// To be read row by row with step() and fetch().
template <class... Values>
[[nodiscard]] Rows query(Connection& connection, const std::string& text, const Values&... values) {
    Rows rows = connection.prepare(text);
    int index = 0;
    (bind_value(*rows, ++index, values), ...);
    return rows;
}

/// Reads the columns of a row, from this one on, into the values.
template <class... Values>
void fetch_from(int column, const Statement& row, Values&... values) {
    (read_value(row, column++, values), ...);
}
template <class... Values>
void fetch(const Statement& row, Values&... values) {
    fetch_from(0, row, values...);
}

/// All values of a query of one column.
template <class T>
[[nodiscard]] std::vector<T> column(const Rows& rows) {
    std::vector<T> values;
    while (rows->step()) fetch(*rows, values.emplace_back());
    return values;
}

/// The value of a query of one column and one row.
template <class T, class... Values>
[[nodiscard]] T value(Connection& connection, const std::string& text, const Values&... values) {
    const std::vector<T> found = column<T>(query(connection, text, values...));
    if (found.empty()) throw SqlError(SqlError::Kind::failed, "no row where there must be one");
    return found.front();
}

/// Reserves `count` numbers of new rows of this table, which nobody else will get, and returns the
/// first. Inside a transaction.
[[nodiscard]] std::int64_t next_number(Connection& connection, const char* table,
                                       std::size_t count = 1);

}  // namespace kalah::store
