// The published evaluations: of Irving, Donkers and Uiterwijk, of the thesis and of the documents
// that the project reproduces. Each is a type that keeps the contract of eval.hpp. Pure functions,
// any thread.
#pragma once

#include <algorithm>

#include "eval/features.hpp"
#include "eval/turns.hpp"
#include "kalah/eval.hpp"

namespace kalah::eval {

// Evaluation `store`: the difference of the stores. In a finished game it is the exact result,
// which makes it the evaluation of exact searches (Irving, Donkers and Uiterwijk 2000) and of the
// browser game of document 003.

struct Store {
    static constexpr const char* kName = "store";
    static constexpr const char* kMeaning = "store difference, in seeds";
    static constexpr int kPerSeed = 1;
    static constexpr int kAgain = 0;
    static constexpr int bonus(int /*width*/) { return 0; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, int /*again*/) {
        return store_difference(position);
    }
    template <class Position>
    [[nodiscard]] static EvalParts parts(const Position& position, int /*again*/) {
        return {stores_part(position, kPerSeed)};
    }
};

// Evaluation `simple`: the simple utility of the thesis (document 000, 1.2.1): four times the
// difference of the stores.

struct Simple {
    static constexpr const char* kName = "simple";
    static constexpr const char* kMeaning = "thesis: 4 x store difference";
    static constexpr int kPerSeed = 4;
    static constexpr int kAgain = 0;
    static constexpr int bonus(int /*width*/) { return 0; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, int /*again*/) {
        return kPerSeed * store_difference(position);
    }
    template <class Position>
    [[nodiscard]] static EvalParts parts(const Position& position, int /*again*/) {
        return {stores_part(position, kPerSeed)};
    }
};

// Evaluation `knowledge`: the knowledge-based utility of the thesis (document 000, 1.1.2.2 and
// 1.2.2): 4 per seed of store difference, and for the current player 4 per pit with 13 seeds (a
// lap: the last seed captures at home), 2 per pit whose seeds end exactly in the store, 1 per empty
// pit.
//
// Readings. "Current player" is taken as the player to move in the position evaluated, because the
// thesis speaks of what "allows the current player" to move again and to capture next: only the
// player to move can do so. The same advantages of the opponent do not count against it;
// `knowledge-both` is the symmetric reading, player minus opponent. 13 is one lap, 2p+1 on p pits.
// "Exactly in the store" counts modulo a lap. In a finished game only the stores count.

/// The weights that a position brings along, else the thesis's.
template <class Position>
[[nodiscard]] constexpr KnowledgeWeights weights_of(const Position& position) {
    if constexpr (requires { position.weights(); })
        return position.weights();
    else
        return {};
}

/// The advantages of one row of pits.
template <class Seeds>
[[nodiscard]] int row_knowledge(const KnowledgeWeights& weights, int width, Seeds seeds) {
    int sum = 0;
    for (int pit = 0; pit < width; ++pit) {
        const int count = seeds(pit);
        if (count == 0)
            sum += weights.empty;
        else if (count == 2 * width + 1)
            sum += weights.lap;
        else if (ends_in_store(pit, count, width))
            sum += weights.store;
    }
    return sum;
}

/// The same counted one by one, for the mover (sign 1) or the opponent (-1).
template <class Seeds>
void add_row_knowledge(EvalParts& parts, const KnowledgeWeights& weights, int sign, int width,
                       Seeds seeds) {
    int laps = 0;
    int stores = 0;
    int empty = 0;
    for (int pit = 0; pit < width; ++pit) {
        laps += seeds(pit) == 2 * width + 1 ? 1 : 0;
        stores += ends_in_store(pit, seeds(pit), width) ? 1 : 0;
        empty += seeds(pit) == 0 ? 1 : 0;
    }
    const bool own = sign > 0;
    parts.push_back({own ? "lap-pits" : "opponent-lap-pits", laps, sign * weights.lap});
    parts.push_back({own ? "store-pits" : "opponent-store-pits", stores, sign * weights.store});
    parts.push_back({own ? "empty-pits" : "opponent-empty-pits", empty, sign * weights.empty});
}

struct Knowledge {
    static constexpr const char* kName = "knowledge";
    static constexpr const char* kMeaning = "thesis: 4 x store difference and the mover's chances";
    static constexpr int kPerSeed = 4;
    static constexpr int kAgain = 0;
    static constexpr int bonus(int width) { return KnowledgeWeights{}.lap * width; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, int /*again*/) {
        return kPerSeed * store_difference(position) +
               row_knowledge(weights_of(position), position.width(),
                             [&](int pit) { return position.seeds(pit); });
    }
    template <class Position>
    [[nodiscard]] static EvalParts parts(const Position& position, int /*again*/) {
        EvalParts parts{stores_part(position, kPerSeed)};
        add_row_knowledge(parts, weights_of(position), 1, position.width(),
                          [&](int pit) { return position.seeds(pit); });
        return parts;
    }
};

struct KnowledgeBoth {
    static constexpr const char* kName = "knowledge-both";
    static constexpr const char* kMeaning = "the same, minus the opponent's chances";
    static constexpr int kPerSeed = 4;
    static constexpr int kAgain = 0;
    static constexpr int bonus(int width) { return KnowledgeWeights{}.lap * width; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, int again) {
        return Knowledge::value(position, again) -
               row_knowledge(weights_of(position), position.width(),
                             [&](int pit) { return position.other_seeds(pit); });
    }
    template <class Position>
    [[nodiscard]] static EvalParts parts(const Position& position, int again) {
        EvalParts parts = Knowledge::parts(position, again);
        add_row_knowledge(parts, weights_of(position), -1, position.width(),
                          [&](int pit) { return position.other_seeds(pit); });
        return parts;
    }
};

// Evaluation `five-part`: document 001. H = F1+F2+F3+F4+F5 with stores A and B, T seeds in all.
// - F1 = (A-B)(1+(A+B)/T)
// - F2 = own seeds in the pits, F3 = -the other's
// - F4 = own non-empty pits, F5 = -the other's
// More than half of all seeds in a store is +1000 or -1000, half in each is 0. The document's 72
// and 36 are those of 6x6. Kept as an integer: T times H, so that searches compare it exactly;
// display divides by T. A finished game in which no store is above half (seeds may be left under
// sweep none) is won by the greater store, +1000 or -1000 as well. The document's printed table of
// values at depth 3 does not follow from its text under any reading tried; the formula is checked
// by positions worked by hand.

struct FivePart {
    static constexpr const char* kName = "five-part";
    static constexpr const char* kMeaning = "document 001: weighted stores, seeds and pits";
    static constexpr int kPerSeed = 0;  // not linear in the stores
    static constexpr int kAgain = 0;
    static constexpr int bonus(int /*width*/) { return 0; }
    static constexpr int kWon = 1000;

    template <class Position>
    [[nodiscard]] static int value(const Position& position, int /*again*/) {
        const int own = position.seeds_in_row();
        const int others = position.other_seeds_in_row();
        const int a = position.store();
        const int b = position.other_store();
        const int all = a + b + own + others;
        if (2 * a > all) return kWon * all;
        if (2 * b > all) return -kWon * all;
        if (2 * a == all && 2 * b == all) return 0;
        int pits = 0;
        for (int pit = 0; pit < position.width(); ++pit)
            pits += (position.seeds(pit) > 0 ? 1 : 0) - (position.other_seeds(pit) > 0 ? 1 : 0);
        return (a - b) * (all + a + b) + all * (own - others + pits);
    }
    template <class Position>
    [[nodiscard]] static EvalParts parts(const Position& position, int /*again*/) {
        const int own = position.seeds_in_row();
        const int others = position.other_seeds_in_row();
        const int stores = position.store() + position.other_store();
        const int all = stores + own + others;
        if (2 * position.store() > all) return {{"won", 1, kWon * all}};
        if (2 * position.other_store() > all) return {{"won", -1, kWon * all}};
        int pits = 0;
        int other_pits = 0;
        for (int pit = 0; pit < position.width(); ++pit) {
            pits += position.seeds(pit) > 0 ? 1 : 0;
            other_pits += position.other_seeds(pit) > 0 ? 1 : 0;
        }
        return {{"F1", store_difference(position), all + stores},
                {"F2", own, all},
                {"F3", others, -all},
                {"F4", pits, all},
                {"F5", other_pits, -all}};
    }

    template <class Position>
    [[nodiscard]] static int finished(const Position& position) {
        const int all = position.store() + position.other_store() + position.seeds_in_row() +
                        position.other_seeds_in_row();
        const int margin = store_difference(position);
        return margin == 0 ? 0 : margin > 0 ? kWon * all : -kWon * all;
    }
    template <class Position>
    [[nodiscard]] static EvalParts finished_parts(const Position& position) {
        const int all = position.store() + position.other_store() + position.seeds_in_row() +
                        position.other_seeds_in_row();
        const int margin = store_difference(position);
        return {{"won", (margin > 0 ? 1 : 0) - (margin < 0 ? 1 : 0), kWon * all}};
    }
};

// Evaluation `again`: document 002. Store difference, and 6 for the side that can move again: in a
// position reached by a move that gave another one, the side to move is the one that moves again.
// From the start of 6x6 the six successors are 7 1 1 1 1 1 for the first player. Once the game is
// over nobody can move again.

struct Again {
    static constexpr const char* kName = "again";
    static constexpr const char* kMeaning = "document 002: store difference, 6 for moving again";
    static constexpr int kPerSeed = 1;
    static constexpr int kAgain = 6;
    static constexpr int bonus(int /*width*/) { return 0; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, int again) {
        return store_difference(position) + again;
    }
    template <class Position>
    [[nodiscard]] static EvalParts parts(const Position& position, int again) {
        return {stores_part(position, kPerSeed), again_part(again)};
    }
};

// Evaluation `long-turn`: what document 003 wished for its browser game: an evaluation that also
// sees the seeds in the pits and makes longer turns. The weights are ours.
// - Single-lap sowing: 6 per seed of store difference, 1 per seed of row difference, 3 per pit that
//   gives another move (minus the opponent's), 3 for moving again.
// - Multi-lap sowing, where a seed that falls into the store ends the sowing: 6 per seed of store
//   difference, 4 per seed that the mover's best move wins, 1 per two laps of the line that led
//   here (the mover's minus the opponent's), 3 per move that gives another (minus the opponent's,
//   if that side were to move), 3 for moving again. The moves are really sown, which costs about a
//   microsecond. Laps and extra turns together count bonus() at most.
// Counting the laps already sown lengthens turns at every depth. Counting the laps of possible next
// moves, the seeds sown, or the longest turn alone did not (docs/experiments.md, multilap). 1 for
// every lap makes turns longer still, and loses games at depth 6.

struct LongTurn {
    static constexpr const char* kName = "long-turn";
    static constexpr const char* kMeaning = "document 003's wish: stores, seeds and long turns";
    static constexpr int kPerSeed = 6;
    static constexpr int kExtraTurn = 3;
    static constexpr int kGain = 4;
    static constexpr int kLapsPerPoint = 2;
    static constexpr int kAgain = kExtraTurn;
    // Seeds in the rows need no bonus: in a store they would count more.
    static constexpr int bonus(int width) { return kExtraTurn * width; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, int again) {
        if constexpr (requires { position.board(); })
            if (!position.single_lap()) return multi_lap_value(position, again);
        return kPerSeed * store_difference(position) + position.seeds_in_row() -
               position.other_seeds_in_row() +
               kExtraTurn * (extra_turn_pits(position) - other_extra_turn_pits(position)) + again;
    }
    template <class Position>
    [[nodiscard]] static EvalParts parts(const Position& position, int again) {
        if (!position.single_lap()) return multi_lap_parts(position, again);
        return {stores_part(position, kPerSeed),
                {"seeds", position.seeds_in_row(), 1},
                {"opponent-seeds", position.other_seeds_in_row(), -1},
                {"store-pits", extra_turn_pits(position), kExtraTurn},
                {"opponent-store-pits", other_extra_turn_pits(position), -kExtraTurn},
                again_part(again)};
    }

    template <class Position>
    [[nodiscard]] static bool counts_laps(const Position& position) {
        return !position.single_lap();
    }

  private:
    template <class Position>
    [[nodiscard]] static int multi_lap_value(const Position& position, int again) {
        const Rules& rules = position.rules();
        const Turns own = turns_of(rules, position.board(), Turns::Of::mover);
        int turns = position.laps_lead() / kLapsPerPoint;
        if (rules.extra_turn)
            turns +=
                kExtraTurn * (own.extra_turns -
                              turns_of(rules, position.board(), Turns::Of::opponent).extra_turns);
        const int most = bonus(position.width());
        return kPerSeed * store_difference(position) + kGain * own.best_gain +
               std::clamp(turns, -most, most) + again;
    }
    template <class Position>
    [[nodiscard]] static EvalParts multi_lap_parts(const Position& position, int again) {
        const Turns own = turns_of(position.rules(), position.board(), Turns::Of::mover);
        const Turns others = turns_of(position.rules(), position.board(), Turns::Of::opponent);
        EvalParts parts{stores_part(position, kPerSeed),
                        {"gain", own.best_gain, kGain},
                        {"laps", position.laps_lead() / kLapsPerPoint, 1},
                        {"extra-turns", own.extra_turns, kExtraTurn},
                        {"opponent-extra-turns", others.extra_turns, -kExtraTurn}};
        int turns = 0;
        for (std::size_t i = 2; i < parts.size(); ++i) turns += parts[i].value();
        const int most = bonus(position.width());
        parts.push_back({"excess", std::clamp(turns, -most, most) - turns, 1});
        parts.push_back(again_part(again));
        return parts;
    }
};

}  // namespace kalah::eval
