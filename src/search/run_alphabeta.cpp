#include <new>
#include <system_error>

#ifdef KALAH_HAS_THREADS
#include <thread>
#endif

#include "kalah/stop_token.hpp"
#include "search/deepening.hpp"
#include "search/kinds.hpp"

namespace kalah::search {
namespace {

/// Helpers of the champion: the same search on threads of their own, which fill the shared table
/// ahead of the main thread. Their results are thrown away. So it does no harm if the system lacks
/// threads or memory for some of them: then there are fewer.
#ifdef KALAH_HAS_THREADS
template <class Position, class Eval>
class Helpers {
  public:
    Helpers(const Job& job, const Position& position) {
        threads_.reserve(static_cast<std::size_t>(job.options.threads));
        try {
            for (int id = 1; id < job.options.threads; ++id)
                threads_.emplace_back([this, &job, position, id] { work(job, position, id); });
        } catch (const std::system_error&) {  // no more threads
        } catch (const std::bad_alloc&) {
        }
    }
    ~Helpers() { finish(); }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    /// Stops the helpers and waits for them; nodes() is complete afterwards.
    void finish() {
        stop_.request();
        for (std::thread& thread : threads_)
            if (thread.joinable()) thread.join();
    }
    [[nodiscard]] const HelperNodes& nodes() const { return nodes_; }

  private:
    void work(const Job& job, const Position& position, int id) {
        try {
            search(job, position, id);
        } catch (const std::bad_alloc&) {
        }
    }

    void search(const Job& job, const Position& position, int id) {
        SearchLimits limits = job.options.limits;
        limits.nodes.reset();  // the main thread counts
        Control control(limits, job.start, stop_, job.again());
        control.help(nodes_);
        AlphaBeta<Position, Eval> alphabeta(job.options.techniques, control, job.table,
                                            job.database);
        const Engine::OnDepth silent;
        const Job quiet{job.options, job.rules,      job.board,  job.table, job.database, stop_,
                        silent,      job.all_values, job.random, job.start, false};
        Deepening<Position, decltype(alphabeta)> deepening(quiet, position, alphabeta, control);
        deepening.run(1 + id % 2);  // half of the helpers begin one depth ahead
        control.hand_in();
    }

    StopToken stop_;
    HelperNodes nodes_{0};
    std::vector<std::thread> threads_;
};
#else
template <class Position, class Eval>
class Helpers {
  public:
    Helpers(const Job&, const Position&) {}
    void finish() {}
    [[nodiscard]] const HelperNodes& nodes() const { return nodes_; }

  private:
    HelperNodes nodes_{0};
};
#endif

template <class Position, class Eval>
SearchReport run(const Job& job, const Position& position) {
    Control control(job.options.limits, job.start, job.stop, job.again());
    AlphaBeta<Position, Eval> search(job.options.techniques, control, job.table, job.database);
    Deepening<Position, decltype(search)> deepening(job, position, search, control);
    Helpers<Position, Eval> helpers(job, position);
    control.add_helpers(helpers.nodes());
    deepening.run(job.first_depth());
    helpers.finish();
    SearchReport report = deepening.report();
    report.nodes = control.all_nodes();
    report.seconds = job.seconds();
    return report;
}

}  // namespace

SearchReport run_alphabeta(const Job& job) {
    return with_kinds(job, [&](auto position, auto eval) {
        return run<decltype(position), decltype(eval)>(job, position);
    });
}

SearchReport take_over(const Job& job, Control& control, int depth) {
    return with_kinds(job, [&](auto position, auto eval) {
        using Search = AlphaBeta<decltype(position), decltype(eval)>;
        Search search({}, control, nullptr);
        Deepening<decltype(position), Search> deepening(job, position, search, control);
        deepening.run(depth);
        return deepening.report();
    });
}

}  // namespace kalah::search
