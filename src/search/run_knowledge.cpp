#include "search/deepening.hpp"
#include "search/kinds.hpp"
#include "search/knowledge_alphabeta.hpp"

namespace kalah::search {

/// When an iteration cuts nothing off by depth, the pruning has left the knowledge-based search
/// nothing to look at. Plain alpha-beta then takes over from that depth, until the limit; not at
/// fixed depth. If the pruning cut nothing off either, that depth is complete for alpha-beta too,
/// which finds out at once.
SearchReport run_knowledge(const Job& job) {
    return with_kinds(job, [&](auto position, auto eval) {
        using Position = decltype(position);
        using Eval = decltype(eval);
        Control control(job.options.limits, job.start, job.stop, job.again());
        const int seed = seed_weight(job.options.eval, seeds_in_all(job.board));
        KnowledgeAlphaBeta<Position, Eval> search(control, job.options.pruning, position, seed);
        Deepening<Position, decltype(search)> deepening(job, position, search, control);
        const bool ended = deepening.run(job.first_depth());
        SearchReport report = deepening.report();
        if (ended && !job.fixed_depth()) {
            const int depth = report.depth;
            const SearchReport plain = take_over(job, control, depth);
            if (plain.depth > 0) report = plain;
            report.takeover = depth;
        }
        report.nodes = control.nodes();
        report.seconds = job.seconds();
        return report;
    });
}

}  // namespace kalah::search
