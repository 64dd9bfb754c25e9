#include "app/command.hpp"

#include <cstdio>

#include <fmt/core.h>

namespace kalah::app {
namespace {

int complain(std::string_view command, std::string_view message, int code) {
    std::fflush(stdout);
    fmt::print(stderr, "kalah{}{}: {}\n", command.empty() ? "" : " ", command, message);
    return code;
}

}  // namespace

int wrong_usage(std::string_view command, std::string_view message) {
    return complain(command, message, kWrongUsage);
}

int failed(std::string_view command, std::string_view message) {
    return complain(command, message, kFailed);
}

}  // namespace kalah::app
