#include "arena/worker.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "players/player_files.hpp"

namespace kalah::arena {
namespace {

using namespace std::chrono_literals;
using Trouble = WorkerEvents::Trouble;

constexpr const char* kGame = "game";
constexpr auto kAskAgain = 1s;  // until the store is asked again
constexpr auto kNap = 250ms;    // between looks at signals while it waits for a job
constexpr auto kLook = 50ms;    // how often signals are looked at
constexpr auto kForget = 60s;   // then a worker looks again for files that it lacked

/// A tournament that this worker plays, and its players as far as they can play here.
struct Hosted {
    std::mutex mutex;  // of the tournament
    std::shared_ptr<Tournament> tournament;
    std::optional<EntrantFactory> factory;
    std::vector<std::string> missing;  // by entrant: why it cannot play here; empty if it can
};

/// Why the files of an entrant are not those of the plan; empty if they are.
std::string difference(const EntrantFactory& factory, std::size_t entrant, const Hosted& hosted) {
    const std::string& wanted = hosted.tournament->plan().entrants[entrant].files;
    const auto found = factory.files(entrant);
    if (!found) return found.error().message;
    if (*found == wanted) return "";
    return found->empty() ? "it is not here" : "here is " + *found;
}

class Crew {
  public:
    Crew(std::shared_ptr<store::Store> store, WorkerOptions options, const StopToken& enough,
         const StopToken& at_once, const WorkerEvents& events)
        : store_(std::move(store)),
          options_(std::move(options)),
          enough_(enough),
          at_once_(at_once),
          events_(events),
          slots_(static_cast<std::size_t>(options_.worker.slots)) {
        options_.worker.kinds = {kGame};
    }

    std::optional<Error> run() {
        if (auto error = enter()) return error;
        std::thread keeper([this] { keep_lease(); });
        std::vector<std::thread> threads;
        for (Slot& slot : slots_) threads.emplace_back([this, &slot] { serve(slot); });
        for (std::thread& thread : threads) thread.join();
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
        }
        wake_.notify_all();
        keeper.join();
        static_cast<void>(store_->leave_worker(id_));  // if it fails, the lease runs out
        return std::nullopt;
    }

  private:
    /// One game at a time.
    struct Slot {
        StopToken stop;
        std::optional<store::JobKey> job;  // guarded by mutex_
        store::WorkerId holder = 0;        // as whom it was taken
        std::optional<store::Job> next;    // taken, of another tournament than the last
    };

    std::optional<Error> enter() {
        const auto id = store_->enter_worker(options_.worker, options_.lease);
        if (!id) return id.error();
        id_ = *id;
        return std::nullopt;
    }

    // --- The lease

    [[nodiscard]] std::chrono::milliseconds between_renewals() const {
        return std::max<std::chrono::milliseconds>(options_.lease / 6, 20ms);
    }

    void keep_lease() {
        const auto between = between_renewals();
        auto next = std::chrono::steady_clock::now() + between;
        auto forget = std::chrono::steady_clock::now() + kForget;
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, kLook, [this] { return ended_; })) {
            if (at_once_.requested()) stop_all();
            const auto now = std::chrono::steady_clock::now();
            if (now < next) continue;
            next = now + between;
            lock.unlock();
            renew();
            if (now >= forget) {
                forget = now + kForget;
                forget_missing();
            }
            lock.lock();
        }
    }

    /// With the mutex.
    void stop_all() {
        for (Slot& slot : slots_) slot.stop.request();
    }

    void renew() {
        std::set<store::JobKey> before;  // that had been taken before the store was asked
        {
            const std::lock_guard lock(mutex_);
            for (const Slot& slot : slots_)
                if (slot.job) before.insert(*slot.job);
        }
        const auto held = store_->renew(id_, options_.lease);
        if (!held) return;  // the slots say so
        if (!*held) {
            {
                const std::lock_guard lock(mutex_);
                stop_all();
            }
            say(Trouble::lease_lost, "");
            if (const auto error = enter()) say(Trouble::store, error->message);
            return;
        }
        const std::set<store::JobKey> still((*held)->begin(), (*held)->end());
        const std::lock_guard lock(mutex_);
        for (Slot& slot : slots_)
            if (slot.job && before.contains(*slot.job) && !still.contains(*slot.job))
                slot.stop.request();
    }

    void forget_missing() {
        static_cast<void>(store_->forget_refusals(id_));
        const std::lock_guard lock(hosted_mutex_);
        std::erase_if(hosted_, [](const auto& entry) {
            const auto& missing = entry.second->missing;
            return std::any_of(missing.begin(), missing.end(),
                               [](const std::string& why) { return !why.empty(); });
        });
    }

    // --- Games

    void serve(Slot& slot) {
        while (!enough_.requested() && !at_once_.requested()) {
            {
                const std::lock_guard lock(mutex_);
                slot.stop.reset();
            }
            auto job = slot.next ? std::exchange(slot.next, std::nullopt) : take(slot);
            if (!job) continue;
            const auto hosted = host(*job->tournament);
            if (!hosted) {
                give_back(slot, *job);
                wait(kAskAgain);
                continue;
            }
            play(slot, *hosted, *job);
        }
        if (slot.next) give_back(slot, *slot.next);
    }

    /// A job, or nothing after a while.
    std::optional<store::Job> take(Slot& slot) {
        auto job = take_next(slot);
        if (job) return job;
        look_after_drained();
        warn_of_other_builds();
        const auto until = std::chrono::steady_clock::now() + between_renewals();
        while (!enough_.requested() && std::chrono::steady_clock::now() < until)
            if (store_->wait_for_jobs(kNap)) break;
        return std::nullopt;
    }

    std::optional<store::Job> take_next(Slot& slot) {
        if (enough_.requested()) return std::nullopt;
        const store::WorkerId holder = id_;
        auto job = store_->take_job(holder);
        if (!job) {
            say(Trouble::store, job.error().message);
            wait(kAskAgain);
            return std::nullopt;
        }
        reached();
        if (!*job) return std::nullopt;
        const std::lock_guard lock(mutex_);
        slot.job = (*job)->key();
        slot.holder = holder;
        return *job;
    }

    void give_back(Slot& slot, const store::Job& job) {
        static_cast<void>(store_->give_back(slot.holder, job.key()));
        const std::lock_guard lock(mutex_);
        slot.job.reset();
    }

    /// Plays a job, and then more of the same tournament.
    void play(Slot& slot, Hosted& hosted, store::Job first) {
        std::optional<store::Job> job = std::move(first);
        if (!hosted.factory) return refuse(slot, *job, hosted.missing.front());
        const store::TournamentId tournament = *job->tournament;
        const auto next = [&]() -> std::optional<store::ScheduledGame> {
            if (!job) job = take_next(slot);
            if (job && job->tournament != tournament) slot.next = std::exchange(job, std::nullopt);
            while (job) {
                if (auto game = playable(slot, hosted, *job)) return game;
                job = enough_.requested() ? std::nullopt : take_next(slot);
                if (job && job->tournament != tournament)
                    slot.next = std::exchange(job, std::nullopt);
            }
            return std::nullopt;
        };
        const auto on_game = [&](const store::PlayedGame& game) {
            const bool go_on = finish(hosted, slot.holder, job->key(), game);
            const std::lock_guard lock(mutex_);
            slot.job.reset();
            job.reset();
            return go_on;
        };
        RunOptions options =
            hosted.tournament->for_workers(hosted.factory->run_options(1, options_.wall_clock));
        options.withdrawn = [&hosted, decide = options.withdrawn](int entrant) {
            const std::lock_guard lock(hosted.mutex);
            return decide(entrant);
        };
        try {
            run_games(next, hosted.tournament->setups(), options, slot.stop, on_game);
        } catch (const std::exception& trouble) {  // no room for a player's table or process
            if (job) refuse(slot, *job, trouble.what());
            return;
        }
        if (job) give_back(slot, *job);  // it was stopped
    }

    /// The game of a job; nothing if it cannot be played here: then others may have it.
    std::optional<store::ScheduledGame> playable(Slot& slot, Hosted& hosted,
                                                 const store::Job& job) {
        std::optional<store::ScheduledGame> game;
        {
            const std::lock_guard lock(hosted.mutex);
            if (hosted.tournament->scheduled_game(job.number) == nullptr)
                static_cast<void>(hosted.tournament->catch_up(options_.wall_clock));
            if (const auto* found = hosted.tournament->scheduled_game(job.number)) game = *found;
        }
        if (!game) {
            give_back(slot, job);
            return std::nullopt;
        }
        for (const int entrant : {game->south, game->north}) {
            const auto place = static_cast<std::size_t>(entrant);
            if (hosted.missing[place].empty()) continue;
            const Entrant& player = hosted.tournament->plan().entrants[place];
            refuse(slot, job,
                   player.name + (player.files.empty() ? "" : " needs " + player.files) + ": " +
                       hosted.missing[place]);
            return std::nullopt;
        }
        return game;
    }

    void refuse(Slot& slot, const store::Job& job, const std::string& why) {
        static_cast<void>(store_->refuse_job(slot.holder, job));
        say(Trouble::lacks, why);
        const std::lock_guard lock(mutex_);
        slot.job.reset();
    }

    /// Writes a game, and what follows from it. False if this slot should stop here.
    bool finish(Hosted& hosted, store::WorkerId holder, const store::JobKey& job,
                const store::PlayedGame& game) {
        Tournament& tournament = *hosted.tournament;
        Result<bool> written = tournament.hand_in(holder, job, game);
        while (!written && !at_once_.requested()) {
            say(Trouble::store, written.error().message);
            wait(kAskAgain);
            written = tournament.hand_in(holder, job, game);
        }
        if (!written) return false;
        reached();
        if (!*written) {
            say(Trouble::refused, std::to_string(game.schedule.game));
            return true;
        }
        if (events_.on_game) {
            const std::lock_guard lock(events_mutex_);
            events_.on_game(tournament, result_of(game), game.record);
        }
        if (tournament.plan().sprt || tournament.plan().max_faults > 0) decide(hosted);
        look_after_drained();
        return true;
    }

    // --- Tournaments

    /// Begins the next round or ends the tournament, if its games say so.
    void decide(Hosted& hosted) {
        const std::lock_guard lock(hosted.mutex);
        auto error = hosted.tournament->catch_up(options_.wall_clock);
        if (!error) error = hosted.tournament->advance(options_.wall_clock());
        if (error) say(Trouble::store, error->message);
    }

    void look_after_drained() {
        const auto drained = store_->drained_queues(kGame);
        if (!drained) return;
        for (const store::Queue& queue : *drained)
            if (queue.signature.empty() || queue.signature == options_.worker.signature)
                if (const auto hosted = host(*queue.tournament)) decide(*hosted);
    }

    /// Once for each.
    void warn_of_other_builds() {
        const auto queues = store_->queues();
        if (!queues) return;
        for (const store::Queue& queue : *queues) {
            if (queue.state != store::QueueState::open || queue.signature.empty() ||
                queue.signature == options_.worker.signature)
                continue;
            const std::lock_guard lock(hosted_mutex_);
            if (foreign_.insert(queue.id).second) say(Trouble::other_build, queue.title);
        }
    }

    /// The tournament, with the players that can play here. Null if it cannot be read.
    std::shared_ptr<Hosted> host(store::TournamentId id) {
        const std::lock_guard lock(hosted_mutex_);
        auto& kept = hosted_[id];
        if (kept) return kept;
        const auto loaded = Tournament::load(store_, id, Tournament::Use::look);
        if (!loaded) {
            say(Trouble::store, loaded.error().message);
            hosted_.erase(id);
            return nullptr;
        }
        auto hosted = std::make_shared<Hosted>();
        hosted->tournament = *loaded;
        open_players(*hosted);
        kept = hosted;
        return kept;
    }

    void open_players(Hosted& hosted) {
        const Plan& plan = hosted.tournament->plan();
        auto factory = EntrantFactory::parse(plan, plan.entrants, hosted.tournament->setups());
        if (!factory) {
            hosted.missing.assign(plan.entrants.size(), factory.error().message);
            return;
        }
        hosted.factory = factory.take();
        PlayerSources sources = options_.sources(plan);
        for (std::size_t entrant = 0; entrant < plan.entrants.size(); ++entrant) {
            const auto error = hosted.factory->open(
                entrant, sources, players::has_database(plan.entrants[entrant].files));
            hosted.missing.push_back(error ? error->message
                                           : difference(*hosted.factory, entrant, hosted));
        }
    }

    // --- Events

    void say(Trouble trouble, const std::string& what) {
        const std::lock_guard lock(events_mutex_);
        if (trouble == Trouble::store && std::exchange(away_, true)) return;  // once
        if (events_.on_trouble) events_.on_trouble(trouble, what);
    }
    void reached() {
        const std::lock_guard lock(events_mutex_);
        away_ = false;
    }

    void wait(std::chrono::milliseconds time) {
        const auto until = std::chrono::steady_clock::now() + time;
        while (!at_once_.requested() && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(kLook);
    }

    const std::shared_ptr<store::Store> store_;
    WorkerOptions options_;
    const StopToken& enough_;
    const StopToken& at_once_;
    const WorkerEvents& events_;
    std::atomic<store::WorkerId> id_{0};

    std::mutex mutex_;  // of the jobs of the slots
    std::condition_variable wake_;
    bool ended_ = false;
    std::vector<Slot> slots_;

    std::mutex hosted_mutex_;
    std::map<store::TournamentId, std::shared_ptr<Hosted>> hosted_;
    std::set<store::QueueId> foreign_;

    std::mutex events_mutex_;
    bool away_ = false;
};

}  // namespace

std::optional<Error> work(std::shared_ptr<store::Store> store, WorkerOptions options,
                          const StopToken& enough, const StopToken& at_once,
                          const WorkerEvents& events) {
    return Crew(std::move(store), std::move(options), enough, at_once, events).run();
}

}  // namespace kalah::arena
