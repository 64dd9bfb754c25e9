// check: is a program fit for a tournament?
#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "app/arena_command.hpp"
#include "app/check_findings.hpp"
#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/notation.hpp"
#include "programs/check.hpp"
#include "programs/sandbox.hpp"
#include "system/machine.hpp"

namespace kalah::app {
namespace {

/// Small and large boards; games of full length are played on the first.
const std::vector<std::string> kBoards{"6x4", "3x3", "4x4", "6x6", "8x8", "12x12"};
constexpr int kMostAtATime = 4;

struct CheckCommand {
    CommonOptions common;
    std::optional<std::string> player;
    arena::Plan plan;  // its boards and limits
    std::uint64_t concurrency = 0;
};

programs::CheckPlan check_plan(const CheckCommand& command) {
    programs::CheckPlan plan;
    plan.rules = or_usage_error(chosen_rules(command.common)).rules;
    for (const std::string& text : command.plan.boards.empty() ? kBoards : command.plan.boards) {
        const auto board = parse_start(text);
        if (!board) throw usage_error("--board " + in_quotes(text) + ", " + to_text(board.error()));
        if (legal_moves(*board).empty())
            throw usage_error("--board " + in_quotes(text) + ": nothing to move");
        plan.boards.push_back(*board);
    }
    plan.concurrency = command.concurrency > 0 ? static_cast<int>(command.concurrency)
                                               : std::min(processor_cores(), kMostAtATime);
    return plan;
}

programs::CheckSubject subject_of(const arena::Entrant& entrant, const CheckCommand& command,
                                  const programs::CheckPlan& plan) {
    const auto parsed = players::parse_local_player(entrant.spec);
    if (!parsed)
        throw usage_error("player " + in_quotes(entrant.spec) + ", " + to_text(parsed.error()));
    const players::Spec& spec = *parsed;
    for (const Board& board : plan.boards)
        if (const auto error = players::validate(spec, board.width))
            throw usage_error("player " + in_quotes(entrant.spec) + ", " + to_text(*error));
    programs::CheckSubject subject{entrant.name};
    if (spec.kind == players::Kind::human) throw usage_error("a person cannot be checked");
    if (spec.kind == players::Kind::program) {
        subject.command = spec.command;
        subject.options = program_options(command.plan);
    } else {
        subject.make = [spec] { return players::make_player(spec); };
    }
    return subject;
}

Json result_json(const arena::Entrant& entrant, const CheckCommand& command,
                 const programs::CheckResult& result, const std::vector<Finding>& findings) {
    double slowest = 0;
    for (const programs::CheckedGame& game : result.games)
        slowest = std::max(slowest, game.slowest);
    const programs::Usage& peak = result.usage.peak;
    return Json()
        .set("name", entrant.name)
        .set("player", entrant.spec)
        .set("fit", is_fit(findings) && !interrupted())
        .set("games", result.games.size())
        .set("left_out", result.left_out.size())
        .set("seconds", result.seconds)
        .set("sandbox", command.plan.sandbox)
        .set("slowest_move", slowest)
        .set("memory", peak.memory)
        .set("processes", peak.processes)
        .set("threads", peak.threads)
        .set("findings", to_json(findings));
}

std::string verdict(const std::vector<Finding>& findings) {
    const auto count = [&](Finding::Status status) {
        return std::count_if(findings.begin(), findings.end(),
                             [&](const Finding& finding) { return finding.status == status; });
    };
    const auto failed = count(Finding::Status::failed);
    const auto warnings = count(Finding::Status::warning);
    if (interrupted()) return "interrupted: no verdict";
    if (failed > 0) return fmt::format("not fit for a tournament: {} failed", failed);
    if (warnings > 0)
        return fmt::format("fit for a tournament, with {} warning{}", warnings,
                           warnings == 1 ? "" : "s");
    return "fit for a tournament";
}

void act_check(const CheckCommand& command) {
    const arena::Entrant entrant = parse_entrant(*command.player);
    const programs::CheckPlan plan = check_plan(command);
    const programs::CheckSubject subject = subject_of(entrant, command, plan);
    if (command.plan.sandbox && subject.command) or_failure(programs::validate_sandbox());
    if (subject.command) warn_of_root("check", command.plan.sandbox);
    Progress progress("games", programs::check_tasks(plan).size());
    programs::CheckResult result;
    try {
        result = programs::check_program(subject, plan, stop_on_signals(),
                                         [&](std::size_t done) { progress.show(done); });
    } catch (const std::system_error& error) {
        throw failure(error.what());
    }
    progress.finish();
    const auto findings = check_findings(result, command.plan, subject.command.has_value());
    if (command.common.json)
        print_json(result_json(entrant, command, result, findings));
    else
        fmt::print("{}{}: {} ({} game{} in {:.1f} s)\n", to_text(findings), entrant.name,
                   verdict(findings), result.games.size(), result.games.size() == 1 ? "" : "s",
                   result.seconds);
    if (!is_fit(findings)) throw CommandError{kFailed, ""};
}

void declare_check(Arguments& arguments, CheckCommand& command) {
    arguments.positional("player", command.player,
                         "the program, cmd:COMMAND or NAME=cmd:COMMAND; or another player",
                         Arguments::Need::required);
    declare_program_limits(
        arguments, command.plan,
        {{"board", "boards of the tournament; whole games are played on the first\n(default: " +
                       fmt::format("{}", fmt::join(kBoards, ",")) + ")"}});
    arguments.field(number_field("concurrency", command.concurrency, {1, 64},
                                 "games at a time (default: as many as the cores allow, up to 4)"));
    declare_common(arguments, command.common);
}

}  // namespace

void add_check(Program& program) {
    program.add<CheckCommand>(
        {"check", "check whether a program is fit for a tournament",
         "Examples:\n"
         "  kalah check 'cmd:python3 bot.py'\n"
         "  kalah check Anna='cmd:cd anna && ./run' --sandbox --time 500ms --memory 512M\n"
         "  kalah check 'cmd:./bot' --board 6x4,8x8 --json\n"
         "Plays some 36 short games on six boards, from both sides, and from 20 positions, with "
         "the\n"
         "limits of a tournament. Prints what it found, and what to do about it. The exit code is\n"
         "0 if the program is fit, 1 if not. See docs/course.md."},
        declare_check, act_check);
}

}  // namespace kalah::app
