#include "app/machine.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include <fmt/core.h>

#include "system/values.hpp"

namespace kalah::app {
namespace {

std::uint64_t available_memory() {
    std::ifstream info("/proc/meminfo");
    std::string name;
    std::uint64_t kilobytes = 0;
    for (std::string unit; info >> name >> kilobytes; std::getline(info, unit))
        if (name == "MemAvailable:") return 1024 * kilobytes;
    return static_cast<std::uint64_t>(::sysconf(_SC_AVPHYS_PAGES)) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void declare_threads(Arguments& arguments, std::uint64_t& threads) {
    arguments.number("--threads", threads, {1, 256}, "number of threads (default: all cores)");
}

int chosen_threads(std::uint64_t threads) {
    if (threads > 0) return static_cast<int>(threads);
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void declare_memory(Arguments& arguments, std::optional<std::string>& memory) {
    arguments.option("--memory", "SIZE", memory, "memory limit, such as 4G (default: free memory)");
}

Result<std::uint64_t> chosen_memory(const std::optional<std::string>& memory) {
    if (!memory) return available_memory();
    const auto size = parse_size_in_bytes(*memory);
    if (!size) return Error{"--memory: " + size.error().message};
    return std::uint64_t{*size};
}

std::string machine_text() {
    std::string processor = "unknown processor";
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name") && line.find(": ") != std::string::npos) {
            processor = line.substr(line.find(": ") + 2);
            break;
        }
    return fmt::format("{}, {} cores", processor, chosen_threads(0));
}

double machine_load() {
    double load = 0;
    std::ifstream("/proc/loadavg") >> load;
    return load;
}

std::string size_text(std::uint64_t bytes) {
    const auto size = static_cast<double>(bytes);
    if (bytes >= 1'000'000'000) return fmt::format("{:.2f} GB", size / 1e9);
    if (bytes >= 1'000'000) return fmt::format("{:.1f} MB", size / 1e6);
    return fmt::format("{:.1f} kB", size / 1e3);
}

}  // namespace kalah::app
