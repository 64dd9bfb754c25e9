#include "system/wall_clock.hpp"

#include <chrono>
#include <ctime>

namespace kalah {

std::int64_t now_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string utc_time(std::int64_t milliseconds) {
    const auto seconds = static_cast<std::time_t>(milliseconds / 1000);
    std::tm parts{};
    char text[40];
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S.", &parts);
    return std::string(text, size) + std::to_string(1000 + milliseconds % 1000).substr(1) + 'Z';
}

}  // namespace kalah
