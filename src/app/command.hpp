// What every subcommand's file offers: a function that adds it to the program. Subcommands print
// and choose exit codes; the layers below do neither.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/program.hpp"
#include "kalah/result.hpp"
#include "system/json.hpp"

namespace kalah::app {

inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;
inline constexpr int kWrongUsage = 2;

void add_admin_commands(Program& program);
void add_analyze(Program& program);
void add_bench(Program& program);
void add_book_commands(Program& program);
void add_check(Program& program);
void add_completion_commands(Program& program);
void add_data_commands(Program& program);
void add_db_commands(Program& program);
void add_eval(Program& program);
void add_games_commands(Program& program);  // with the next three
void add_games_export(Program& program);
void add_games_import(Program& program);
void add_games_review(Program& program);
void add_jobs_commands(Program& program);
void add_join(Program& program);
void add_ladder(Program& program);
void add_lab_list(Program& program);
void add_lab_report(Program& program);
void add_lab_run(Program& program);
void add_lab_sweep(Program& program);
void add_man(Program& program);
void add_match(Program& program);
void add_page(Program& program);
void add_players(Program& program);
void add_puzzle_commands(Program& program);
void add_report(Program& program);
void add_resume(Program& program);
void add_rules(Program& program);
void add_serve(Program& program);
void add_show(Program& program);
void add_solve(Program& program);
void add_sow(Program& program);
void add_stats(Program& program);
void add_store_homes(Program& program);
void add_tournament(Program& program);
void add_tree(Program& program);
void add_worker(Program& program);
void add_perft(Program& program);
void add_reach(Program& program);
void add_play(Program& program);

/// Prints "kalah COMMAND: message" to standard error; returns kWrongUsage.
int wrong_usage(std::string_view command, std::string_view message);
/// The same for what is not the user's fault; returns kFailed.
int failed(std::string_view command, std::string_view message);

/// A command throws this, from anywhere, to end itself: Program::run prints the message as above
/// and returns the code, or that of the signal if there was one.
struct CommandError {
    int code;
    std::string message;  // empty if the output says it already
};
[[nodiscard]] inline CommandError usage_error(std::string message) {
    return {kWrongUsage, std::move(message)};
}
[[nodiscard]] inline CommandError failure(std::string message) {
    return {kFailed, std::move(message)};
}

/// Returns the value; on an error, ends the command as wrong usage or as a failure.
template <class T>
[[nodiscard]] T or_usage_error(Result<T> result) {
    if (!result) throw usage_error(result.error().message);
    return result.take();
}
template <class T>
[[nodiscard]] T or_failure(Result<T> result) {
    if (!result) throw failure(result.error().message);
    return result.take();
}
inline void or_failure(const std::optional<Error>& error) {
    if (error) throw failure(error->message);
}

/// As one line on standard output.
void print_json(const Json& json);

}  // namespace kalah::app
