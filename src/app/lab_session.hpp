// LabSession: runs the experiments of one command, here or by workers, and writes their reports.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/own_worker.hpp"
#include "app/queue_options.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/stop_token.hpp"
#include "lab/run.hpp"
#include "lab/writing.hpp"
#include "system/json.hpp"

namespace kalah::app {

inline constexpr const char* kUsualOut = "lab";
inline constexpr const char* kAll = "all";

struct LabRunOptions {
    std::optional<std::string> name;
    lab::Scale scale = lab::Scale::quick;
    std::optional<std::string> out;
    std::optional<std::string> store;  // default: one for each experiment, in `out`
    std::uint64_t seed = 1;
    std::uint64_t concurrency = 0;
    bool json = false;
    QueueOptions queue;
};

using Documents = std::vector<lab::NamedDocument>;

[[nodiscard]] std::string store_path(const std::string& directory, std::string_view experiment);

/// Writes both pages from the store; returns what was written. Appends the document to `documents`.
[[nodiscard]] Result<Json> write_reports(const lab::Experiment& experiment,
                                         const std::string& directory,
                                         const std::shared_ptr<store::Store>& store,
                                         Documents& documents);
/// Writes one page with all documents, for reading and printing; not if there is only one.
void write_one_page(const std::string& directory, const Documents& documents, bool json);

class LabSession {
  public:
    /// `name` is the command's. `command` is the command line that repeats the experiment, without
    /// the options for how and where it runs; by default 'kalah lab run'.
    LabSession(std::string_view name, const LabRunOptions& options, std::string command = "");

    [[nodiscard]] const std::string& directory() const { return design_.directory; }
    [[nodiscard]] bool has_queue() const { return arena_.queue; }
    /// Of the experiments that were run.
    [[nodiscard]] const Documents& documents() const { return documents_; }

    /// Estimates the seconds left to run from what the stores hold; creates no file.
    [[nodiscard]] Result<double> seconds_left(const lab::Experiment& experiment) const;

    /// Runs an experiment; returns what was written. It is an error if the experiment is not
    /// complete though nobody stopped it.
    [[nodiscard]] Result<Json> run(const lab::Experiment& experiment, const StopToken& stop);

  private:
    [[nodiscard]] Result<std::shared_ptr<store::Store>> open(
        const lab::Experiment& experiment) const;
    [[nodiscard]] std::string command_for(const lab::Experiment& experiment) const;
    [[nodiscard]] lab::Delegation delegation(const lab::Experiment& experiment,
                                             const std::shared_ptr<store::Store>& store,
                                             const StopToken& stop);
    [[nodiscard]] std::optional<Error> play(const std::shared_ptr<store::Store>& store,
                                            arena::Tournament& tournament,
                                            const std::vector<arena::Entrant>& entrants,
                                            const StopToken& stop);
    void join_in(const std::shared_ptr<store::Store>& store);
    void tell(const std::string& text, const Json& event);

    std::string command_;
    lab::Design design_;
    int concurrency_;
    ArenaCommand arena_;
    Documents documents_;
    std::unique_ptr<Progress> progress_;
    std::unique_ptr<OwnWorker> own_;
    std::string told_;
};

}  // namespace kalah::app
