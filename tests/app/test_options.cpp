#include "app/options.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <initializer_list>

#include <fcntl.h>

using namespace kalah;
using namespace kalah::app;

TEST_CASE("colours are as told, else on terminals whose user wants them") {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    int pipes[2];
    REQUIRE(::pipe(pipes) == 0);
    using Wish = DrawingOptions::Wish;
    const auto colour = [](Wish wish, int fd) {
        return chosen_colour(DrawingOptions{wish}, fd) == Colour::yes;
    };
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
    CHECK_FALSE(colour(Wish::automatic, pipes[1]));
    CHECK(colour(Wish::always, pipes[1]));
    CHECK_FALSE(colour(Wish::never, pipes[1]));
    if (terminal < 0) {  // a bare root without /dev/pts has no terminals to try
        MESSAGE("no pseudo-terminal here: only pipes were tried");
        return;
    }
    CHECK(colour(Wish::automatic, terminal));
    CHECK_FALSE(colour(Wish::never, terminal));
    ::setenv("NO_COLOR", "1", 1);
    CHECK_FALSE(colour(Wish::automatic, terminal));
    CHECK(colour(Wish::always, terminal));
    ::setenv("NO_COLOR", "", 1);
    CHECK(colour(Wish::automatic, terminal));
    ::setenv("TERM", "dumb", 1);
    CHECK_FALSE(colour(Wish::automatic, terminal));
    for (const int fd : {terminal, pipes[0], pipes[1]}) ::close(fd);
}
