#include "app/command.hpp"
#include "programs/supervisor.hpp"

int main(int argc, char** argv) {
    using namespace kalah::app;
    if (const auto code = kalah::programs::supervisor_or_relay(argc, argv)) return *code;
    Program program;
    add_play(program);
    add_analyze(program);
    add_solve(program);
    add_match(program);
    add_tournament(program);
    add_resume(program);
    add_report(program);
    program.add_family("lab", "repeat the published experiments");
    add_lab_list(program);
    add_lab_run(program);
    add_lab_report(program);
    add_join(program);
    program.add_family("games", "list, show, export and replay games that were kept");
    add_games_list(program);
    add_games_show(program);
    add_games_replay(program);
    add_games_export(program);
    add_serve(program);
    add_players(program);
    add_show(program);
    add_sow(program);
    add_rules(program);
    add_perft(program);
    add_reach(program);
    program.add_family("db", "build, verify and ask databases of positions with few seeds");
    add_db_build(program);
    add_db_verify(program);
    add_db_info(program);
    add_db_probe(program);
    add_db_pack(program);
    add_db_unpack(program);
    program.add_family("book", "work out and ask opening books");
    add_book_build(program);
    add_book_info(program);
    add_book_probe(program);
    add_bench(program);
    return program.run(argc, argv);
}
