#ifdef KALAH_STATIC
#include <nss.h>
#endif

#include "app/command.hpp"
#include "programs/supervisor.hpp"

int main(int argc, char** argv) {
    using namespace kalah::app;
#ifdef KALAH_STATIC
    // These come with the C library that is linked in. Others would load the system's own, which
    // may be of another version.
    ::__nss_configure_lookup("hosts", "files dns");
    ::__nss_configure_lookup("passwd", "files");
    ::__nss_configure_lookup("group", "files");
#endif
    if (const auto code = kalah::programs::supervisor_or_relay(argc, argv)) return *code;
    Program program;
    add_play(program);
    add_puzzle_commands(program);
    add_analyze(program);
    add_tree(program);
    add_eval(program);
    add_solve(program);
    add_match(program);
    add_tournament(program);
    add_resume(program);
    add_worker(program);
    add_jobs_commands(program);
    add_report(program);
    add_check(program);
    add_ladder(program);
    program.add_family("lab", "repeat the published experiments and run new ones");
    add_lab_list(program);
    add_lab_run(program);
    add_lab_sweep(program);
    add_lab_report(program);
    add_data_commands(program);
    add_stats(program);
    add_join(program);
    add_games_commands(program);
    program.add_family("store", "look after the store of games");
    add_store_homes(program);
    add_serve(program);
    add_page(program);
    add_admin_commands(program);
    add_players(program);
    add_show(program);
    add_sow(program);
    add_rules(program);
    add_perft(program);
    add_reach(program);
    add_db_commands(program);
    add_book_commands(program);
    add_bench(program);
    add_man(program);
    add_completion_commands(program);
    return program.run(argc, argv);
}
