#include "app/command.hpp"

#include <cstdio>
#include <string>

#include <fmt/format.h>

namespace kalah::app {
namespace {

int complain(std::string_view command, std::string_view message, int code) {
    std::fflush(stdout);
    std::string line;  // one line, whatever was quoted from the input
    for (const char c : message) line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    line = fmt::format("kalah{}{}: {}\n", command.empty() ? "" : " ", command, line);
    std::fputs(line.c_str(), stderr);  // does not throw where it cannot be written
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
