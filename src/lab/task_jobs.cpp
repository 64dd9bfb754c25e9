#include "lab/task_jobs.hpp"

#include <algorithm>

#include "lab/conditions.hpp"
#include "lab/run.hpp"
#include "system/json.hpp"

namespace kalah::lab {

using workers::Slot;

namespace {

/// The text of a job.
struct TaskText {
    std::string key;
    int trial = 0;
    std::string directory;
};

std::string to_text(const TaskText& task) {
    return Json()
        .set("key", task.key)
        .set("trial", task.trial)
        .set("directory", task.directory)
        .line();
}

std::optional<TaskText> parse_task(const std::string& text) {
    const auto json = Json::parse(text);
    if (!json) return std::nullopt;
    const auto part = [&](const char* key) { return json->find(key).value_or(Json()); };
    const auto key = part("key").as_string();
    const auto trial = part("trial").as_integer();
    const auto directory = part("directory").as_string();
    if (!key || !trial || !directory) return std::nullopt;
    return TaskText{*key, static_cast<int>(*trial), *directory};
}

}  // namespace

Result<store::QueueId> open_queue(store::Store& store, const Experiment& experiment,
                                  const std::string& directory, std::span<const Task> tasks,
                                  const std::string& signature, store::Milliseconds now) {
    std::vector<store::NewJob> jobs;
    for (const Task& task : tasks)
        jobs.push_back({jobs.size(), to_text({task.key, task.trial, directory})});
    return store.open_queue(
        {TaskJobs::kKind, "experiment " + std::string(experiment.name), signature, std::nullopt},
        jobs, now);
}

Result<std::optional<store::Queue>> queue_of_tasks(store::Store& store) {
    const auto queues = store.queues();
    if (!queues) return queues.error();
    for (const store::Queue& queue : *queues)
        if (queue.kind == TaskJobs::kKind &&
            (queue.state == store::QueueState::open || queue.state == store::QueueState::paused))
            return std::optional(queue);
    return std::optional<store::Queue>();
}

/// Does a task, and then more of the same experiment.
void TaskJobs::work(Slot& slot, store::Job job) {
    const store::QueueId queue = job.queue;
    const auto hosted = host(job, slot.stop());
    if (slot.stop().requested()) return;
    if (!hosted->trouble.empty()) return slot.refuse(job.kind + " tasks: " + hosted->trouble);
    TaskContext context(hosted->shared, slot.stop());
    std::optional<store::Job> current = std::move(job);
    while (current) {
        try {
            if (!run(slot, *hosted, context, *current)) return;
        } catch (const std::bad_alloc&) {
            return slot.refuse("a task needs more memory than there is");
        }
        current = slot.next(queue);
    }
}

bool TaskJobs::run(Slot& slot, Hosted& hosted, TaskContext& context, const store::Job& job) {
    const auto text = parse_task(job.text);
    const auto task = std::find_if(hosted.tasks.begin(), hosted.tasks.end(), [&](const Task& each) {
        return text && each.key == text->key && each.trial == text->trial;
    });
    if (task == hosted.tasks.end()) {
        slot.refuse("a task is not known here: " + job.text);
        return false;
    }
    const auto values = task->run(context);
    if (slot.stop().requested()) return false;
    std::vector<store::Measurement> rows;
    if (values)
        for (const Value& value : *values)
            rows.push_back({value.key, task->trial, value.value, value.unit});
    const auto written = slot.finish("task " + task->key, [&](store::WorkerId worker) {
        return values ? store_->finish_measured(worker, job.key(), rows, options_.wall_clock())
                      : store_->finish_job(worker, job.key(),
                                           task->key + ": " + kalah::to_text(values.error()));
    });
    if (written == Slot::Written::yes && options_.on_task) {
        const std::lock_guard lock(events_mutex_);
        options_.on_task(*task);
    }
    return written != Slot::Written::no;
}

/// Ends queues in which nothing waits or runs.
void TaskJobs::idle(const workers::OnTrouble& /*say*/) {
    const auto drained = store_->drained_queues(kKind);
    if (!drained) return;
    for (const store::Queue& queue : *drained)  // another one may have ended it meanwhile
        static_cast<void>(store_->set_state(queue.id, store::QueueState::done));
}

void TaskJobs::look_again() {
    const std::lock_guard lock(hosted_mutex_);
    std::erase_if(hosted_, [](const auto& entry) { return !entry.second->trouble.empty(); });
}

/// The experiment of a job.
std::shared_ptr<TaskJobs::Hosted> TaskJobs::host(const store::Job& job, const StopToken& stop) {
    const std::lock_guard lock(hosted_mutex_);
    auto& kept = hosted_[job.queue];
    if (kept) return kept;
    auto hosted = std::make_shared<Hosted>();
    hosted->trouble = prepare(*hosted, job, stop);
    if (stop.requested()) {
        hosted_.erase(job.queue);
        return hosted;
    }
    kept = hosted;
    return kept;
}

/// Makes the tasks, and what they need; returns why that is not possible.
std::string TaskJobs::prepare(Hosted& hosted, const store::Job& job, const StopToken& stop) {
    const auto text = parse_task(job.text);
    if (!text) return "written by another version of kalah";
    const auto notes = store_->notes();
    if (!notes) return notes.error().message;
    const auto experiment = experiment_in(*notes);
    if (!experiment) return experiment.error().message;
    const auto design = design_in(*notes, text->directory);
    if (!design) return design.error().message;
    Workload work = experiment->workload(*design);
    if (work.parameters != parameters_in(*notes)) return "begun by another version of kalah";
    if (work.prepare)
        if (const auto error = work.prepare([&](std::uint64_t) { return !stop.requested(); }))
            return error->message;
    hosted.tasks = std::move(work.tasks);
    return "";
}

}  // namespace kalah::lab
