#include "app/unfinished_tournaments.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/command.hpp"
#include "arena/plan.hpp"

namespace kalah::app {
namespace {

using store::StoredTournament;

constexpr std::size_t kMostLooked = 1'000;  // tournaments, the newest

/// Without one of them, and those that another program plays or workers play; newest first.
std::vector<StoredTournament> interrupted_ones(store::Store& store, store::TournamentId without) {
    std::vector<StoredTournament> all = or_failure(store.tournaments(kMostLooked));
    std::erase_if(all, [&](const StoredTournament& each) {
        if (each.id == without || each.is_finished() || each.elsewhere) return true;
        const auto queue = or_failure(store.queue_of(each.id));
        return queue && (queue->state == store::QueueState::open ||
                         queue->state == store::QueueState::paused);
    });
    return all;
}

/// What was planned; workers add the files that players need.
std::optional<arena::Plan> plan_of(Result<arena::Plan> plan) {
    if (!plan) return std::nullopt;
    arena::Plan planned = plan.take();
    for (arena::Entrant& entrant : planned.entrants) entrant.files.clear();
    return planned;
}

std::string described(const StoredTournament& tournament) {
    const auto plan = arena::parse_plan(tournament.plan, {});
    return fmt::format("tournament {} ({}; {} of {} games played)", tournament.id,
                       plan ? names_text(*plan) : "its plan cannot be read", tournament.played,
                       tournament.scheduled);
}

std::string how_to_resume(const ArenaCommand& command, store::TournamentId tournament) {
    return fmt::format("'kalah resume --store {} --tournament {}'", *command.store, tournament);
}

}  // namespace

void tell_of_unfinished(const ArenaCommand& command, store::Store& store,
                        const arena::Tournament& begun) {
    const std::vector<StoredTournament> others = interrupted_ones(store, begun.id());
    if (others.empty()) return;
    const auto planned = plan_of(begun.plan());
    const auto same =
        std::find_if(others.begin(), others.end(), [&](const StoredTournament& other) {
            return plan_of(arena::parse_plan(other.plan, {})) == planned;
        });
    if (same != others.end()) {
        fmt::print(
            stderr,
            "kalah {}: {} has this very plan and is unfinished: to continue it instead, press "
            "Ctrl-C and run {}; begins tournament {}\n",
            command.name, described(*same), how_to_resume(command, same->id), begun.id());
        return;
    }
    const std::string more =
        others.size() == 1 ? ""
                           : fmt::format("; {} more unfinished ('kalah store info' lists them)",
                                         others.size() - 1);
    fmt::print(stderr, "kalah {}: begins tournament {}; {} is unfinished, {} continues it{}\n",
               command.name, begun.id(), described(others.front()),
               how_to_resume(command, others.front().id), more);
}

void tell_of_choice(const ArenaCommand& command, store::Store& store,
                    const arena::Tournament& chosen) {
    if (chosen.is_finished()) return;
    const std::vector<StoredTournament> others = interrupted_ones(store, chosen.id());
    if (others.empty()) return;
    std::string numbers;
    for (const StoredTournament& other : others)
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(other.id);
    fmt::print(stderr,
               "kalah {}: continues the newest, tournament {} ({}); also unfinished: {} "
               "(--tournament N chooses one, 'kalah store info' lists them)\n",
               command.name, chosen.id(), names_text(chosen.plan()), numbers);
}

}  // namespace kalah::app
