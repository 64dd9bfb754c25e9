#include "report/repeat.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/text.hpp"

namespace kalah::report {
namespace {

using arena::Kind;
using arena::Plan;

std::string entrant_word(const arena::Entrant& entrant) {
    return shell_word(entrant.name == entrant.spec ? entrant.spec
                                                   : entrant.name + "=" + entrant.spec);
}

/// Whether entrant_word says it: the program takes what stands before the first '=' for the name,
/// unless a ':' comes earlier, and words with '-' in front for options.
bool can_be_word(const arena::Entrant& entrant) {
    const std::size_t equals = entrant.spec.find('=');
    if (entrant.name == entrant.spec)
        return equals == std::string::npos || entrant.spec.find(':') < equals;
    return entrant.name.find_first_of(":=") == std::string::npos && entrant.name.front() != '-';
}

/// --time is also for engines that name no limit of their own: they would get one.
bool names_its_limit(const arena::Entrant& entrant) {
    if (entrant.spec.starts_with("cmd:")) return true;
    for (const char* limit : {"time=", "depth=", "nodes="})
        if (entrant.spec.find(limit) != std::string::npos) return true;
    return false;
}

/// Whether arguments can say all of the plan.
bool can_be_words(const Plan& plan) {
    const Plan usual;
    if (!plan.opening_lines.empty()) return false;
    if (plan.kind != Kind::match && plan.games == 0) return false;  // they would be the usual 12
    for (const auto time : {plan.program_time, plan.margin, plan.start_time})
        if (time.count() == 0) return false;
    const auto& entrants = plan.entrants;
    if (plan.program_time != usual.program_time &&
        !std::all_of(entrants.begin(), entrants.end(), names_its_limit))
        return false;
    return std::all_of(entrants.begin(), entrants.end(), can_be_word);
}

/// "standard,majority-stop=yes" as " --rules standard --majority-stop yes".
std::string rules_words(const std::string& rules) {
    std::string words = " --rules ";
    for (std::size_t at = 0; at < rules.size();) {
        const std::size_t end = std::min(rules.find(',', at), rules.size());
        std::string part = rules.substr(at, end - at);
        if (at > 0) {
            if (const std::size_t equals = part.find('='); equals != std::string::npos)
                part[equals] = ' ';
            words += " --";
        }
        words += part;
        at = end + 1;
    }
    return words;
}

std::string terms_words(const Plan& plan) {
    const Plan usual;
    std::string words;
    const auto time = [&](const char* option, auto value, auto usually) {
        if (value != usually) words += fmt::format(" --{} {}ms", option, value.count());
    };
    time("time", plan.program_time, usual.program_time);
    time("margin", plan.margin, usual.margin);
    time("start-time", plan.start_time, usual.start_time);
    time("cpu-time", plan.cpu_time, usual.cpu_time);
    if (plan.memory > 0) words += fmt::format(" --memory {}K", plan.memory / 1024);
    if (plan.sandbox) words += " --sandbox";
    if (plan.max_faults > 0) words += fmt::format(" --max-faults {}", plan.max_faults);
    return words;
}

}  // namespace

std::string repeat_command(const Plan& plan) {
    if (!can_be_words(plan)) return std::string(kFromFile);
    std::string command = plan.kind == Kind::match ? "kalah match" : "kalah tournament";
    for (const arena::Entrant& entrant : plan.entrants) command += " " + entrant_word(entrant);
    if (plan.kind != Kind::match && plan.kind != Kind::round_robin)
        command += fmt::format(" --kind {}", name(plan.kind));
    if (plan.rounds > 0) command += fmt::format(" --rounds {}", plan.rounds);
    if (plan.games > 0) command += fmt::format(" --games {}", plan.games);
    command += " --board " + shell_word(fmt::format("{}", fmt::join(plan.boards, ",")));
    command += rules_words(plan.rules);
    command += " --openings " + shell_word(plan.openings);
    if (plan.sprt)
        command += fmt::format(" --sprt elo0={},elo1={},alpha={},beta={}", plan.sprt->elo0,
                               plan.sprt->elo1, plan.sprt->alpha, plan.sprt->beta);
    return command + terms_words(plan) + fmt::format(" --seed {}", plan.seed);
}

}  // namespace kalah::report
