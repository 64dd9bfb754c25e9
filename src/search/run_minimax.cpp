#include "search/deepening.hpp"

namespace kalah::search {

SearchReport run_minimax(const Job& job) {
    return with_position(job.rules, job.board, [&](auto position) {
        return eval::with_eval(job.options.eval, [&](auto eval) {
            using Position = decltype(position);
            Control control(job.options.limits, job.start, job.stop);
            Minimax<Position, decltype(eval)> search(control);
            Deepening<Position, decltype(search)> deepening(job, position, search, control);
            const bool fixed = job.fixed_depth() && !job.all_values;
            deepening.run(fixed ? *job.options.limits.depth : 1, job.options.step);
            SearchReport report = deepening.report();
            report.nodes = control.nodes();
            report.seconds = job.seconds();
            return report;
        });
    });
}

}  // namespace kalah::search
