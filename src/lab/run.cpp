#include "lab/run.hpp"

#include <algorithm>
#include <set>

#include "arena/plan_toml.hpp"
#include "kalah/stop_token.hpp"
#include "lab/task_run.hpp"
#include "players/resources.hpp"

namespace kalah::lab {
namespace {

using store::Measurement;
using store::Measurements;
using Stored = std::shared_ptr<store::Store>;

/// The plan without the folders of databases: a store may be moved with what is beside it.
arena::Plan without_folders(arena::Plan plan) {
    constexpr std::string_view kKey = ",db=";
    for (arena::Entrant& entrant : plan.entrants) {
        const std::size_t at = entrant.spec.find(kKey);
        if (at == std::string::npos) continue;
        const std::size_t first = at + kKey.size();
        entrant.spec.erase(first,
                           std::min(entrant.spec.find(',', first), entrant.spec.size()) - first);
    }
    return plan;
}

/// One that was begun but not noted, because the program ended between the two.
std::optional<store::TournamentId> unnoted(const Match& match, const Notes& notes,
                                           const Stored& store) {
    const auto newest = store::Tournaments(store).find(std::nullopt);
    if (!newest || newest->is_finished()) return std::nullopt;
    for (const auto& [key, text] : notes)
        if (key.starts_with(tournament_note("")) &&
            number_of<store::TournamentId>(text) == newest->id)
            return std::nullopt;
    const auto plan = arena::parse_plan(newest->plan, {});
    if (!plan || without_folders(*plan) != without_folders(match.plan)) return std::nullopt;
    return newest->id;
}

/// The tournament of a match, begun now or before.
Result<std::shared_ptr<arena::Tournament>> tournament_of(const Match& match, Measurements& kept,
                                                         const Stored& store) {
    const auto notes = kept.notes();
    if (!notes) return notes.error();
    std::optional<store::TournamentId> id;
    if (const auto found = notes->find(tournament_note(match.key)); found != notes->end())
        id = number_of<store::TournamentId>(found->second);
    else
        id = unnoted(match, *notes, store);
    auto tournament = id ? arena::Tournament::load(store, *id, arena::Tournament::Use::play)
                         : arena::Tournament::begin(store, match.plan, now_milliseconds());
    if (!tournament) return tournament.error();
    if (without_folders((*tournament)->plan()) != without_folders(match.plan))
        return Error{"tournament " + std::to_string((*tournament)->id()) +
                     " in the store has another plan than this version of the program: choose "
                     "another --out"};
    if (auto error = kept.note(tournament_note(match.key), std::to_string((*tournament)->id())))
        return *error;
    return tournament;
}

/// A database that an entrant names and that is not there.
std::optional<Error> missing_database(const arena::Tournament& tournament, const Match& match) {
    for (const arena::Entrant& entrant : match.plan.entrants)
        for (const arena::Stage& stage : tournament.stages()) {
            const auto spec = players::parse_player(entrant.spec);
            if (!spec) return Error{entrant.name + ": " + to_text(spec.error())};
            if (auto wrong = players::validate(*spec, {stage.rules, stage.start.width}))
                return Error{entrant.name + ": " + wrong->message};
        }
    return std::nullopt;
}

/// Of the work, what the store does not have.
Result<Work> remaining(Work work, const Notes& notes, const Stored& store) {
    const auto measured = Measurements(store).all();
    if (!measured) return measured.error();
    std::set<std::pair<std::string, int>> there;
    for (const Measurement& row : *measured) there.insert({row.key, row.trial});
    std::erase_if(work.tasks, [&](const Task& task) {
        return there.contains({task.key, task.trial});
    });
    std::erase_if(work.matches, [&](const Match& match) {
        const auto found = notes.find(tournament_note(match.key));
        if (found == notes.end()) return false;
        const auto kept =
            store::Tournaments(store).find(number_of<store::TournamentId>(found->second));
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

}  // namespace

Result<Work> left(const Experiment& experiment, const Design& design, const Stored& store) {
    const auto notes = Measurements(store).notes();
    if (!notes) return notes.error();
    Work work = experiment.work(design);
    if (auto wrong = validate(experiment, design, work.terms, *notes)) return *wrong;
    return remaining(std::move(work), *notes, store);
}

Result<bool> run(const Experiment& experiment, const Design& design, const Stored& store,
                 const Runner& runner, const StopToken& stop) {
    const auto work = left(experiment, design, store);
    if (!work) return work.error();
    if (work->tasks.empty() && work->matches.empty()) return true;
    Measurements kept(store);
    const auto notes = kept.notes();
    if (!notes) return notes.error();
    if (auto error = note_conditions(kept, *notes, experiment, design, work->terms,
                                     runner.conditions, now_milliseconds()))
        return *error;
    if (work->prepare)
        if (auto error = work->prepare([&](std::uint64_t) { return !stop.requested(); }))
            return *error;
    std::size_t done = 0;
    const std::size_t all = work->tasks.size() + work->matches.size();
    const auto progress = [&] {
        ++done;
        if (runner.on_progress) runner.on_progress(done, all);
    };
    if (auto error = TaskRun(work->tasks, kept, stop, progress).run(runner.concurrency))
        return *error;
    for (const Match& match : work->matches) {
        if (stop.requested()) return false;
        const auto tournament = tournament_of(match, kept, store);
        if (!tournament) return tournament.error();
        if (auto error = missing_database(**tournament, match)) return *error;
        if (auto error = runner.play(**tournament, match.plan.entrants)) return *error;
        if ((*tournament)->is_finished()) progress();
    }
    return !stop.requested() && done == all;
}

Result<bool> is_begun(const Stored& store) {
    const auto notes = Measurements(store).notes();
    if (!notes) return notes.error();
    return notes->contains("experiment");
}

Result<Findings> read_findings(const Experiment& experiment, const std::string& directory,
                               const Stored& store) {
    Measurements kept(store);
    Findings findings;
    const auto notes = kept.notes();
    if (!notes) return notes.error();
    findings.notes = *notes;
    findings.terms = terms_in(*notes);
    const auto scale = parse_scale(findings.note("scale"));
    if (!scale || findings.note("experiment") != experiment.name)
        return Error{"nothing of the experiment " + std::string(experiment.name) +
                     " is in the store: 'kalah lab run " + std::string(experiment.name) +
                     "' begins it"};
    findings.design = {*scale, number_of<std::uint64_t>(findings.note("seed")), directory};
    const auto measured = kept.all();
    if (!measured) return measured.error();
    for (const Measurement& row : *measured) findings.values[row.key][row.trial] = row.value;
    for (const auto& [key, text] : *notes) {
        const std::string prefix = tournament_note("");
        if (!key.starts_with(prefix)) continue;
        const auto played = played_match(number_of<store::TournamentId>(text), store);
        if (!played) return played.error();
        findings.matches[key.substr(prefix.size())] = *played;
    }
    Work work = experiment.work(findings.design);
    if (work.terms != findings.terms) {
        findings.state = State::other_terms;
        return findings;
    }
    const auto open = remaining(std::move(work), *notes, store);
    if (!open) return open.error();
    findings.state =
        open->tasks.empty() && open->matches.empty() ? State::complete : State::unfinished;
    return findings;
}

}  // namespace kalah::lab
