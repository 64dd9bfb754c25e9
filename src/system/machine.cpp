#include "system/machine.hpp"

#include <stdlib.h>  // NOLINT: getloadavg is no part of <cstdlib>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <thread>

#include "system/files.hpp"

namespace kalah {
namespace {

/// The text after "name" and a colon in a file of /proc.
std::optional<std::string> property(const char* file, const std::string& name) {
    const auto text = read_file(file);
    if (!text) return std::nullopt;
    const std::size_t line = ("\n" + *text).find("\n" + name);
    if (line == std::string::npos) return std::nullopt;
    const std::size_t end = text->find('\n', line);
    const std::size_t begin = text->find_first_not_of(": \t", text->find(':', line));
    return begin < end ? std::optional(text->substr(begin, end - begin)) : std::nullopt;
}

/// The same as a number, without its unit; 0 if there is none.
double number(const char* file, const std::string& name) {
    const std::string text = property(file, name).value_or("");
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string decimals(double value, int digits) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                   std::chars_format::fixed, digits);
    return {text.data(), end.ptr};
}

}  // namespace

int processor_cores() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::uint64_t available_memory() {
    const double kilobytes = number("/proc/meminfo", "MemAvailable");
    if (kilobytes > 0) return 1024 * static_cast<std::uint64_t>(kilobytes);
    return static_cast<std::uint64_t>(::sysconf(_SC_AVPHYS_PAGES)) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::string machine_text() {
    std::string text = property("/proc/cpuinfo", "model name").value_or("unknown processor") +
                       ", " + std::to_string(processor_cores()) + " cores";
    if (const double megahertz = number("/proc/cpuinfo", "cpu MHz"); megahertz > 0)
        text += " at " + decimals(megahertz / 1e3, 2) + " GHz";
    if (const double kilobytes = number("/proc/meminfo", "MemTotal"); kilobytes > 0)
        text += ", " + decimals(1024 * kilobytes / 1e9, 1) + " GB";
    if (utsname system{}; ::uname(&system) == 0)
        text += std::string(", ") + system.sysname + " " + system.release + " " + system.machine;
    return text;
}

double machine_load() {
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? load : 0;
}

}  // namespace kalah
