#include "net/incoming.hpp"

namespace kalah::net {

void LineSplitter::add(std::string_view bytes) {
    if (too_long_) return;
    if (begin_ == bytes_.size()) {
        bytes_.clear();
        begin_ = scanned_ = 0;
        // Thousands of quiet sessions must not each keep the buffer of their longest line.
        if (bytes_.capacity() > 1024) bytes_.shrink_to_fit();
    } else if (begin_ > 0) {
        bytes_.erase(0, begin_);
        scanned_ -= begin_;
        begin_ = 0;
    }
    bytes_ += bytes;
}

std::optional<std::string_view> LineSplitter::next() {
    if (too_long_) return std::nullopt;
    const std::size_t end = bytes_.find('\n', scanned_);
    std::size_t length = (end == std::string::npos ? bytes_.size() : end) - begin_;
    if (length > 0 && bytes_[begin_ + length - 1] == '\r') --length;
    if (length > longest_) {
        too_long_ = true;
        return std::nullopt;
    }
    if (end == std::string::npos) {
        scanned_ = bytes_.size();
        return std::nullopt;
    }
    const std::string_view line = std::string_view(bytes_).substr(begin_, length);
    begin_ = scanned_ = end + 1;
    return line;
}

}  // namespace kalah::net
