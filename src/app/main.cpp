#include "app/command.hpp"

int main(int argc, char** argv) {
    using namespace kalah::app;
    Program program;
    add_play(program);
    add_analyze(program);
    add_match(program);
    add_players(program);
    add_show(program);
    add_sow(program);
    add_rules(program);
    add_perft(program);
    add_reach(program);
    add_bench(program);
    return program.run(argc, argv);
}
