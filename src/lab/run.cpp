#include "lab/run.hpp"

#include <algorithm>
#include <set>

#include "arena/plan.hpp"
#include "kalah/stop_token.hpp"
#include "lab/sweep.hpp"
#include "lab/task_jobs.hpp"
#include "lab/tasks.hpp"
#include "players/spec.hpp"
#include "system/wall_clock.hpp"

namespace kalah::lab {
namespace {

using store::Measurement;
using Stored = std::shared_ptr<store::Store>;

/// The plan with the same folder name for the databases of all players, and without the checksums
/// of their files, which only plans for workers have.
arena::Plan without_files(arena::Plan plan) {
    for (arena::Entrant& entrant : plan.entrants) {
        entrant.files.clear();
        if (const auto spec = players::parse_player(entrant.spec);
            spec && !spec->database_directory.empty())
            entrant.spec = players::with_setting(*spec, "db", "DIR");
    }
    return plan;
}

/// Whether two plans differ at most in the folder of a player's database: a store may be moved
/// together with the files beside it.
bool same_plan(const arena::Plan& theirs, const arena::Plan& ours) {
    return without_files(theirs) == without_files(ours);
}

/// A tournament that was begun but not noted, because the program ended in between.
std::optional<store::TournamentId> unnoted(const Match& match, const Notes& notes,
                                           const Stored& store) {
    const auto newest = store->tournament(std::nullopt);
    if (!newest || newest->is_finished()) return std::nullopt;
    for (const auto& [key, text] : notes)
        if (key.starts_with(tournament_note("")) &&
            number_of<store::TournamentId>(text) == newest->id)
            return std::nullopt;
    const auto plan = arena::parse_plan(newest->plan, {});
    if (!plan || !same_plan(*plan, match.plan)) return std::nullopt;
    return newest->id;
}

/// The tournament of a match, begun now or before.
Result<std::shared_ptr<arena::Tournament>> tournament_of(const Match& match, const Stored& store,
                                                         const Runner& runner) {
    const auto notes = store->notes();
    if (!notes) return notes.error();
    std::optional<store::TournamentId> id;
    if (const auto found = notes->find(tournament_note(match.key)); found != notes->end())
        id = number_of<store::TournamentId>(found->second);
    else
        id = unnoted(match, *notes, store);
    const auto use =
        runner.delegation ? arena::Tournament::Use::look : arena::Tournament::Use::play;
    arena::Plan plan = match.plan;
    if (!id && runner.delegation)
        if (auto error = runner.delegation->add_files(plan)) return *error;
    auto tournament = id ? arena::Tournament::load(store, *id, use)
                         : arena::Tournament::begin(store, plan, now_milliseconds());
    if (!tournament) return tournament.error();
    if (!same_plan((*tournament)->plan(), match.plan))
        return Error{"tournament " + std::to_string((*tournament)->id()) +
                     " in the store has another plan than this version of the program: choose "
                     "another --out-dir"};
    if (auto error =
            store->add_notes({{tournament_note(match.key), std::to_string((*tournament)->id())}}))
        return *error;
    return tournament;
}

/// The part of the work that the store does not have.
Result<Workload> remaining(Workload work, const Notes& notes, const Stored& store) {
    const auto measured = store->measurements();
    if (!measured) return measured.error();
    std::set<std::pair<std::string, int>> there;
    for (const Measurement& row : *measured) there.insert({row.key, row.trial});
    std::erase_if(work.tasks, [&](const Task& task) {
        return there.contains({task.key, task.trial});
    });
    std::erase_if(work.matches, [&](const Match& match) {
        const auto found = notes.find(tournament_note(match.key));
        if (found == notes.end()) return false;
        const auto kept = store->tournament(number_of<store::TournamentId>(found->second));
        return kept && kept->is_finished();
    });
    return work;
}

Result<PlayedMatch> played_match(store::TournamentId id, const Stored& store) {
    const auto tournament = arena::Tournament::load(store, id, arena::Tournament::Use::look);
    if (!tournament) return tournament.error();
    PlayedMatch played;
    played.plan = (*tournament)->plan();
    played.id = id;
    played.finished = (*tournament)->is_finished();
    auto error =
        (*tournament)
            ->for_each_record([&](const arena::TournamentGame& game, const GameRecord& record) {
                played.games.push_back(game);
                played.records.push_back(record);
                return true;
            });
    if (error) return *error;
    return played;
}

/// Takes the measurements that the store does not have; calls `on_done` for each task.
std::optional<Error> measure(std::vector<Task> tasks, const Stored& store, const Runner& runner,
                             const StopToken& stop, const std::function<void()>& on_done) {
    if (!runner.delegation) return TaskRun(tasks, *store, stop, on_done).run(runner.concurrency);
    const auto others = std::stable_partition(tasks.begin(), tasks.end(),
                                              [](const Task& task) { return task.timed; });
    const std::vector<Task> timed(tasks.begin(), others);
    if (auto error = TaskRun(timed, *store, stop, on_done).run(1)) return error;
    if (others == tasks.end() || stop.requested()) return std::nullopt;
    return runner.delegation->tasks({others, tasks.end()}, on_done);
}

/// Workers must not do at the same time what this program would do.
std::optional<Error> others_at_work(store::Store& store) {
    const auto queue = queue_of_tasks(store);
    if (!queue) return queue.error();
    if (!*queue) return std::nullopt;
    return Error{
        "workers do tasks of it: follow them with --queue, or stop them with 'kalah jobs "
        "stop " +
        std::to_string((*queue)->id) + "'"};
}

}  // namespace

Result<Workload> left(const Experiment& experiment, const Design& design, const Stored& store) {
    const auto notes = store->notes();
    if (!notes) return notes.error();
    Workload work = experiment.workload(design);
    if (auto wrong = validate(experiment, design, work.parameters, *notes)) return *wrong;
    return remaining(std::move(work), *notes, store);
}

Result<bool> run(const Experiment& experiment, const Design& design, const Stored& store,
                 const Runner& runner, const StopToken& stop) {
    const auto work = left(experiment, design, store);
    if (!work) return work.error();
    if (work->tasks.empty() && work->matches.empty()) return true;
    if (!runner.delegation)
        if (auto error = others_at_work(*store)) return *error;
    const auto note = [&]() -> std::optional<Error> {
        const auto notes = store->notes();
        if (!notes) return notes.error();
        return note_conditions(*store, *notes, experiment, design, work->parameters,
                               runner.conditions, now_milliseconds());
    };
    if (auto error = note()) return *error;
    if (work->prepare)
        if (auto error = work->prepare([&](std::uint64_t) { return !stop.requested(); }))
            return *error;
    std::size_t done = 0;
    const std::size_t all = work->tasks.size() + work->matches.size();
    // The load of a minute shows only if somebody looks within that minute. Only while times are
    // measured, one task at a time: what runs on all cores makes a load of its own.
    const auto timed = static_cast<std::size_t>(std::count_if(
        work->tasks.begin(), work->tasks.end(), [](const Task& task) { return task.timed; }));
    constexpr store::Milliseconds kBetweenNotes = 30'000;
    store::Milliseconds next_note = now_milliseconds() + kBetweenNotes;
    std::optional<Error> not_noted;
    const auto progress = [&] {
        ++done;
        if (runner.on_progress) runner.on_progress(done, all);
        if (done > timed || now_milliseconds() < next_note) return;
        next_note = now_milliseconds() + kBetweenNotes;
        if (auto error = note()) not_noted = std::move(error);
    };
    if (auto error = measure(work->tasks, store, runner, stop, progress)) return *error;
    for (const Match& match : work->matches) {
        if (stop.requested()) return false;
        const auto tournament = tournament_of(match, store, runner);
        if (!tournament) return tournament.error();
        if (auto error = runner.play(**tournament, match.plan.entrants)) return *error;
        if ((*tournament)->is_finished()) progress();
    }
    if (not_noted) return *not_noted;
    return !stop.requested() && done == all;
}

Result<Experiment> experiment_in(const Notes& notes) {
    const auto name = notes.find("experiment");
    if (name == notes.end()) return Error{"there is no experiment in it"};
    if (name->second == kSweep) return sweep_in(parameters_in(notes));
    for (const Experiment& experiment : experiments())
        if (experiment.name == name->second) return experiment;
    return Error{"this version of kalah does not know the experiment " + name->second};
}

Result<Design> design_in(const Notes& notes, const std::string& directory) {
    const auto text = [&](const char* key) {
        const auto found = notes.find(key);
        return found == notes.end() ? std::string() : found->second;
    };
    const auto scale = parse_scale(text("scale"));
    if (!scale) return Error{"this version of kalah does not know the scale of the experiment"};
    return Design{*scale, number_of<std::uint64_t>(text("seed")), directory};
}

Result<bool> is_begun(const Stored& store) {
    const auto notes = store->notes();
    if (!notes) return notes.error();
    return notes->contains("experiment");
}

Result<Results> read_results(const Experiment& experiment, const std::string& directory,
                             const Stored& store) {
    Results results;
    const auto notes = store->notes();
    if (!notes) return notes.error();
    results.notes = *notes;
    results.parameters = parameters_in(*notes);
    const auto design = design_in(*notes, directory);
    if (!design || results.note("experiment") != experiment.name)
        return Error{"nothing of the experiment " + std::string(experiment.name) +
                     " is in the store: 'kalah lab run " + std::string(experiment.name) +
                     "' begins it"};
    results.design = *design;
    const auto measured = store->measurements();
    if (!measured) return measured.error();
    for (const Measurement& row : *measured) results.values[row.key][row.trial] = row.value;
    for (const auto& [key, text] : *notes) {
        const std::string prefix = tournament_note("");
        if (!key.starts_with(prefix)) continue;
        const auto played = played_match(number_of<store::TournamentId>(text), store);
        if (!played) return played.error();
        results.matches[key.substr(prefix.size())] = *played;
    }
    Workload work = experiment.workload(results.design);
    if (work.parameters != results.parameters) {
        results.state = State::other_parameters;
        return results;
    }
    const auto open = remaining(std::move(work), *notes, store);
    if (!open) return open.error();
    results.state =
        open->tasks.empty() && open->matches.empty() ? State::complete : State::unfinished;
    return results;
}

}  // namespace kalah::lab
