// Takes the place of the files that need libpq, in a program that is built without PostgreSQL.
#include "store/postgres_connection.hpp"

namespace kalah::store {

Result<OpenedPostgres> open_postgres(const std::string& /*url*/,
                                     std::chrono::milliseconds /*patience*/) {
    return Error{"this kalah is built without PostgreSQL: name a file as the store"};
}

}  // namespace kalah::store
