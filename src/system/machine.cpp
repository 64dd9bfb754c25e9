#include "system/machine.hpp"

#include <stdlib.h>  // NOLINT: getloadavg is no part of <cstdlib>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <thread>

#include "system/files.hpp"

namespace kalah {
namespace {

/// What stands behind "name" and a colon in a file of /proc.
std::optional<std::string> property(const char* file, const std::string& name) {
    const auto text = read_file(file);
    if (!text) return std::nullopt;
    const std::size_t line = ("\n" + *text).find("\n" + name);
    if (line == std::string::npos) return std::nullopt;
    const std::size_t end = text->find('\n', line);
    const std::size_t begin = text->find_first_not_of(": \t", text->find(':', line));
    return begin < end ? std::optional(text->substr(begin, end - begin)) : std::nullopt;
}

}  // namespace

int processor_cores() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::uint64_t available_memory() {
    std::uint64_t kilobytes = 0;
    const std::string text = property("/proc/meminfo", "MemAvailable").value_or("");
    std::from_chars(text.data(), text.data() + text.size(), kilobytes);
    if (kilobytes > 0) return 1024 * kilobytes;
    return static_cast<std::uint64_t>(::sysconf(_SC_AVPHYS_PAGES)) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::string machine_text() {
    return property("/proc/cpuinfo", "model name").value_or("unknown processor") + ", " +
           std::to_string(processor_cores()) + " cores";
}

double machine_load() {
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? load : 0;
}

}  // namespace kalah
