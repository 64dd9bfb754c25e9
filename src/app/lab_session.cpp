#include "app/lab_session.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/core.h>

#include "app/arena_command.hpp"
#include "app/bench.hpp"
#include "app/command.hpp"
#include "app/follow.hpp"
#include "app/games_options.hpp"
#include "kalah/version.hpp"
#include "report/report.hpp"
#include "report/text.hpp"
#include "system/files.hpp"
#include "system/machine.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {

using lab::Experiment;

namespace {

const char* const kVersion = kalah::version().maker;

}  // namespace

std::string store_path(const std::string& directory, std::string_view experiment) {
    return directory + "/" + std::string(experiment) + ".sqlite";
}

Result<Json> write_reports(const Experiment& experiment, const std::string& directory,
                           const std::shared_ptr<store::Store>& store, Documents& documents) {
    const auto results = lab::read_results(experiment, directory, store);
    if (!results) return results.error();
    documents.push_back(
        {std::string(experiment.name), lab::document_of(experiment, *results, kVersion)});
    const report::Document& document = documents.back().document;
    const std::string path = directory + "/" + std::string(experiment.name);
    if (auto error = write_file(path + ".md", report::to_markdown(document), Existing::replace))
        return Error{*error};
    if (auto error = write_file(path + ".html", report::to_html(document), Existing::replace))
        return Error{*error};
    std::size_t games = 0;
    for (const auto& [key, match] : results->matches) games += match.games.size();
    std::size_t measurements = 0;
    for (const auto& [key, values] : results->values) measurements += values.size();
    return Json()
        .set("experiment", experiment.name)
        .set("complete", results->state == lab::State::complete)
        .set("games", games)
        .set("measurements", measurements)
        .set("markdown", path + ".md")
        .set("html", path + ".html");
}

void write_one_page(const std::string& directory, const Documents& documents, bool json) {
    if (documents.size() < 2) return;
    const std::string path = directory + "/" + kAll + ".html";
    const auto page = report::to_html(lab::document_of_all(documents, kVersion));
    if (auto error = write_file(path, page, Existing::replace)) throw failure(*error);
    if (!json) fmt::print("{}: {}\n", kAll, printable(path));
}

LabSession::LabSession(std::string_view name, const LabRunOptions& options, std::string command)
    : command_(std::move(command)),
      design_{options.scale, options.seed, options.out.value_or(kUsualOut)},
      concurrency_(options.concurrency > 0 ? static_cast<int>(options.concurrency)
                                           : processor_cores()),
      arena_(
          with_queue({name, options.json, options.concurrency, options.store, {}}, options.queue)) {
    arena_.concurrency = static_cast<std::uint64_t>(concurrency_);
}

Result<std::shared_ptr<store::Store>> LabSession::open(const Experiment& experiment) const {
    return store::Store::open(arena_.store.value_or(store_path(directory(), experiment.name)),
                              store::Access::write, now_milliseconds());
}

Result<double> LabSession::seconds_left(const Experiment& experiment) const {
    const int cores = std::min(concurrency_, processor_cores());
    const std::string path = store_path(directory(), experiment.name);
    if (!arena_.store && !std::filesystem::exists(path))
        return lab::estimated_seconds(experiment.workload(design_), cores);
    const auto store = open(experiment);
    if (!store) return store.error();
    const auto left = lab::left(experiment, design_, *store);
    if (!left) return Error{arena_.store.value_or(path) + ": " + left.error().message};
    return lab::estimated_seconds(*left, cores);
}

Result<Json> LabSession::run(const Experiment& experiment, const StopToken& stop) {
    const auto opened = open(experiment);
    if (!opened) return opened.error();
    const std::shared_ptr<store::Store>& store = *opened;
    lab::Runner runner;
    runner.conditions = {kVersion, machine_text(), machine_load, processor_cores(),
                         command_for(experiment)};
    runner.concurrency = concurrency_;
    runner.play = [&](arena::Tournament& tournament, const auto& entrants) {
        return play(store, tournament, entrants, stop);
    };
    if (arena_.queue) runner.delegation = delegation(experiment, store, stop);
    runner.on_progress = [&](std::size_t done, std::size_t all) {
        if (!progress_) progress_ = std::make_unique<Progress>("steps", all);
        progress_->show(done);
    };
    const auto complete = lab::run(experiment, design_, store, runner, stop);
    progress_.reset();
    const auto not_worked = own_ ? own_->end() : std::nullopt;
    own_.reset();
    if (!complete) return complete.error();
    if (not_worked) return *not_worked;
    auto written = write_reports(experiment, directory(), store, documents_);
    if (written && !*complete && !stop.requested())
        return Error{"incomplete; run the same command again to continue"};
    return written;
}

std::string LabSession::command_for(const Experiment& experiment) const {
    const std::string command = command_.empty() ? fmt::format("kalah lab run {} --scale {}",
                                                               experiment.name, name(design_.scale))
                                                 : command_;
    return fmt::format("{} --seed {} --concurrency {} --out-dir {}", command, design_.seed,
                       concurrency_, report::shell_word(directory()));
}

std::optional<Error> LabSession::play(const std::shared_ptr<store::Store>& store,
                                      arena::Tournament& tournament,
                                      const std::vector<arena::Entrant>& entrants,
                                      const StopToken& stop) {
    progress_ = std::make_unique<Progress>("games", tournament.scheduled());
    arena::TournamentEvents events;
    events.on_game = [&](const auto&, const auto&) { progress_->show(tournament.games().size()); };
    if (arena_.queue) join_in(store);
    auto error = arena_.queue
                     ? follow(
                           arena_, *store, tournament, events,
                           [&](const auto& text, const auto& event) { tell(text, event); }, stop)
                     : play_on(arena_, tournament, entrants, stop, events);
    progress_.reset();
    return error;
}

lab::Delegation LabSession::delegation(const Experiment& experiment,
                                       const std::shared_ptr<store::Store>& store,
                                       const StopToken& stop) {
    lab::Delegation delegation;
    delegation.add_files = [this](arena::Plan& plan) -> std::optional<Error> {
        const auto ready = arena::ready(plan);
        if (!ready) return ready.error();
        const auto files = files_of(arena_.name, plan, ready->setups);
        if (!files) return files.error();
        for (std::size_t i = 0; i < plan.entrants.size(); ++i) plan.entrants[i].files = (*files)[i];
        return std::nullopt;
    };
    delegation.tasks = [this, &experiment, store, &stop](
                           std::span<const lab::Task> tasks,
                           const std::function<void()>& on_done) -> std::optional<Error> {
        auto queue = lab::queue_of_tasks(*store);
        if (queue && !*queue) {
            const std::string signature = arena_.any_build ? "" : bench().signature;
            const auto id = lab::open_queue(*store, experiment, directory(), tasks, signature,
                                            now_milliseconds());
            if (!id) return id.error();
            queue = lab::queue_of_tasks(*store);
        }
        if (!queue) return queue.error();
        if (!*queue) return std::nullopt;  // it has ended meanwhile
        join_in(store);
        return follow_tasks(
            *store, **queue, on_done,
            [&](const auto& text, const auto& event) { tell(text, event); }, stop);
    };
    return delegation;
}

/// Not before this program has measured times: they are those of an idle machine.
void LabSession::join_in(const std::shared_ptr<store::Store>& store) {
    if (!own_)
        own_ = std::make_unique<OwnWorker>(arena_.name, store, static_cast<int>(arena_.slots));
}

void LabSession::tell(const std::string& text, const Json& event) {
    if (text == told_) return;
    told_ = text;
    if (progress_) progress_->finish();
    if (arena_.json)
        print_json(event);
    else
        fmt::print(stderr, "{}", text);
}

}  // namespace kalah::app
