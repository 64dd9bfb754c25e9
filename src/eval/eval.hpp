// The evaluations by name, and the contract that all of them keep. An evaluation is a type with
// - kName, kMeaning: for lists.
// - kPerSeed: what a seed in a store is worth, if the value is kPerSeed x store difference plus
//   something that depends on the pits alone (and on `again`); 0 if it is not so.
// - bonus(width): how much that something can be at most, either way.
// - value(position, again): an integer from the mover's point of view; `again`: the move that led
//   here gave its player another one, so that he is the one to move.
// - finished(position): the same for a game that is over; kPerSeed x store difference if missing.
// Values are compared as integers and divided by unit() for display. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "eval/again.hpp"
#include "eval/fitted.hpp"
#include "eval/five_part.hpp"
#include "eval/knowledge.hpp"
#include "eval/long_turn.hpp"
#include "eval/simple.hpp"
#include "eval/store.hpp"

namespace kalah::eval {

enum class Id : std::uint8_t {
    store,
    simple,
    knowledge,
    knowledge_both,
    five_part,
    again,
    long_turn,
    fitted
};
inline constexpr Id kAll[] = {Id::store,     Id::simple, Id::knowledge, Id::knowledge_both,
                              Id::five_part, Id::again,  Id::long_turn, Id::fitted};

/// Calls `work` with an object of the evaluation's type.
template <class Work>
auto with_eval(Id id, Work work) {
    switch (id) {
        case Id::store:
            return work(Store{});
        case Id::simple:
            return work(Simple{});
        case Id::knowledge:
            return work(Knowledge{});
        case Id::knowledge_both:
            return work(KnowledgeBoth{});
        case Id::five_part:
            return work(FivePart{});
        case Id::again:
            return work(Again{});
        case Id::long_turn:
            return work(LongTurn{});
        case Id::fitted:
            break;
    }
    return work(Fitted{});
}

/// The value of a finished game, mover's view.
template <class Eval, class Position>
[[nodiscard]] int finished(const Position& position) {
    if constexpr (requires { Eval::finished(position); })
        return Eval::finished(position);
    else
        return Eval::kPerSeed * store_difference(position);
}

[[nodiscard]] inline std::string_view name(Id id) {
    return with_eval(id, [](auto eval) { return std::string_view(eval.kName); });
}
[[nodiscard]] inline std::string_view meaning(Id id) {
    return with_eval(id, [](auto eval) { return std::string_view(eval.kMeaning); });
}
[[nodiscard]] inline int per_seed(Id id) {
    return with_eval(id, [](auto eval) { return eval.kPerSeed; });
}
/// What a value is divided by for display.
[[nodiscard]] inline int unit(Id id, int all_seeds) {
    return id == Id::five_part ? all_seeds : id == Id::fitted ? Fitted::kPerSeed : 1;
}
[[nodiscard]] inline std::optional<Id> find(std::string_view name_wanted) {
    for (const Id id : kAll)
        if (name(id) == name_wanted) return id;
    return std::nullopt;
}

}  // namespace kalah::eval
