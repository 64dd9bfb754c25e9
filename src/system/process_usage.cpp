#include "system/process_usage.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

namespace kalah {
namespace {

/// The second number of /proc/self/statm: pages in memory.
std::uint64_t resident_pages() {
    const int fd = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    std::array<char, 128> text{};
    const ssize_t size = ::read(fd, text.data(), text.size() - 1);
    ::close(fd);
    if (size <= 0) return 0;
    char* end = nullptr;
    static_cast<void>(std::strtoull(text.data(), &end, 10));
    return std::strtoull(end, nullptr, 10);
}

std::uint64_t open_files() {
    std::error_code error;
    std::uint64_t count = 0;
    for (std::filesystem::directory_iterator at("/proc/self/fd", error), end; !error && at != end;
         at.increment(error))
        ++count;
    return count;
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

ProcessUsage process_usage() {
    ProcessUsage usage;
    usage.resident_bytes = resident_pages() * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    usage.open_files = open_files();
    rusage times{};
    if (::getrusage(RUSAGE_SELF, &times) == 0)
        usage.cpu_seconds = seconds(times.ru_utime) + seconds(times.ru_stime);
    return usage;
}

}  // namespace kalah
