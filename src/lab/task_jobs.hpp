// TaskJobs: tasks of experiments as jobs of a worker (workers/crew.hpp). A store holds one
// experiment at most; its notes say which, and the worker makes the same tasks of them. Values go
// into the store as if one program had taken them.
//
// Tasks that measure time are none of these: they belong to one idle machine.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "lab/experiment.hpp"
#include "lab/tasks.hpp"
#include "workers/crew.hpp"

namespace kalah::lab {

/// Opens a queue with these tasks, for workers with this signature; empty: for all. The directory
/// is that of the design: a relative one is looked for where the worker runs.
[[nodiscard]] Result<store::QueueId> open_queue(store::Store& store, const Experiment& experiment,
                                                const std::string& directory,
                                                std::span<const Task> tasks,
                                                const std::string& signature,
                                                store::Milliseconds now);
/// The queue of tasks that is open or paused; nothing if there is none.
[[nodiscard]] Result<std::optional<store::Queue>> queue_of_tasks(store::Store& store);

struct TaskJobsOptions {
    std::function<std::int64_t()> wall_clock;
    /// After each task; from any thread, one at a time.
    std::function<void(const Task&)> on_task = {};
};

class TaskJobs final : public workers::Handler {
  public:
    static constexpr const char* kKind = "lab";

    TaskJobs(std::shared_ptr<store::Store> store, TaskJobsOptions options)
        : store_(std::move(store)), options_(std::move(options)) {}

    [[nodiscard]] std::string_view kind() const override { return kKind; }
    void work(workers::Slot& slot, store::Job job) override;
    void idle(const workers::OnTrouble& say) override;
    void look_again() override;

  private:
    /// An experiment whose tasks this worker does.
    struct Hosted {
        std::string trouble;  // why it cannot be done here; empty if it can
        std::vector<Task> tasks;
        SharedData shared;
    };
    [[nodiscard]] std::shared_ptr<Hosted> host(const store::Job& job, const StopToken& stop);
    [[nodiscard]] std::string prepare(Hosted& hosted, const store::Job& job, const StopToken& stop);
    /// False if the slot has to leave the queue.
    bool run(workers::Slot& slot, Hosted& hosted, TaskContext& context, const store::Job& job);

    const std::shared_ptr<store::Store> store_;
    const TaskJobsOptions options_;
    std::mutex hosted_mutex_;
    std::map<store::QueueId, std::shared_ptr<Hosted>> hosted_;
    std::mutex events_mutex_;
};

}  // namespace kalah::lab
