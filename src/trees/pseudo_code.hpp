// The searches in pseudo-code, for people who watch one: figures 3 and 5 of the thesis, in our own
// words. It is defined only here; pages get it with the events of a search.
#pragma once

#include <string>
#include <vector>

#include "kalah/engine.hpp"

namespace kalah::trees {

/// Values are those for max; every line that a search can be at has an id, like "alphabeta.cut".
struct CodeLine {
    std::string id;
    int indent = 0;
    std::string text = {};
};

/// "minimax", "alphabeta" or "knowledge": the part that searches below the root; also the first
/// part of its ids.
[[nodiscard]] std::string code_name(SearchAlgorithm algorithm);

/// The search of a player, without the lines of techniques that it does not use. First how it
/// deepens and goes through passes at the root, then the search below.
[[nodiscard]] std::vector<CodeLine> pseudo_code(const EngineOptions& options);

/// Plain alpha-beta, which takes over from the knowledge-based search.
[[nodiscard]] std::vector<CodeLine> take_over_code();

}  // namespace kalah::trees
