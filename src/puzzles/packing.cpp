#include "puzzles/packing.hpp"

#include <zstd.h>

namespace kalah::puzzles {
namespace {

constexpr std::size_t kLongestText = std::size_t{32} << 20;

}  // namespace

std::string packed(const std::string& text) {
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 19));
    return bytes;
}

Result<std::string> unpacked(std::string_view file) {
    const auto size = ZSTD_getFrameContentSize(file.data(), file.size());
    if (size == ZSTD_CONTENTSIZE_ERROR) return Error{"not a file of puzzles"};
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size > kLongestText)
        return Error{"not a file of puzzles that 'kalah puzzle make' writes"};
    std::string text(static_cast<std::size_t>(size), '\0');
    if (ZSTD_decompress(text.data(), text.size(), file.data(), file.size()) != text.size())
        return Error{"damaged: it cannot be unpacked"};
    return text;
}

}  // namespace kalah::puzzles
