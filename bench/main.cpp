// Runs the benchmarks, then prints ratios of the medians of one interleaved run: times of different
// runs on a shared machine cannot be compared.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>

namespace {

class RatioReporter : public benchmark::ConsoleReporter {
  public:
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            const bool counts = run.run_type == Run::RT_Aggregate ? run.aggregate_name == "median"
                                                                  : run.repetitions == 1;
            if (counts) times_[run.run_name.function_name] = run.GetAdjustedRealTime();
        }
    }

    /// For every pair NAME/slow and NAME/fast: how many times as long does the slow one take?
    void print_ratios(const std::string& slow, const std::string& fast) const {
        for (const auto& [name, time] : times_) {
            const std::size_t slash = name.rfind("/" + slow);
            if (slash == std::string::npos) continue;
            const std::string pair = name.substr(0, slash);
            const auto found = times_.find(pair + "/" + fast);
            if (found == times_.end()) continue;
            std::printf("ratio %-26s %s takes %5.2f times as long as %s\n", pair.c_str(),
                        slow.c_str(), time / found->second, fast.c_str());
        }
    }

  private:
    std::map<std::string, double> times_;
};

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    std::printf("\n");
    reporter.print_ratios("reference", "fast");
    reporter.print_ratios("knowledge", "simple");
    reporter.print_ratios("one-thread", "two-threads");
    return 0;
}
