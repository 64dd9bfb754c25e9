// Lines of values, and what the builder does with them: the better of two, element by element,
// many at a time. Plain functions without state.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kalah::endgame {

using Value = std::int8_t;
inline constexpr Value kNone = -128;    // worse than every value
inline constexpr Value kNoChild = 127;  // as a child's value: a move that nobody would play

/// best = max(best, gained + child): the mover moves again.
void better_again(Value* best, const Value* child, int gained, std::size_t count);
/// best = max(best, gained - child): the other side moves.
void better_passed(Value* best, const Value* child, int gained, std::size_t count);
/// The same with child[to[i]].
void better_passed_at(Value* best, const Value* child, const std::uint32_t* to, int gained,
                      std::size_t count);
/// best = max(best, -child) where the pit is empty.
void better_where_empty(Value* best, const Value* child, const std::uint8_t* held,
                        std::size_t count);
/// A capture: best = max(best, held + 1 - children[held][to[i]]).
void better_captured_at(Value* best, const Value* const* children, const std::uint8_t* held,
                        const std::uint32_t* to, std::size_t count);

/// Writes column i of a matrix as line i of another.
void transpose(Value* to, std::size_t to_stride, const Value* from, std::size_t from_stride,
               std::size_t lines, std::size_t columns);

}  // namespace kalah::endgame
