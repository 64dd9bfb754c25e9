#include "lab/run.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "lab/desk.hpp"
#include "store/measurements.hpp"

namespace kalah::lab {
namespace {

using store::Measurement;
using store::Measurements;
using Notes = std::map<std::string, std::string>;
using Stored = std::shared_ptr<store::Store>;

store::Milliseconds now_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string tournament_note(const std::string& key) {
    return "tournament/" + key;
}

template <class Number>
Number number_of(const std::string& text) {
    Number number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Why the store is not this experiment's at this scale; nothing if it is, or new.
std::optional<Error> objection(const Experiment& experiment, const Design& design,
                               const Notes& notes) {
    const auto differs = [&](const char* key, const std::string& wanted) {
        const auto found = notes.find(key);
        return found != notes.end() && found->second != wanted;
    };
    if (differs("experiment", std::string(experiment.name)))
        return Error{"the store is one of the experiment " + notes.at("experiment")};
    if (differs("scale", std::string(name(design.scale))) ||
        differs("seed", std::to_string(design.seed)))
        return Error{"what is there was measured with --scale " + notes.at("scale") + " --seed " +
                     notes.at("seed") + ": go on with these, or choose another --out"};
    return std::nullopt;
}

/// Notes stay as they were first written; a second machine or version is added.
std::optional<Error> note_conditions(Measurements& kept, const Notes& notes,
                                     const Experiment& experiment, const Design& design,
                                     const Conditions& conditions) {
    const std::vector<std::pair<std::string, std::string>> wanted = {
        {"experiment", std::string(experiment.name)},
        {"scale", std::string(name(design.scale))},
        {"seed", std::to_string(design.seed)},
        {"version", conditions.version},
        {"machine", conditions.machine},
        {"command", conditions.command},
        {"started", std::to_string(now_milliseconds())}};
    for (const auto& [key, text] : wanted) {
        const auto found = notes.find(key);
        std::string all = text;
        if (found != notes.end()) {
            const bool grows = key == "machine" || key == "version";
            if (!grows || found->second.find(text) != std::string::npos) continue;
            all = found->second + "; then " + text;
        }
        if (auto error = kept.note(key, all)) return error;
    }
    return std::nullopt;
}

/// Tasks on several desks, or one after another those that look at a clock.
class TaskRun {
  public:
    TaskRun(const std::vector<Task>& tasks, Measurements& kept, const std::atomic<bool>& stop,
            std::function<void()> on_done)
        : tasks_(tasks), kept_(kept), stop_(stop), on_done_(std::move(on_done)) {}

    std::optional<Error> run(int concurrency) {
        work(true);
        next_ = 0;
        std::vector<std::thread> others;
        for (int i = 1; i < concurrency; ++i) others.emplace_back([this] { work(false); });
        work(false);
        for (std::thread& other : others) other.join();
        return error_;
    }

  private:
    void work(bool timed) {
        Desk desk(shelf_, stop_);
        while (!stop_.load() && !failed_.load()) {
            const std::size_t mine = next_++;
            if (mine >= tasks_.size()) return;
            const Task& task = tasks_[mine];
            if (task.timed != timed) continue;
            const std::vector<Value> values = task.work(desk);
            if (stop_.load() || values.empty()) return;
            keep(task, values);
        }
    }
    void keep(const Task& task, const std::vector<Value>& values) {
        std::vector<Measurement> rows;
        for (const Value& value : values)
            rows.push_back({value.key, task.trial, value.value, value.unit});
        const std::lock_guard guard(mutex_);
        if (auto error = kept_.add(rows, now_milliseconds())) {
            error_ = *error;
            failed_ = true;
        } else {
            on_done_();
        }
    }

    const std::vector<Task>& tasks_;
    Measurements& kept_;
    const std::atomic<bool>& stop_;
    std::function<void()> on_done_;
    Shelf shelf_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::optional<Error> error_;
};

/// The tournament of a match, begun now or before.
Result<std::shared_ptr<arena::Tournament>> tournament_of(const Match& match, Measurements& kept,
                                                         const Notes& notes, const Stored& store) {
    const auto found = notes.find(tournament_note(match.key));
    if (found != notes.end())
        return arena::Tournament::load(store, number_of<store::TournamentId>(found->second),
                                       arena::Tournament::Use::play);
    auto begun = arena::Tournament::begin(store, match.plan, now_milliseconds());
    if (!begun) return begun.error();
    if (auto error = kept.note(tournament_note(match.key), std::to_string((*begun)->id())))
        return *error;
    return begun;
}

bool is_finished(const Match& match, const Notes& notes, const Stored& store) {
    const auto found = notes.find(tournament_note(match.key));
    if (found == notes.end()) return false;
    const auto kept = store::Tournaments(store).find(number_of<store::TournamentId>(found->second));
    return kept && kept->is_finished();
}

}  // namespace

Result<Work> left(const Experiment& experiment, const Design& design, const Stored& store) {
    Measurements kept(store);
    const auto notes = kept.notes();
    if (!notes) return notes.error();
    if (auto wrong = objection(experiment, design, *notes)) return *wrong;
    const auto measured = kept.all();
    if (!measured) return measured.error();
    std::set<std::pair<std::string, int>> there;
    for (const Measurement& row : *measured) there.insert({row.key, row.trial});
    Work work = experiment.work(design);
    std::erase_if(work.tasks, [&](const Task& task) {
        return there.contains({task.key, task.trial});
    });
    std::erase_if(work.matches,
                  [&](const Match& match) { return is_finished(match, *notes, store); });
    return work;
}

Result<bool> run(const Experiment& experiment, const Design& design, const Stored& store,
                 const Runner& runner, const std::atomic<bool>& stop) {
    const auto work = left(experiment, design, store);
    if (!work) return work.error();
    if (work->tasks.empty() && work->matches.empty()) return true;
    Measurements kept(store);
    const auto notes = kept.notes();
    if (!notes) return notes.error();
    if (auto error = note_conditions(kept, *notes, experiment, design, runner.conditions))
        return *error;
    if (work->prepare)
        if (auto error = work->prepare([&](std::uint64_t) { return !stop.load(); })) return *error;
    std::size_t done = 0;
    const std::size_t all = work->tasks.size() + work->matches.size();
    const auto progress = [&] {
        ++done;
        if (runner.on_progress) runner.on_progress(done, all);
    };
    if (auto error = TaskRun(work->tasks, kept, stop, progress).run(runner.concurrency))
        return *error;
    for (const Match& match : work->matches) {
        if (stop.load()) return false;
        const auto tournament = tournament_of(match, kept, *notes, store);
        if (!tournament) return tournament.error();
        if (auto error = runner.play(**tournament)) return *error;
        if ((*tournament)->is_finished()) progress();
    }
    return !stop.load() && done == all;
}

Result<Findings> read_findings(const Experiment& experiment, const std::string& directory,
                               const Stored& store) {
    Measurements kept(store);
    Findings findings;
    const auto notes = kept.notes();
    if (!notes) return notes.error();
    findings.notes = *notes;
    const auto scale = parse_scale(findings.note("scale"));
    if (!scale || findings.note("experiment") != experiment.name)
        return Error{"nothing of the experiment " + std::string(experiment.name) +
                     " is in the store: 'kalah lab run " + std::string(experiment.name) +
                     "' begins it"};
    findings.design = {*scale, number_of<std::uint64_t>(findings.note("seed")), directory};
    const auto measured = kept.all();
    if (!measured) return measured.error();
    for (const Measurement& row : *measured) findings.values[row.key].push_back(row.value);
    for (const Match& match : experiment.work(findings.design).matches) {
        const auto note = notes->find(tournament_note(match.key));
        if (note == notes->end()) continue;
        const auto tournament = arena::Tournament::load(
            store, number_of<store::TournamentId>(note->second), arena::Tournament::Use::look);
        if (!tournament) return tournament.error();
        PlayedMatch& played = findings.matches[match.key];
        played.plan = (*tournament)->plan();
        played.id = (*tournament)->id();
        played.finished = (*tournament)->is_finished();
        auto error =
            (*tournament)
                ->for_each_record([&](const arena::TournamentGame& game, const GameRecord& record) {
                    played.games.push_back(game);
                    played.records.push_back(record);
                    return true;
                });
        if (error) return *error;
    }
    const auto open = left(experiment, findings.design, store);
    if (!open) return open.error();
    findings.complete = open->tasks.empty() && open->matches.empty();
    return findings;
}

}  // namespace kalah::lab
