#include "store/times_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kalah::store {
namespace {

constexpr double kMicroseconds = 1e6;
constexpr double kLongest = 1e15;  // some thirty years

/// Behind the time of a move, by MoveSource; nothing of a player.
constexpr std::string_view kLetters = " sbdpofr";

}  // namespace

std::string times_text(const std::vector<MoveNote>& notes) {
    std::string text;
    for (const MoveNote& note : notes) {
        if (!text.empty()) text += ' ';
        const double time = std::clamp(note.seconds * kMicroseconds, 0.0, kLongest);
        text += std::to_string(std::llround(std::isnan(time) ? 0.0 : time));
        if (const char letter = kLetters[static_cast<std::size_t>(note.source)]; letter != ' ')
            text += letter;
    }
    return text;
}

Result<std::vector<MoveNote>> parse_times(std::string_view text) {
    std::vector<MoveNote> notes;
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto here = [&] { return static_cast<int>(at - text.data()) + 1; };
    while (at != end) {
        std::uint64_t time = 0;
        const auto [next, code] = std::from_chars(at, end, time);
        if (code != std::errc() || static_cast<double>(time) > kLongest)
            return Error{"expected a time in microseconds", here()};
        at = next;
        MoveNote& note = notes.emplace_back();
        note.seconds = static_cast<double>(time) / kMicroseconds;
        if (const auto letter = at == end ? kLetters.npos : kLetters.find(*at, 1);
            letter != kLetters.npos) {
            note.source = static_cast<MoveSource>(letter);
            ++at;
        }
        if (at == end) break;
        if (*at != ' ' || ++at == end) return Error{"expected a blank and a time", here()};
    }
    return notes;
}

}  // namespace kalah::store
