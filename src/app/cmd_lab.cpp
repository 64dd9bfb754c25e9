#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/lab_session.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "lab/run.hpp"
#include "lab/sweep.hpp"
#include "report/text.hpp"
#include "system/json.hpp"
#include "system/machine.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

using lab::Experiment;

struct LabListOptions {
    bool json = false;
};
struct LabSweepOptions {
    lab::SweepPlan plan;
    LabRunOptions run;  // without name and scale
};
struct LabReportOptions {
    std::optional<std::string> name;
    std::optional<std::string> out;
    std::optional<std::string> store;
    bool json = false;
};

constexpr int kUsualPositions = 60;

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

/// Checks the name of the folder for reports, and makes it if need be.
void make_directory(const std::string& directory, bool make) {
    if (directory.empty()) throw usage_error("--out-dir wants the name of a folder");
    if (directory.find(',') != std::string::npos)
        throw usage_error("--out-dir: players cannot name a database in a folder with a comma");
    if (!make) return;
    std::error_code code;
    std::filesystem::create_directories(directory, code);
    if (code) throw failure(directory + ": " + code.message());
}

/// The experiment that a store holds.
std::string name_in(const std::string& path) {
    const auto store =
        or_failure(store::Store::open(path, store::Access::read, now_milliseconds()));
    const auto experiment = lab::experiment_in(or_failure(store->notes()));
    if (!experiment) throw failure(path + ": " + experiment.error().message);
    return std::string(experiment->name);
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

/// Prints how long the experiments will take, before they begin.
std::optional<Error> announce(const LabSession& session,
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
void run_experiments(const std::string& command, LabSession& session,
                     const std::vector<const Experiment*>& experiments, bool json) {
    make_directory(session.directory(), true);
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
        fmt::print(
            stderr, "kalah {}: {}; run the same command again to continue\n", command,
            session.has_queue() ? "stopped following, and the workers go on" : "interrupted");
}

void act_lab_run(const LabRunOptions& options) {
    const auto experiments = or_usage_error(chosen_experiments(*options.name));
    if (options.store && experiments.size() > 1)
        throw usage_error("--store: one store holds one experiment, so name one");
    LabSession session("lab run", options);
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
    LabSession session("lab sweep", options.run, sweep_command(plan));
    const Experiment experiment = lab::sweep(plan);
    run_experiments("lab sweep", session, {&experiment}, options.run.json);
}

void act_lab_report(const LabReportOptions& options) {
    const std::string name =
        options.name.value_or(options.store ? name_in(*options.store) : std::string(kAll));
    const auto names = or_usage_error(reported_names(name));
    if (options.store && name == kAll) throw usage_error("--store: it holds one experiment");
    const std::string directory = options.out.value_or(kUsualOut);
    make_directory(directory, options.store.has_value());
    Json all = Json::array();
    Documents documents;
    for (const std::string& each : names) {
        const std::string path = options.store.value_or(store_path(directory, each));
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

void declare_lab_store(Arguments& arguments, std::optional<std::string>& store) {
    arguments.field(text_field("store", "FILE", store,
                               "store of the experiment, a file or a database (default:\n"
                               "DIR/NAME.sqlite)"));
}

/// Where and how experiments run.
void declare_run(Arguments& arguments, LabRunOptions& options) {
    arguments.field(text_field("out-dir", "DIR", options.out,
                               "directory of stores and reports (default: lab)"));
    arguments.field(number_field("seed", options.seed, {0, 1'000'000'000},
                                 "seed of all random numbers (default: 1)"));
    arguments.field(number_field("concurrency", options.concurrency, {1, 256},
                                 "games and untimed measurements at a time (default: all cores)"));
    declare_lab_store(arguments, options.store);
    declare_json(arguments, options.json);
    declare_queue(arguments, options.queue);
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
    declare_lab_store(arguments, options.store);
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
         "  kalah lab run thesis --queue --store postgresql://kalah@db.example/thesis\n"
         "Writes DIR/NAME.html and DIR/NAME.md, and several on one page, DIR/all.html; games and\n"
         "measurements are stored in DIR/NAME.sqlite. After Ctrl-C, run the same command again\n"
         "to continue. With --queue, 'kalah worker' on any machine plays the games and takes the\n"
         "measurements, except those of time (docs/many-machines.md)."},
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
