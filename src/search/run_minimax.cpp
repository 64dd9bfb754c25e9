#include "search/deepening.hpp"

namespace kalah::search {

SearchReport run_minimax(const Job& job) {
    return with_position(job.rules, job.board, [&](auto position) {
        return eval::with_eval(job.options.eval, [&](auto eval) {
            using Position = decltype(position);
            Control control(job.options.limits, job.start, job.stop, job.again());
            Minimax<Position, decltype(eval)> search(control);
            Deepening<Position, decltype(search)> deepening(job, position, search, control);
            deepening.run(job.first_depth());
            SearchReport report = deepening.report();
            report.nodes = control.nodes();
            report.seconds = job.seconds();
            return report;
        });
    });
}

}  // namespace kalah::search
