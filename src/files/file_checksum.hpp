// Checksums of whole files, and of all levels of a database: equal contents, equal checksum. Not
// against attackers. Any thread.
#pragma once

#include <string>

#include "files/database_files.hpp"

namespace kalah::files {

/// 16 hexadecimal digits.
[[nodiscard]] Result<std::string> file_checksum(const std::string& path);
/// The same for the levels up to highest_level(), by the checksums in their headers.
[[nodiscard]] Result<std::string> database_checksum(const DatabaseLocation& place);

}  // namespace kalah::files
