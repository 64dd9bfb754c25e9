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
    const auto colour = [](const char* wish, int fd) {
        return *chosen_colour(DrawingOptions{wish}, fd) == Colour::yes;
    };
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
    CHECK_FALSE(colour("auto", pipes[1]));
    CHECK(colour("always", pipes[1]));
    CHECK_FALSE(colour("never", pipes[1]));
    CHECK_FALSE(chosen_colour(DrawingOptions{"blue"}, pipes[1]));
    if (terminal < 0) {  // a bare root without /dev/pts has no terminals to try
        MESSAGE("no pseudo-terminal here: only pipes were tried");
        return;
    }
    CHECK(colour("auto", terminal));
    CHECK_FALSE(colour("never", terminal));
    ::setenv("NO_COLOR", "1", 1);
    CHECK_FALSE(colour("auto", terminal));
    CHECK(colour("always", terminal));
    ::setenv("NO_COLOR", "", 1);
    CHECK(colour("auto", terminal));
    ::setenv("TERM", "dumb", 1);
    CHECK_FALSE(colour("auto", terminal));
    for (const int fd : {terminal, pipes[0], pipes[1]}) ::close(fd);
}
