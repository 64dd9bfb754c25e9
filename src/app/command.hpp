// What every subcommand's file offers: a function that adds it to the program. Subcommands print
// and choose exit codes; the layers below do neither.
#pragma once

#include <string_view>

#include "app/program.hpp"

namespace kalah::app {

inline constexpr int kOk = 0;
inline constexpr int kFailed = 1;
inline constexpr int kWrongUsage = 2;

void add_analyze(Program& program);
void add_bench(Program& program);
void add_book_commands(Program& program);
void add_db_commands(Program& program);
void add_games_commands(Program& program);
void add_join(Program& program);
void add_lab_list(Program& program);
void add_lab_report(Program& program);
void add_lab_run(Program& program);
void add_match(Program& program);
void add_players(Program& program);
void add_report(Program& program);
void add_resume(Program& program);
void add_rules(Program& program);
void add_serve(Program& program);
void add_show(Program& program);
void add_solve(Program& program);
void add_sow(Program& program);
void add_tournament(Program& program);
void add_perft(Program& program);
void add_reach(Program& program);
void add_play(Program& program);

/// Prints "kalah COMMAND: message" to standard error; returns kWrongUsage.
int wrong_usage(std::string_view command, std::string_view message);
/// The same for what is not the user's fault; returns kFailed.
int failed(std::string_view command, std::string_view message);

}  // namespace kalah::app
