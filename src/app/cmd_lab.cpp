#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/core.h>

#include "app/arena_command.hpp"
#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/stop_token.hpp"
#include "kalah/version.hpp"
#include "lab/run.hpp"
#include "lab/sweep.hpp"
#include "lab/writing.hpp"
#include "report/report.hpp"
#include "report/text.hpp"
#include "system/files.hpp"
#include "system/json.hpp"
#include "system/machine.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

using lab::Experiment;

struct LabListOptions {
    bool json = false;
};
struct LabRunOptions {
    std::optional<std::string> name;
    lab::Scale scale = lab::Scale::quick;
    std::optional<std::string> out;
    std::uint64_t seed = 1;
    std::uint64_t concurrency = 0;
    bool json = false;
};
struct LabSweepOptions {
    lab::SweepPlan plan;
    LabRunOptions run;  // out, seed, concurrency, json
};
struct LabReportOptions {
    std::optional<std::string> name;
    std::optional<std::string> out;
    bool json = false;
};

constexpr const char* kUsualOut = "lab";
constexpr const char* kAll = "all";
constexpr int kUsualPositions = 60;
const char* const kVersion = kalah::version().maker;

/// One experiment, or all of them.
Result<std::vector<const Experiment*>> chosen_experiments(const std::string& name) {
    std::vector<const Experiment*> chosen;
    std::string names;
    for (const Experiment& experiment : lab::experiments()) {
        if (name == kAll || name == experiment.name) chosen.push_back(&experiment);
        names += std::string(experiment.name) + ", ";
    }
    if (chosen.empty())
        return Error{"no experiment " + in_quotes(name) + ": there are " + names + "and all"};
    return chosen;
}

std::string store_path(const std::string& directory, std::string_view experiment) {
    return directory + "/" + std::string(experiment) + ".sqlite";
}

/// The experiment of this name; a sweep is read from its store.
Result<Experiment> stored_experiment(const std::string& name,
                                     const std::shared_ptr<store::Store>& store) {
    if (name != lab::kSweep) {
        const auto found = chosen_experiments(name);
        if (!found) return found.error();
        return *found->front();
    }
    const auto notes = store->notes();
    if (!notes) return notes.error();
    return lab::sweep_in(lab::parameters_in(*notes));
}

/// The names of all experiments that a folder can hold, or the one that is asked for.
Result<std::vector<std::string>> reported_names(const std::string& name) {
    if (name == lab::kSweep) return std::vector<std::string>{name};
    const auto chosen = chosen_experiments(name);
    if (!chosen) return Error{chosen.error().message + "; and sweep"};
    std::vector<std::string> names;
    for (const Experiment* experiment : *chosen) names.emplace_back(experiment->name);
    if (name == kAll) names.emplace_back(lab::kSweep);
    return names;
}

/// What is wrong with a folder's name.
std::optional<std::string> out_objection(const std::string& directory) {
    if (directory.empty()) return "--out-dir wants the name of a folder";
    if (directory.find(',') != std::string::npos)
        return "--out-dir: players cannot name a database in a folder with a comma";
    return std::nullopt;
}

using Documents = std::vector<lab::NamedDocument>;

/// Writes both pages from the store; returns what was written. Appends the document to `documents`.
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

/// Writes one page with all documents, for reading and printing; not if there is only one.
void write_one_page(const std::string& directory, const Documents& documents, bool json) {
    if (documents.size() < 2) return;
    const std::string path = directory + "/" + kAll + ".html";
    const auto page = report::to_html(lab::document_of_all(documents, kVersion));
    if (auto error = write_file(path, page, Existing::replace)) throw failure(*error);
    if (!json) fmt::print("{}: {}\n", kAll, printable(path));
}

void act_lab_list(const LabListOptions& options) {
    Json all = Json::array();
    for (const Experiment& experiment : lab::experiments()) {
        Json scales = Json::object();
        std::string times;
        for (const auto scale :
             {lab::Scale::quick, lab::Scale::depth, lab::Scale::sound, lab::Scale::paper}) {
            const double seconds = lab::estimated_seconds(
                experiment.workload({scale, 1, kUsualOut}), processor_cores());
            scales.set(name(scale), seconds);
            times += fmt::format("{}{} {}", times.empty() ? "" : ", ", name(scale),
                                 elapsed_text(seconds));
        }
        if (options.json)
            all.push(Json()
                         .set("name", experiment.name)
                         .set("title", experiment.title)
                         .set("source", lab::source_text(experiment))
                         .set("seconds", scales));
        else
            fmt::print("{:<19} {}\n{:<19} {}; {}\n", experiment.name, experiment.title, "",
                       lab::source_text(experiment), times);
    }
    if (options.json) print_json(Json().set("experiments", all));
}

/// Runs the experiments of one command and keeps their documents.
class Session {
  public:
    /// `command` is the command line that repeats the experiment, without the options for how and
    /// where it runs; by default 'kalah lab run'.
    explicit Session(const LabRunOptions& options, std::string command = "")
        : command_(std::move(command)),
          design_{options.scale, options.seed, options.out.value_or(kUsualOut)},
          concurrency_(options.concurrency > 0 ? static_cast<int>(options.concurrency)
                                               : processor_cores()) {}

    [[nodiscard]] const std::string& directory() const { return design_.directory; }
    /// Of the experiments that were run.
    [[nodiscard]] const Documents& documents() const { return documents_; }

    [[nodiscard]] Result<std::shared_ptr<store::Store>> open(const Experiment& experiment) const {
        return store::Store::open(store_path(directory(), experiment.name), store::Access::write,
                                  now_milliseconds());
    }

    /// Estimates the seconds left to run from what the stores hold; creates no store.
    [[nodiscard]] Result<double> seconds_left(const Experiment& experiment) const {
        const int cores = std::min(concurrency_, processor_cores());
        const std::string path = store_path(directory(), experiment.name);
        if (!std::filesystem::exists(path))
            return lab::estimated_seconds(experiment.workload(design_), cores);
        const auto store = open(experiment);
        if (!store) return store.error();
        const auto left = lab::left(experiment, design_, *store);
        if (!left) return Error{path + ": " + left.error().message};
        return lab::estimated_seconds(*left, cores);
    }

    /// Runs an experiment; returns what was written. It is an error if the experiment is not
    /// complete though nobody stopped it.
    [[nodiscard]] Result<Json> run(const Experiment& experiment, const StopToken& stop) {
        const auto store = open(experiment);
        if (!store) return store.error();
        lab::Runner runner;
        runner.conditions = {kVersion, machine_text(), machine_load, processor_cores(),
                             command_for(experiment)};
        runner.concurrency = concurrency_;
        const ArenaCommand arena{"lab run", false, static_cast<std::uint64_t>(concurrency_), {}};
        std::unique_ptr<Progress> progress;
        runner.play = [&](arena::Tournament& tournament, const auto& entrants) {
            progress = std::make_unique<Progress>("games", tournament.scheduled());
            arena::TournamentEvents events;
            events.on_game = [&](const auto&, const auto&) {
                progress->show(tournament.games().size());
            };
            auto error = play_on(arena, tournament, entrants, stop, events);
            progress.reset();
            return error;
        };
        runner.on_progress = [&](std::size_t done, std::size_t all) {
            if (!progress) progress = std::make_unique<Progress>("steps", all);
            progress->show(done);
        };
        const auto complete = lab::run(experiment, design_, *store, runner, stop);
        progress.reset();
        if (!complete) return complete.error();
        auto written = write_reports(experiment, directory(), *store, documents_);
        if (written && !*complete && !stop.requested())
            return Error{"incomplete; run the same command again to continue"};
        return written;
    }

  private:
    [[nodiscard]] std::string command_for(const Experiment& experiment) const {
        const std::string command =
            command_.empty()
                ? fmt::format("kalah lab run {} --scale {}", experiment.name, name(design_.scale))
                : command_;
        return fmt::format("{} --seed {} --concurrency {} --out-dir {}", command, design_.seed,
                           concurrency_, report::shell_word(directory()));
    }

    std::string command_;
    lab::Design design_;
    int concurrency_;
    Documents documents_;
};

/// Prints how long the experiments will take, before they begin.
std::optional<Error> announce(const Session& session,
                              const std::vector<const Experiment*>& experiments) {
    double all = 0;
    for (const Experiment* experiment : experiments) {
        const auto seconds = session.seconds_left(*experiment);
        if (!seconds) return seconds.error();
        all += *seconds;
    }
    fmt::print(stderr, "{} in {}: about {} if the machine is idle\n",
               experiments.size() == 1 ? std::string(experiments.front()->name)
                                       : fmt::format("{} experiments", experiments.size()),
               session.directory(), elapsed_text(all));
    return std::nullopt;
}

/// Runs the experiments one after another; `command` names the subcommand in messages.
void run_experiments(const std::string& command, Session& session,
                     const std::vector<const Experiment*>& experiments, bool json) {
    if (const auto wrong = out_objection(session.directory())) throw usage_error(*wrong);
    std::error_code code;
    std::filesystem::create_directories(session.directory(), code);
    if (code) throw failure(session.directory() + ": " + code.message());
    or_failure(announce(session, experiments));
    const StopToken& stop = stop_on_signals();
    Json all = Json::array();
    for (const Experiment* experiment : experiments) {
        if (interrupted()) break;
        const auto start = std::chrono::steady_clock::now();
        const auto done = session.run(*experiment, stop);
        if (!done) throw failure(std::string(experiment->name) + ": " + done.error().message);
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        all.push(Json(*done).set("seconds", seconds));
        if (!json)
            fmt::print("{}: {}/{}.html and .md, {}\n", experiment->name,
                       printable(session.directory()), experiment->name, elapsed_text(seconds));
        std::fflush(stdout);  // hours may pass before the next line
    }
    write_one_page(session.directory(), session.documents(), json);
    if (json) print_json(Json().set("experiments", all));
    if (interrupted())
        fmt::print(stderr, "kalah {}: interrupted; run the same command again to continue\n",
                   command);
}

void act_lab_run(const LabRunOptions& options) {
    const auto experiments = or_usage_error(chosen_experiments(*options.name));
    Session session(options);
    run_experiments("lab run", session, experiments, options.json);
}

/// The command line that gives this plan.
std::string sweep_command(const lab::SweepPlan& plan) {
    std::string command = "kalah lab sweep --player " + report::shell_word(plan.player);
    for (const std::string& key : plan.vary) command += " --vary " + report::shell_word(key);
    command += " --against " + report::shell_word(plan.against) + " --rules " +
               report::shell_word(plan.rules) + " --board " + report::shell_word(plan.board);
    if (plan.games > 0) return command + fmt::format(" --games {}", plan.games);
    return command + fmt::format(" --positions {} --sowings {}..{}{}", plan.positions,
                                 plan.least_sowings, plan.most_sowings,
                                 plan.exact ? " --exact" : "");
}

void act_lab_sweep(const LabSweepOptions& options) {
    lab::SweepPlan plan = options.plan;
    if (plan.positions == 0 && plan.games == 0) plan.positions = kUsualPositions;
    if (const auto wrong = validate(plan)) throw usage_error(wrong->message);
    Session session(options.run, sweep_command(plan));
    const Experiment experiment = lab::sweep(plan);
    run_experiments("lab sweep", session, {&experiment}, options.run.json);
}

void act_lab_report(const LabReportOptions& options) {
    const std::string name = options.name.value_or(kAll);
    const auto names = or_usage_error(reported_names(name));
    const std::string directory = options.out.value_or(kUsualOut);
    if (const auto wrong = out_objection(directory)) throw usage_error(*wrong);
    Json all = Json::array();
    Documents documents;
    for (const std::string& each : names) {
        const std::string path = store_path(directory, each);
        if (name == kAll && !std::filesystem::exists(path)) continue;
        const auto store =
            or_failure(store::Store::open(path, store::Access::read, now_milliseconds()));
        const auto begun = lab::is_begun(store);
        if (!begun) throw failure(path + ": " + begun.error().message);
        if (name == kAll && !*begun) continue;
        const auto experiment = stored_experiment(each, store);
        if (!experiment) throw failure(path + ": " + experiment.error().message);
        const auto done = write_reports(*experiment, directory, store, documents);
        if (!done) throw failure(path + ": " + done.error().message);
        all.push(*done);
        if (!options.json) fmt::print("{0}: {1}/{0}.html and .md\n", each, printable(directory));
    }
    if (documents.empty())
        throw failure(directory + ": no experiment has been run there; see 'kalah lab run'");
    write_one_page(directory, documents, options.json);
    if (options.json) print_json(Json().set("experiments", all));
}

void declare_lab_list(Arguments& arguments, LabListOptions& options) {
    declare_json(arguments, options.json);
}

/// `tiny` is for tests: the help does not show it.
Field scale_field(lab::Scale& scale) {
    const std::string shown = "quick|depth|sound|paper";
    const auto parse = [shown](std::string_view text) -> Result<lab::Scale> {
        if (const auto parsed = lab::parse_scale(text)) return *parsed;
        return Error{"expected " + shown};
    };
    const auto write = [](lab::Scale held) { return std::string(lab::name(held)); };
    return parsed_field("scale", shown, scale, parse, write,
                        "quick (default): some minutes for all; depth: thesis as deep as\n"
                        "published, others as at sound or paper; sound: enough games to\n"
                        "decide; paper: as published");
}

/// Where and how experiments run.
void declare_run(Arguments& arguments, LabRunOptions& options) {
    arguments.field(text_field("out-dir", "DIR", options.out,
                               "directory of stores and reports (default: lab)"));
    arguments.field(number_field("seed", options.seed, {0, 1'000'000'000},
                                 "seed of all random numbers (default: 1)"));
    arguments.field(number_field("concurrency", options.concurrency, {1, 256},
                                 "games and untimed measurements at a time (default: all cores)"));
    declare_json(arguments, options.json);
}

void declare_lab_run(Arguments& arguments, LabRunOptions& options) {
    arguments.positional("experiment", options.name, "an experiment of 'kalah lab list', or all",
                         Arguments::Need::required);
    arguments.field(scale_field(options.scale));
    declare_run(arguments, options);
}

void declare_lab_sweep(Arguments& arguments, LabSweepOptions& options) {
    lab::SweepPlan& plan = options.plan;
    arguments.field(
        required(text_field("player", "SPEC", plan.player, "player whose settings are varied")));
    arguments.options("--vary", "KEY=VALUES", plan.vary,
                      "setting ('kalah players' lists them) and its values, limit=8,24,60 or\n"
                      "bonus=0..12; once or twice",
                      Arguments::Need::required);
    arguments.field(
        required(text_field("against", "SPEC", plan.against, "player to compare with")));
    arguments.field(text_field("rules", "RULES", plan.rules, "rules (default: empty-capture)"));
    arguments.field(text_field("board", "SIZE", plan.board, "board (default: 6x4)"));
    arguments.field(number_field("positions", plan.positions, {1, 100'000},
                                 "number of random positions to compare on (default: 60)"));
    arguments.field(range_field("sowings", plan.least_sowings, plan.most_sowings, {0, 1000},
                                "number of random sowings before each position (default: 14..35)"));
    arguments.field(
        flag_field("exact", plan.exact, "also count the seeds that moves lose, by the solver"));
    arguments.field(
        number_field("games", plan.games, {2, 100'000}, "compare in matches of N games instead"));
    declare_run(arguments, options.run);
}

void declare_lab_report(Arguments& arguments, LabReportOptions& options) {
    arguments.positional("experiment", options.name,
                         "an experiment, or sweep (default: all that were run)");
    arguments.field(
        text_field("out-dir", "DIR", options.out, "directory of the stores (default: lab)"));
    declare_json(arguments, options.json);
}

}  // namespace

void add_lab_list(Program& program) {
    program.add<LabListOptions>({"lab list", "list the experiments and how long they take",
                                 "Example:\n"
                                 "  kalah lab list\n"
                                 "The times are for idle cores, as many as this machine has."},
                                declare_lab_list, act_lab_list);
}

void add_lab_run(Program& program) {
    program.add<LabRunOptions>(
        {"lab run", "run an experiment and compare it with what was published",
         "Examples:\n"
         "  kalah lab run thesis\n"
         "  kalah lab run all --scale quick --out-dir results\n"
         "Writes DIR/NAME.html and DIR/NAME.md, and several on one page, DIR/all.html; games and\n"
         "measurements are stored in DIR/NAME.sqlite. After Ctrl-C, run the same command again\n"
         "to continue."},
        declare_lab_run, act_lab_run);
}

void add_lab_sweep(Program& program) {
    program.add<LabSweepOptions>(
        {"lab sweep", "try a grid of settings of a player",
         "Examples:\n"
         "  kalah lab sweep --player knowledge:eval=knowledge,depth=8 --vary limit=8,24,60 \\\n"
         "      --vary least=4,12,20 --against alphabeta:eval=knowledge,depth=8 --exact\n"
         "  kalah lab sweep --player alphabeta:eval=again,depth=5 --vary bonus=0..12 \\\n"
         "      --against alphabeta:eval=store,depth=5 --games 200 --out-dir bonus\n"
         "Each cell of the grid is compared with the other player: on positions by nodes, values,\n"
         "moves and seeds lost, in matches by score. Writes DIR/sweep.html and DIR/sweep.md with\n"
         "heat maps. After Ctrl-C, run the same command again to continue."},
        declare_lab_sweep, act_lab_sweep);
}

void add_lab_report(Program& program) {
    program.add<LabReportOptions>({"lab report", "write the reports again from the stores",
                                   "Example:\n"
                                   "  kalah lab report --out-dir results"},
                                  declare_lab_report, act_lab_report);
}

}  // namespace kalah::app
