// Runs the benchmarks and closes with ratios: pairs "NAME/reference" and "NAME/fast" are compared
// by the medians of one interleaved run, because times of different runs on a shared machine are
// not.
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
            const auto rate = run.counters.find("nodes/s");
            if (counts && rate != run.counters.end())
                rates_[run.run_name.function_name] = rate->second.value;
        }
    }

    void print_ratios() const {
        std::printf("\n%-28s %18s %18s %8s\n", "nodes per second (median)", "reference", "fast",
                    "ratio");
        for (const auto& [name, reference] : rates_) {
            const std::size_t slash = name.rfind("/reference");
            if (slash == std::string::npos) continue;
            const auto fast = rates_.find(name.substr(0, slash) + "/fast");
            if (fast == rates_.end()) continue;
            std::printf("%-28s %18.0f %18.0f %8.2f\n", name.substr(0, slash).c_str(), reference,
                        fast->second, fast->second / reference);
        }
    }

  private:
    std::map<std::string, double> rates_;
};

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    reporter.print_ratios();
    return 0;
}
