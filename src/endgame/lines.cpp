#include "endgame/lines.hpp"

#include <algorithm>
#include <cstring>

namespace kalah::endgame {
namespace {

// GCC's and Clang's vectors: compiled to what the processor has, on every processor.
constexpr std::size_t kWide = 16;
using Wide [[gnu::vector_size(kWide)]] = Value;

template <class Vector>
Vector load(const void* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
}

void store(Value* to, Wide vector) {
    std::memcpy(to, &vector, sizeof vector);
}

Wide all(int value) {
    return Wide{} + static_cast<Value>(value);
}

Wide better(Wide a, Wide b) {
    return a > b ? a : b;
}

/// Calls wide(i) for whole vectors and single(i) for what is left.
template <class WideStep, class SingleStep>
void each(std::size_t count, WideStep wide, SingleStep single) {
    std::size_t i = 0;
    for (; i + kWide <= count; i += kWide) wide(i);
    for (; i < count; ++i) single(i);
}

Value better(Value a, int b) {
    return static_cast<Value>(std::max<int>(a, b));
}

/// Transposes sixteen lines of sixteen values.
void transpose_square(Value* to, std::size_t to_stride, const Value* from,
                      std::size_t from_stride) {
    Wide lines[kWide];
    for (std::size_t i = 0; i < kWide; ++i) lines[i] = load<Wide>(from + i * from_stride);
    // Four rounds of interleaving line i with line i + 8 transpose the matrix.
    for (int round = 0; round < 4; ++round) {
        Wide next[kWide];
        for (std::size_t i = 0; i < kWide / 2; ++i) {
            next[2 * i] = __builtin_shufflevector(lines[i], lines[i + 8], 0, 16, 1, 17, 2, 18, 3,
                                                  19, 4, 20, 5, 21, 6, 22, 7, 23);
            next[2 * i + 1] = __builtin_shufflevector(lines[i], lines[i + 8], 8, 24, 9, 25, 10, 26,
                                                      11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        }
        std::copy(next, next + kWide, lines);
    }
    for (std::size_t i = 0; i < kWide; ++i) store(to + i * to_stride, lines[i]);
}

}  // namespace

void better_again(Value* best, const Value* child, int gained, std::size_t count) {
    const Wide gain = all(gained);
    each(
        count,
        [&](std::size_t i) {
            store(best + i, better(load<Wide>(best + i), gain + load<Wide>(child + i)));
        },
        [&](std::size_t i) { best[i] = better(best[i], gained + child[i]); });
}

void better_passed(Value* best, const Value* child, int gained, std::size_t count) {
    const Wide gain = all(gained);
    each(
        count,
        [&](std::size_t i) {
            store(best + i, better(load<Wide>(best + i), gain - load<Wide>(child + i)));
        },
        [&](std::size_t i) { best[i] = better(best[i], gained - child[i]); });
}

void better_passed_at(Value* best, const Value* child, const std::uint32_t* to, int gained,
                      std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) best[i] = better(best[i], gained - child[to[i]]);
}

void better_where_empty(Value* best, const Value* child, const std::uint8_t* held,
                        std::size_t count) {
    const Wide none = all(kNone);
    each(
        count,
        [&](std::size_t i) {
            const Wide value = load<Wide>(held + i) == Wide{} ? -load<Wide>(child + i) : none;
            store(best + i, better(load<Wide>(best + i), value));
        },
        [&](std::size_t i) {
            if (held[i] == 0) best[i] = better(best[i], -child[i]);
        });
}

void better_captured_at(Value* best, const Value* const* children, const std::uint8_t* held,
                        const std::uint32_t* to, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        best[i] = better(best[i], held[i] + 1 - children[held[i]][to[i]]);
}

void transpose(Value* to, std::size_t to_stride, const Value* from, std::size_t from_stride,
               std::size_t lines, std::size_t columns) {
    // In strips of lines, so that what is written to a line of the result fills a cache line.
    constexpr std::size_t kStripLines = 4 * kWide;
    const std::size_t whole_columns = columns - columns % kWide;
    const std::size_t whole_lines = lines - lines % kWide;
    for (std::size_t strip = 0; strip < whole_lines; strip += kStripLines) {
        const std::size_t end = std::min(strip + kStripLines, whole_lines);
        for (std::size_t column = 0; column < whole_columns; column += kWide)
            for (std::size_t line = strip; line < end; line += kWide)
                transpose_square(to + column * to_stride + line, to_stride,
                                 from + line * from_stride + column, from_stride);
        for (std::size_t column = whole_columns; column < columns; ++column)
            for (std::size_t line = strip; line < end; ++line)
                to[column * to_stride + line] = from[line * from_stride + column];
    }
    for (std::size_t line = whole_lines; line < lines; ++line)
        for (std::size_t column = 0; column < columns; ++column)
            to[column * to_stride + line] = from[line * from_stride + column];
}

}  // namespace kalah::endgame
