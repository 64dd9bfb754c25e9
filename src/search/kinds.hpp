// with_kinds: which position and evaluation a search is compiled for: the fastest board that covers
// the game and the evaluation by its type, or, if a player has weights of its own, the kinds that
// pick everything at run time.
#pragma once

#include "search/any_position.hpp"
#include "search/job.hpp"

namespace kalah::search {

/// Calls `work` with the position of the job and an object of the evaluation's type.
template <class Work>
SearchReport with_kinds(const Job& job, Work work) {
    if (job.options.weights != KnowledgeWeights{})
        return work(AnyPosition(job.rules, job.board, job.options), AnyEval{});
    return with_position(job.rules, job.board, [&](auto position) {
        return eval::with_eval(job.options.eval, [&](auto eval) { return work(position, eval); });
    });
}

}  // namespace kalah::search
