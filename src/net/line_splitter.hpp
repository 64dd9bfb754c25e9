// LineSplitter: lines out of a byte stream that arrives in any pieces, with a limit on their
// length. Lines end with LF; a CR before it belongs to the end. One owner, one thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kalah::net {

class LineSplitter {
  public:
    /// `longest`: bytes of a line without its end.
    explicit LineSplitter(std::size_t longest) : longest_(longest) {}

    void add(std::string_view bytes);
    /// The next whole line without its end, or nothing until more bytes come. The text is valid
    /// until the next call of add().
    [[nodiscard]] std::optional<std::string_view> next();
    /// A line passed the limit. No more lines come after those before it.
    [[nodiscard]] bool too_long() const { return too_long_; }
    /// Bytes that have come and are in no line yet given.
    [[nodiscard]] std::size_t waiting() const { return bytes_.size() - begin_; }

  private:
    std::size_t longest_;
    std::string bytes_;
    std::size_t begin_ = 0;    // of the next line
    std::size_t scanned_ = 0;  // no LF from begin_ up to here
    bool too_long_ = false;
};

}  // namespace kalah::net
