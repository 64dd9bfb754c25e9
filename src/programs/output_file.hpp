// OutputFile: what a program writes to standard output and standard error, kept in a file: whole
// lines, each after "out: " or "err: ", in the order in which they came; at most kMostKept bytes,
// and a last line that says so. For the supervisor. One thread.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"

namespace kalah::programs {

class OutputFile {
  public:
    static constexpr std::size_t kMostKept = std::size_t{1} << 20;
    enum class Stream : std::uint8_t { output, errors };

    /// Begins a new file. Throws std::system_error where that fails.
    explicit OutputFile(const std::string& path);

    void add(Stream stream, std::string_view bytes);
    /// Writes what has no line end yet.
    void finish();

  private:
    void add_line(Stream stream, std::string_view line);
    void write();

    Descriptor file_;
    std::array<std::string, 2> begun_;  // lines without their end, by stream
    std::string waiting_;               // to be written
    std::size_t kept_ = 0;
    bool full_ = false;
};

}  // namespace kalah::programs
