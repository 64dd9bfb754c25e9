#include "arena/game_jobs.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "players/player_files.hpp"

namespace kalah::arena {

using workers::OnTrouble;
using workers::Slot;
using workers::Trouble;

namespace {

OnTrouble through(Slot& slot) {
    return [&slot](Trouble trouble, const std::string& what) { slot.say(trouble, what); };
}

}  // namespace

double time_factor(const Plan& plan, double speed) {
    constexpr double kDigits = 1e4;  // that are kept
    if (plan.reference_speed == 0 || speed <= 0) return 1;
    const double factor = static_cast<double>(plan.reference_speed) / speed;
    return std::max(1 / kDigits, std::round(factor * kDigits) / kDigits);
}

Plan with_scaled_programs(Plan plan, double factor) {
    for (auto* const limit : {&plan.program_time, &plan.start_time, &plan.cpu_time})
        *limit = scaled(*limit, factor);
    return plan;
}

/// Plays a job, and then more of the same tournament.
void GameJobs::work(Slot& slot, store::Job job) {
    const auto hosted = host(*job.tournament, through(slot));
    if (!hosted) {
        slot.give_back();
        std::this_thread::sleep_for(std::chrono::seconds(1));
        return;
    }
    if (!hosted->factory) return slot.refuse(hosted->missing.front());
    const store::QueueId queue = job.queue;
    std::optional<store::Job> current = std::move(job);
    const auto next = [&]() -> std::optional<store::ScheduledGame> {
        if (!current) current = slot.next(queue);
        while (current) {
            if (auto game = playable(slot, *hosted, *current)) return game;
            current = slot.next(queue);
        }
        return std::nullopt;
    };
    const auto on_game = [&](const store::PlayedGame& game) {
        const bool go_on = finish(slot, *hosted, *current, game);
        current.reset();
        return go_on;
    };
    RunOptions options =
        hosted->tournament->for_workers(hosted->factory->run_options(1, options_.wall_clock));
    options.withdrawn = [&hosted, decide = options.withdrawn](int entrant) {
        const std::lock_guard lock(hosted->mutex);
        return decide(entrant);
    };
    try {
        run_games(next, hosted->tournament->setups(), options, slot.stop(), on_game);
    } catch (const std::exception& trouble) {  // no room for a player's table or process
        if (current) slot.refuse(trouble.what());
    }
}

/// The game of a job; nothing if it cannot be played here: then others may have it.
std::optional<store::ScheduledGame> GameJobs::playable(Slot& slot, Hosted& hosted,
                                                       const store::Job& job) const {
    std::optional<store::ScheduledGame> game;
    {
        const std::lock_guard lock(hosted.mutex);
        if (hosted.tournament->scheduled_game(job.number) == nullptr)
            static_cast<void>(hosted.tournament->catch_up(options_.wall_clock));
        if (const auto* found = hosted.tournament->scheduled_game(job.number)) game = *found;
    }
    if (!game) {
        slot.give_back();
        return std::nullopt;
    }
    for (const int entrant : {game->south, game->north}) {
        const auto place = static_cast<std::size_t>(entrant);
        if (hosted.missing[place].empty()) continue;
        const Entrant& player = hosted.tournament->plan().entrants[place];
        slot.refuse(player.name + (player.files.empty() ? "" : " needs " + player.files) + ": " +
                    hosted.missing[place]);
        return std::nullopt;
    }
    return game;
}

/// Writes a game, and what follows from it. False if this slot should stop here.
bool GameJobs::finish(Slot& slot, Hosted& hosted, const store::Job& job, store::PlayedGame game) {
    Tournament& tournament = *hosted.tournament;
    game.time_factor = hosted.time_factor;
    const auto written = slot.finish(
        "game " + std::to_string(game.schedule.game),
        [&](store::WorkerId worker) { return tournament.hand_in(worker, job.key(), game); });
    if (written != Slot::Written::yes) return written == Slot::Written::unwanted;
    if (options_.on_game) {
        const std::lock_guard lock(events_mutex_);
        options_.on_game(tournament, result_of(game), game.record);
    }
    if (tournament.plan().sprt || tournament.plan().max_faults > 0) decide(hosted, through(slot));
    idle(through(slot));
    return true;
}

/// Begins the next round or ends the tournament, if its games say so.
void GameJobs::decide(Hosted& hosted, const OnTrouble& say) const {
    const std::lock_guard lock(hosted.mutex);
    auto error = hosted.tournament->catch_up(options_.wall_clock);
    if (!error) error = hosted.tournament->advance(options_.wall_clock());
    if (error) say(Trouble::store, error->message);
}

/// Looks after tournaments in which nothing waits or runs.
void GameJobs::idle(const OnTrouble& say) {
    const auto drained = store_->drained_queues(kKind);
    if (!drained) return;
    for (const store::Queue& queue : *drained)
        if (queue.signature.empty() || queue.signature == options_.signature)
            if (const auto hosted = host(*queue.tournament, say)) decide(*hosted, say);
}

void GameJobs::look_again() {
    const std::lock_guard lock(hosted_mutex_);
    std::erase_if(hosted_, [](const auto& entry) {
        const auto& missing = entry.second->missing;
        return std::any_of(missing.begin(), missing.end(),
                           [](const std::string& why) { return !why.empty(); });
    });
}

/// The tournament, with the players that can play here. Null if it cannot be read.
std::shared_ptr<GameJobs::Hosted> GameJobs::host(store::TournamentId id, const OnTrouble& say) {
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

void GameJobs::open_players(Hosted& hosted) const {
    const Plan& plan = hosted.tournament->plan();
    auto factory = EntrantFactory::parse(plan, plan.entrants, hosted.tournament->setups());
    if (!factory) {
        hosted.missing.assign(plan.entrants.size(), factory.error().message);
        return;
    }
    hosted.factory = factory.take();
    hosted.time_factor = time_factor(plan, options_.speed);
    hosted.factory->scale_times(hosted.time_factor);
    PlayerSources sources = options_.sources(with_scaled_programs(plan, hosted.time_factor));
    for (std::size_t entrant = 0; entrant < plan.entrants.size(); ++entrant) {
        const auto error = hosted.factory->open(
            entrant, sources, players::has_database(plan.entrants[entrant].files));
        hosted.missing.push_back(error ? error->message : difference(hosted, entrant));
    }
}

/// Why the files of an entrant are not those of the plan; empty if they are.
std::string GameJobs::difference(const Hosted& hosted, std::size_t entrant) {
    const std::string& wanted = hosted.tournament->plan().entrants[entrant].files;
    const auto found = hosted.factory->files(entrant);
    if (!found) return found.error().message;
    if (*found == wanted) return "";
    return found->empty() ? "it is not here" : "here is " + *found;
}

}  // namespace kalah::arena
