#include "store/postgres_session.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace kalah::store {
namespace {

/// Messages of libpq have several lines.
std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : text) {
        const bool blank = c == '\n' || c == '\t' || c == ' ';
        if (!blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line;
}

/// SQLSTATE: a class of two characters and three more.
SqlError::Kind kind_of(std::string_view state) {
    using Kind = SqlError::Kind;
    if (state == "42P01" || state == "42703") return Kind::missing;
    if (state == "42501") return Kind::forbidden;
    if (state.starts_with("08") || state.starts_with("57P")) return Kind::lost;
    // Disk full, too many connections; serialization; a lock not free, in use; cancelled; a server
    // that only reads, as long as it is a standby; input and output.
    for (const std::string_view temporary : {"53", "40", "55", "57", "25006", "58"})
        if (state.starts_with(temporary)) return Kind::temporary;
    return Kind::failed;
}

SqlError lost(PGconn* connection) {
    const std::string_view message = PQerrorMessage(connection);
    const std::string why = one_line(message.substr(0, message.find('\n')));
    return {SqlError::Kind::lost, "the database is gone (" + why + "): try again later"};
}

/// PostgreSQL's numbers of types, which never change (pg_type.dat).
Oid oid_of(SqlType type) {
    constexpr Oid kBytes = 17;
    constexpr Oid kInteger = 20;
    constexpr Oid kText = 25;
    constexpr Oid kReal = 701;
    switch (type) {
        case SqlType::blob:
            return kBytes;
        case SqlType::integer:
            return kInteger;
        case SqlType::real:
            return kReal;
        default:
            return kText;
    }
}

}  // namespace

PostgresSession::PostgresSession(const std::string& url, std::chrono::milliseconds patience)
    : patience_(patience) {
    // What stands in the address comes later, and counts.
    const std::array keywords{"connect_timeout",           "keepalives_idle",
                              "keepalives_interval",       "tcp_user_timeout",
                              "fallback_application_name", "dbname",
                              "client_encoding",           static_cast<const char*>(nullptr)};
    const std::array values{"10",    "10",        "5",    "30000",
                            "kalah", url.c_str(), "UTF8", static_cast<const char*>(nullptr)};
    connection_.reset(PQconnectdbParams(keywords.data(), values.data(), 1));
    if (!is_connected())
        throw SqlError(SqlError::Kind::failed, one_line(PQerrorMessage(connection_.get())));
    set_up();
}

void PostgresSession::set_up() {
    prepared_.clear();
    PQsetNoticeProcessor(
        connection_.get(), [](void*, const char*) {}, nullptr);
    exec("SET lock_timeout = " + std::to_string(patience_.count()) +
         "; SET idle_in_transaction_session_timeout = '60s'; SET bytea_output = hex; "
         "SET extra_float_digits = 1");
}

bool PostgresSession::was_notified() {
    PQconsumeInput(connection_.get());
    bool any = false;
    while (PGnotify* notice = PQnotifies(connection_.get())) {
        PQfreemem(notice);
        any = true;
    }
    return any;
}

bool PostgresSession::reset() {
    PQreset(connection_.get());
    if (!is_connected()) return false;
    try {
        set_up();
        return true;
    } catch (const SqlError&) {
        return false;  // it went away again
    }
}

std::string PostgresSession::name() const {
    const auto part = [](const char* text) { return std::string(text == nullptr ? "" : text); };
    PGconn* c = connection_.get();
    return "postgresql://" + part(PQuser(c)) + '@' + part(PQhost(c)) + ':' + part(PQport(c)) + '/' +
           part(PQdb(c));
}

PostgresResult PostgresSession::checked(PGresult* result) {
    PostgresResult owned(result);
    const ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY ||
        status == PGRES_SINGLE_TUPLE)
        return owned;
    // Every error of the server has a state; libpq's own, of a broken connection, have none.
    const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!is_connected() || state == nullptr) throw lost(connection_.get());
    const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    std::string message =
        one_line(primary == nullptr ? PQerrorMessage(connection_.get()) : primary);
    const SqlError::Kind kind = kind_of(state);
    if (kind == SqlError::Kind::forbidden) message += " (roles: docs/many-machines.md)";
    throw SqlError(kind, message);
}

PostgresResult PostgresSession::exec(const std::string& script) {
    return checked(PQexec(connection_.get(), script.c_str()));
}

PostgresResult PostgresSession::execute(const std::string& text,
                                        const std::vector<PostgresValue>& values) {
    std::vector<Oid> types;
    std::vector<const char*> bytes;
    std::vector<int> lengths;
    std::vector<int> formats;
    for (const PostgresValue& value : values) {
        types.push_back(oid_of(value.type));
        bytes.push_back(value.bytes ? value.bytes->data() : nullptr);
        lengths.push_back(value.bytes ? static_cast<int>(value.bytes->size()) : 0);
        formats.push_back(value.type == SqlType::blob ? 1 : 0);
    }
    const int count = static_cast<int>(values.size());
    auto found = prepared_.find(text);
    if (found == prepared_.end()) {
        const std::string name = "s" + std::to_string(prepared_.size());
        checked(PQprepare(connection_.get(), name.c_str(), text.c_str(), count, types.data()));
        found = prepared_.emplace(text, name).first;
    }
    return checked(PQexecPrepared(connection_.get(), found->second.c_str(), count, bytes.data(),
                                  lengths.data(), formats.data(), 0));
}

void PostgresSession::send(const std::string& text) {
    if (PQsendQuery(connection_.get(), text.c_str()) == 0) throw lost(connection_.get());
    PQsetSingleRowMode(connection_.get());
}

PostgresResult PostgresSession::next_row() {
    PostgresResult row = checked(PQgetResult(connection_.get()));
    if (PQntuples(row.get()) == 0)
        while (const PostgresResult rest{PQgetResult(connection_.get())}) {
        }
    return row;
}

std::string numbered_parameters(const std::string& text) {
    std::string numbered;
    int next = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\'') in_text = !in_text;
        if (text[i] != '?' || in_text) {
            numbered += text[i];
            continue;
        }
        numbered += '$';
        const bool has_number =
            i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
        if (!has_number) numbered += std::to_string(++next);
    }
    return numbered;
}

}  // namespace kalah::store
