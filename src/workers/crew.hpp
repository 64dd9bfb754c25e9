// Crew: the slots of a worker, which take jobs from the queues of a store and hand each to the
// handler of its kind, several at a time. Knows nothing of what the jobs are.
//
// A worker has a lease in the store, which a thread of its own renews. If the lease runs out, the
// store gives the jobs to others: the worker stops them, and what it still writes of them is
// refused. For one thread, which waits in work(); handlers are called by the threads of the slots,
// several at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kalah/stop_token.hpp"
#include "store/store.hpp"

namespace kalah::workers {

enum class Trouble : std::uint8_t {
    lacks,        // what a job needs: takes no more such jobs
    other_build,  // a queue wants workers with another signature
    lease_lost,   // the jobs are stopped; goes on with a new lease
    refused,      // a job was done after its lease was lost
    stopped,      // … after its queue was stopped
    ended,        // … after its queue had ended without it
    store,        // the store cannot be reached; goes on when it can
};
/// Called from any thread, one at a time.
using OnTrouble = std::function<void(Trouble, const std::string& what)>;

/// Has one job at a time. For the handler that works on it, in one thread.
class Slot {
  public:
    /// Requested if the job is to be left: it was lost, or the worker ends at once.
    [[nodiscard]] virtual const StopToken& stop() const = 0;
    /// The next job, if it is of this queue. One of another queue is handed out after the handler
    /// has returned.
    [[nodiscard]] virtual std::optional<store::Job> next(store::QueueId queue) = 0;
    /// Others may have the job.
    virtual void give_back() = 0;
    /// The same, and this worker takes no jobs with such needs for a while.
    virtual void refuse(const std::string& why) = 0;

    /// Ends the job; false if the lease was lost.
    using Write = std::function<Result<bool>(store::WorkerId)>;
    enum class Written : std::uint8_t {
        yes,
        unwanted,
        no,  // the store could not be reached before the worker had to end
    };
    /// Tries until the store can be reached. `name` is for people: "game 7".
    [[nodiscard]] virtual Written finish(const std::string& name, const Write& write) = 0;

    virtual void say(Trouble trouble, const std::string& what) = 0;

  protected:
    ~Slot() = default;
};

/// Does the jobs of one kind.
class Handler {
  public:
    Handler() = default;
    virtual ~Handler() = default;
    Handler(const Handler&) = delete;
    Handler& operator=(const Handler&) = delete;

    [[nodiscard]] virtual std::string_view kind() const = 0;
    /// Does a job, and may go on with more of its queue. A job that the slot still has afterwards
    /// is given back.
    virtual void work(Slot& slot, store::Job job) = 0;
    /// Now and then, while a slot has nothing to do.
    virtual void idle(const OnTrouble& /*say*/) {}
    /// What was lacking may be there now.
    virtual void look_again() {}
};

struct CrewOptions {
    store::NewWorker worker;  // its kinds are those of the handlers
    std::chrono::milliseconds lease{30'000};
};

/// Works until `enough` and then ends the jobs that run; `at_once` gives them back instead. The
/// error is that of a store which cannot be used at all.
[[nodiscard]] std::optional<Error> work(const std::shared_ptr<store::Store>& store,
                                        CrewOptions options,
                                        std::span<const std::unique_ptr<Handler>> handlers,
                                        const StopToken& enough, const StopToken& at_once,
                                        const OnTrouble& on_trouble);

}  // namespace kalah::workers
