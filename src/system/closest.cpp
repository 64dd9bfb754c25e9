#include "system/closest.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace kalah {
namespace {

/// The number of slips that make `b` of `a`: the optimal string alignment distance.
std::size_t slips(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

}  // namespace

std::string closest_name(std::string_view word, std::span<const std::string> names) {
    if (word.size() > 40) return {};
    std::string nearest;
    std::size_t least = word.size() / 3 + 1;
    for (const std::string& name : names)
        if (const std::size_t count = slips(word, name); count < least) {
            least = count;
            nearest = name;
        }
    const auto begins = [&](const std::string& name) { return name.starts_with(word); };
    if (nearest.empty() && word.size() >= 2 &&
        std::count_if(names.begin(), names.end(), begins) == 1)
        nearest = *std::find_if(names.begin(), names.end(), begins);
    return nearest;
}

std::string choices_text(std::string_view word, std::span<const std::string> names) {
    if (const std::string meant = closest_name(word, names); !meant.empty())
        return "did you mean " + meant + "?";
    std::string text = names.size() == 1 ? "there is " : "there are ";
    for (const std::string& name : names) text += (&name == names.data() ? "" : ", ") + name;
    return text;
}

}  // namespace kalah
