#include "trees/pseudo_code.hpp"

namespace kalah::trees {
namespace {

std::vector<CodeLine> minimax() {
    return {
        {"minimax.call", 0, "value(position, depth):"},
        {"minimax.over", 1, "if the game is over: return its result"},
        {"minimax.depth", 1, "if depth = 0: return the evaluation of the position"},
        {"minimax.start", 1, "best := -∞ if max is to move, +∞ if min is"},
        {"minimax.loop", 1, "for each move:"},
        {"minimax.recurse", 2, "v := value(position after the move, depth - 1)"},
        {"minimax.raise", 2, "if max is to move: best := max(best, v)"},
        {"minimax.lower", 2, "if min is to move: best := min(best, v)"},
        {"minimax.return", 1, "return best"},
    };
}

void add_loop(std::vector<CodeLine>& lines, const std::string& name, const std::string& call) {
    lines.push_back({name + ".recurse", 2, "v := " + call});
    lines.push_back(
        {name + ".raise", 2, "if max is to move: best := max(best, v), α := max(α, best)"});
    lines.push_back(
        {name + ".lower", 2, "if min is to move: best := min(best, v), β := min(β, best)"});
    lines.push_back({name + ".cut", 2, "if α >= β: leave out the other moves"});
}

std::vector<CodeLine> alphabeta(const EngineOptions& options) {
    const SearchTechniques& techniques = options.techniques;
    const bool table = options.table_bytes > 0;
    std::vector<CodeLine> lines{
        {"alphabeta.call", 0, "value(position, depth, α, β):"},
        {"alphabeta.over", 1, "if the game is over: return its result"},
    };
    if (options.database && !techniques.pure)
        lines.push_back({"alphabeta.database", 1,
                         "if the database holds the position: return the value it gives"});
    lines.push_back({"alphabeta.depth", 1,
                     techniques.quiet && !techniques.pure
                         ? "if depth = 0 and no turn goes on: return the evaluation"
                         : "if depth = 0: return the evaluation of the position"});
    if (techniques.futility && !techniques.pure)
        lines.push_back({"alphabeta.futility", 1,
                         "if the seeds left cannot bring the value between α and β: return that "
                         "bound"});
    if (table)
        lines.push_back({"alphabeta.table", 1,
                         "if the table knows enough of the position: return what it knows"});
    if (table && techniques.etc)
        lines.push_back({"alphabeta.etc", 1,
                         "if the table knows a move that is good enough: return its value"});
    lines.push_back({"alphabeta.start", 1, "best := -∞ if max is to move, +∞ if min is"});
    lines.push_back({"alphabeta.loop", 1,
                     techniques.order == MoveOrder::left ? "for each move:"
                                                         : "for each move, best guess first:"});
    add_loop(lines, "alphabeta", "value(position after the move, depth - 1, α, β)");
    if (table) lines.push_back({"alphabeta.store", 1, "remember best in the table"});
    lines.push_back({"alphabeta.return", 1, "return best"});
    return lines;
}

std::vector<CodeLine> knowledge(const PruningLimits& limits) {
    const bool root = limits.from == PruningLimits::From::root;
    std::vector<CodeLine> lines{
        {"knowledge.call", 0, "value(position, depth, α, β):"},
        {"knowledge.over", 1, "if the game is over: return its result"},
        {"knowledge.depth", 1, "if depth = 0: return the evaluation of the position"},
        {"knowledge.cost", 1,
         std::string("cost := evaluation ") + (root ? "at the root" : "before the move") +
             " - evaluation now, for the player who moved"},
        {"knowledge.limit", 1,
         "if cost > max(" + std::to_string(limits.limit) + " - " + std::to_string(limits.fall) +
             " x ply, " + std::to_string(limits.least) + "): return the evaluation"},
        {"knowledge.start", 1, "best := -∞ if max is to move, +∞ if min is"},
        {"knowledge.loop", 1, "for each move:"},
    };
    add_loop(lines, "knowledge", "value(position after the move, depth - 1, α, β)");
    lines.push_back({"knowledge.return", 1, "return best"});
    return lines;
}

std::vector<CodeLine> root(const EngineOptions& options) {
    std::vector<CodeLine> lines{
        {"root.depth", 0, "for each depth, from small to large, until a limit is met:"}};
    const bool mtdf = options.algorithm == SearchAlgorithm::mtdf ||
                      options.algorithm == SearchAlgorithm::champion;
    if (!mtdf) {
        lines.push_back({"root.pass", 1, "search the moves of the position"});
        lines.push_back({"root.best", 1, "keep the best of them"});
        return lines;
    }
    lines.push_back(
        {"root.start", 1, "lower := -∞, upper := +∞, guess := value of the last depth"});
    lines.push_back({"root.loop", 1, "while lower < upper:"});
    lines.push_back({"root.pass", 2,
                     "β := max(guess, lower + 1); guess := best of the moves, "
                     "with window (β - 1, β)"});
    lines.push_back({"root.bound", 2, "if guess >= β: lower := guess, else upper := guess"});
    return lines;
}

}  // namespace

std::string code_name(SearchAlgorithm algorithm) {
    switch (algorithm) {
        case SearchAlgorithm::minimax:
            return "minimax";
        case SearchAlgorithm::knowledge:
            return "knowledge";
        case SearchAlgorithm::alphabeta:
        case SearchAlgorithm::mtdf:
        case SearchAlgorithm::champion:
            break;
    }
    return "alphabeta";
}

std::vector<CodeLine> pseudo_code(const EngineOptions& options) {
    std::vector<CodeLine> lines = root(options);
    std::vector<CodeLine> below;
    if (options.algorithm == SearchAlgorithm::minimax)
        below = minimax();
    else if (options.algorithm == SearchAlgorithm::knowledge)
        below = knowledge(options.pruning);
    else
        below = alphabeta(options);
    lines.insert(lines.end(), below.begin(), below.end());
    return lines;
}

std::vector<CodeLine> take_over_code() {
    return alphabeta({});
}

}  // namespace kalah::trees
