// Writes NumPy's NPZ: a ZIP archive of arrays, each a file NAME.npy, not compressed. The same
// arrays give the same bytes. For archives below 4 GiB. Formats: numpy.lib.format, version 1.0, and
// PKWARE's APPNOTE 6.3. Pure, one thread at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace kalah::samples {

class NpzWriter {
  public:
    /// An array with one row for each `columns` values; with 0 columns it has one dimension.
    template <class Number>
    void add(std::string_view name, const std::vector<Number>& values, std::size_t columns = 0) {
        constexpr char kKind = std::is_floating_point_v<Number> ? 'f'
                               : std::is_signed_v<Number>       ? 'i'
                                                                : 'u';
        constexpr char kOrder = sizeof(Number) == 1                          ? '|'
                                : std::endian::native == std::endian::little ? '<'
                                                                             : '>';
        const std::string type{kOrder, kKind, static_cast<char>('0' + sizeof(Number))};
        const std::string_view bytes(reinterpret_cast<const char*>(values.data()),
                                     values.size() * sizeof(Number));
        add_bytes(name, type, columns == 0 ? values.size() : values.size() / columns, columns,
                  bytes);
    }
    /// The whole archive; nothing can be added afterwards.
    [[nodiscard]] std::string finish() &&;

  private:
    void add_bytes(std::string_view name, const std::string& type, std::size_t rows,
                   std::size_t columns, std::string_view bytes);

    std::string archive_;
    std::string directory_;
    std::uint16_t files_ = 0;
};

}  // namespace kalah::samples
