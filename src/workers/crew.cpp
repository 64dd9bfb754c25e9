#include "workers/crew.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

namespace kalah::workers {
namespace {

using namespace std::chrono_literals;

constexpr auto kAskAgain = 1s;  // until the store is asked again
constexpr auto kNap = 250ms;    // between looks at signals while it waits for a job
constexpr auto kLook = 50ms;    // how often signals are looked at
constexpr auto kForget = 60s;   // then a worker looks again for files that it lacked

class Crew {
  public:
    Crew(store::Store& store, CrewOptions options,
         std::span<const std::unique_ptr<Handler>> handlers, const StopToken& enough,
         const StopToken& at_once, const OnTrouble& on_trouble)
        : store_(store),
          options_(std::move(options)),
          handlers_(handlers),
          enough_(enough),
          at_once_(at_once),
          on_trouble_(on_trouble) {
        options_.worker.kinds.clear();
        for (const auto& handler : handlers_) options_.worker.kinds.emplace_back(handler->kind());
        for (int i = 0; i < options_.worker.slots; ++i) places_.emplace_back(*this);
    }

    std::optional<Error> run() {
        if (auto error = enter()) return error;
        std::thread keeper([this] { keep_lease(); });
        std::vector<std::thread> threads;
        for (Place& place : places_) threads.emplace_back([&place] { place.serve(); });
        for (std::thread& thread : threads) thread.join();
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
        }
        wake_.notify_all();
        keeper.join();
        static_cast<void>(store_.leave_worker(id_));  // if it fails, the lease runs out
        return std::nullopt;
    }

  private:
    class Place final : public Slot {
      public:
        explicit Place(Crew& crew) : crew_(crew) {}

        void serve();
        /// With the mutex of the crew.
        [[nodiscard]] std::optional<store::JobKey> held() const {
            return job_ ? std::optional(job_->key()) : std::nullopt;
        }
        void leave() { stop_.request(); }

        const StopToken& stop() const override { return stop_; }
        std::optional<store::Job> next(store::QueueId queue) override;
        void give_back() override;
        void refuse(const std::string& why) override;
        Written finish(const std::string& name, const Write& write) override;
        void say(Trouble trouble, const std::string& what) override { crew_.say(trouble, what); }

      private:
        /// Takes a job; false if there is none.
        bool take();
        void drop();
        void say_why(const std::string& name);

        Crew& crew_;
        StopToken stop_;
        store::WorkerId holder_ = 0;     // as whom the job was taken
        std::optional<store::Job> job_;  // written with the mutex of the crew
        bool kept_ = false;              // it is for the next handler
    };

    std::optional<Error> enter() {
        const auto id = store_.enter_worker(options_.worker, options_.lease);
        if (!id) return id.error();
        id_ = *id;
        return std::nullopt;
    }

    [[nodiscard]] std::chrono::milliseconds between_renewals() const {
        return std::max<std::chrono::milliseconds>(options_.lease / 6, 20ms);
    }

    void keep_lease();
    void renew();
    void wait_for_jobs();
    void warn_of_other_builds();

    void say(Trouble trouble, const std::string& what) {
        const std::lock_guard lock(trouble_mutex_);
        if (trouble == Trouble::store && std::exchange(away_, true)) return;  // once
        if (on_trouble_) on_trouble_(trouble, what);
    }
    void reached() {
        const std::lock_guard lock(trouble_mutex_);
        away_ = false;
    }
    void wait(std::chrono::milliseconds time) const {
        const auto until = std::chrono::steady_clock::now() + time;
        while (!at_once_.requested() && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(kLook);
    }

    store::Store& store_;
    CrewOptions options_;
    const std::span<const std::unique_ptr<Handler>> handlers_;
    const StopToken& enough_;
    const StopToken& at_once_;
    const OnTrouble& on_trouble_;
    std::atomic<store::WorkerId> id_{0};

    std::mutex mutex_;  // of the jobs of the places
    std::condition_variable wake_;
    bool ended_ = false;
    std::deque<Place> places_;

    std::mutex trouble_mutex_;
    bool away_ = false;
    std::set<store::QueueId> foreign_;  // queues that were warned of
};

// --- The lease

void Crew::keep_lease() {
    const auto between = between_renewals();
    auto next = std::chrono::steady_clock::now() + between;
    auto forget = std::chrono::steady_clock::now() + kForget;
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kLook, [this] { return ended_; })) {
        if (at_once_.requested())
            for (Place& place : places_) place.leave();
        const auto now = std::chrono::steady_clock::now();
        if (now < next) continue;
        next = now + between;
        lock.unlock();
        renew();
        if (now >= forget) {
            forget = now + kForget;
            static_cast<void>(store_.forget_refusals(id_));
            for (const auto& handler : handlers_) handler->look_again();
        }
        lock.lock();
    }
}

void Crew::renew() {
    std::set<store::JobKey> before;  // that had been taken before the store was asked
    {
        const std::lock_guard lock(mutex_);
        for (const Place& place : places_)
            if (const auto job = place.held()) before.insert(*job);
    }
    const auto held = store_.renew(id_, options_.lease);
    if (!held) return;  // the slots say so
    if (!*held) {
        {
            const std::lock_guard lock(mutex_);
            for (Place& place : places_) place.leave();
        }
        say(Trouble::lease_lost, "");
        if (const auto error = enter()) say(Trouble::store, error->message);
        return;
    }
    const std::set<store::JobKey> still((*held)->begin(), (*held)->end());
    const std::lock_guard lock(mutex_);
    for (Place& place : places_)
        if (const auto job = place.held(); job && before.contains(*job) && !still.contains(*job))
            place.leave();
}

// --- Jobs

void Crew::Place::serve() {
    while (!crew_.enough_.requested() && !crew_.at_once_.requested()) {
        {
            const std::lock_guard lock(crew_.mutex_);
            stop_.reset();
        }
        if (!job_ && !take()) {
            crew_.wait_for_jobs();
            continue;
        }
        kept_ = false;
        for (const auto& handler : crew_.handlers_)
            if (job_ && handler->kind() == job_->kind) {
                handler->work(*this, *job_);
                break;
            }
        if (job_ && !kept_) give_back();
    }
    if (job_) give_back();
}

bool Crew::Place::take() {
    if (crew_.enough_.requested()) return false;
    holder_ = crew_.id_;
    auto taken = crew_.store_.take_job(holder_);
    if (!taken) {
        crew_.say(Trouble::store, taken.error().message);
        crew_.wait(kAskAgain);
        return false;
    }
    crew_.reached();
    const std::lock_guard lock(crew_.mutex_);
    job_ = *taken;
    return job_.has_value();
}

std::optional<store::Job> Crew::Place::next(store::QueueId queue) {
    if (!job_ && !take()) return std::nullopt;
    kept_ = job_->queue != queue;
    return kept_ ? std::nullopt : job_;
}

void Crew::Place::drop() {
    const std::lock_guard lock(crew_.mutex_);
    job_.reset();
}

void Crew::Place::give_back() {
    static_cast<void>(crew_.store_.give_back(holder_, job_->key()));
    drop();
}

void Crew::Place::refuse(const std::string& why) {
    static_cast<void>(crew_.store_.refuse_job(holder_, *job_));
    crew_.say(Trouble::lacks, why);
    drop();
}

Slot::Written Crew::Place::finish(const std::string& name, const Write& write) {
    Result<bool> written = write(holder_);
    while (!written && !crew_.at_once_.requested()) {
        crew_.say(Trouble::store, written.error().message);
        crew_.wait(kAskAgain);
        written = write(holder_);
    }
    if (!written) return Written::no;
    crew_.reached();
    if (!*written) say_why(name);
    drop();
    return *written ? Written::yes : Written::unwanted;
}

/// Why a job that was done is not wanted.
void Crew::Place::say_why(const std::string& name) {
    const auto queues = crew_.store_.queues();
    if (!queues) return crew_.say(Trouble::refused, name);
    const auto queue = std::find_if(queues->begin(), queues->end(),
                                    [&](const auto& each) { return each.id == job_->queue; });
    // Only a queue that was stopped is replaced by another.
    if (queue == queues->end() || queue->state == store::QueueState::stopped)
        return crew_.say(Trouble::stopped, name);
    crew_.say(queue->state == store::QueueState::done ? Trouble::ended : Trouble::refused, name);
}

void Crew::wait_for_jobs() {
    const OnTrouble say_it = [this](Trouble trouble, const std::string& what) {
        say(trouble, what);
    };
    for (const auto& handler : handlers_) handler->idle(say_it);
    warn_of_other_builds();
    const auto until = std::chrono::steady_clock::now() + between_renewals();
    while (!enough_.requested() && std::chrono::steady_clock::now() < until)
        if (store_.wait_for_jobs(kNap)) break;
}

/// Once for each queue.
void Crew::warn_of_other_builds() {
    const auto queues = store_.queues();
    if (!queues) return;
    for (const store::Queue& queue : *queues) {
        if (queue.state != store::QueueState::open || queue.signature.empty() ||
            queue.signature == options_.worker.signature)
            continue;
        const bool is_new = [&] {
            const std::lock_guard lock(trouble_mutex_);
            return foreign_.insert(queue.id).second;
        }();
        if (is_new) say(Trouble::other_build, queue.title);
    }
}

}  // namespace

std::optional<Error> work(const std::shared_ptr<store::Store>& store, CrewOptions options,
                          std::span<const std::unique_ptr<Handler>> handlers,
                          const StopToken& enough, const StopToken& at_once,
                          const OnTrouble& on_trouble) {
    return Crew(*store, std::move(options), handlers, enough, at_once, on_trouble).run();
}

}  // namespace kalah::workers
