#include "search/deepening.hpp"
#include "search/kinds.hpp"

namespace kalah::search {

SearchReport run_minimax(const Job& job) {
    return with_kinds(job, [&](auto position, auto eval) {
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
}

}  // namespace kalah::search
