#include "players/untrusted.hpp"

#include <algorithm>
#include <string>

namespace kalah::players {
namespace {

constexpr std::size_t kLongestSpec = 200;
constexpr std::size_t kLargestTable = std::size_t{64} << 20;

std::optional<Error> unfit(const Spec& spec, UntrustedUse use, std::chrono::milliseconds most) {
    if (spec.kind == Kind::human) return Error{"a person is no player of the program", 1};
    if (spec.kind == Kind::program) return Error{"programs cannot be run from here", 1};
    if (use == UntrustedUse::analyze && spec.kind != Kind::engine)
        return Error{"it must be a player that searches", 1};
    if (!spec.database_directory.empty()) return error_at(spec, "db", "only default or none here");
    if (!spec.book_file.empty()) return error_at(spec, "book", "only default or none here");
    const EngineOptions& settings = spec.settings;
    if (settings.threads > 1) return error_at(spec, "threads", "only 1 here");
    if (settings.table_bytes > kLargestTable)
        return error_at(spec, find_given(spec, "memory") != nullptr ? "memory" : "tt",
                        "at most 64M here");
    if (settings.limits.time && *settings.limits.time > most)
        return error_at(spec, "time", "at most " + std::to_string(most.count()) + "ms here");
    if (use == UntrustedUse::analyze && value_per_seed(settings.eval) == 0)
        return error_at(spec, "eval", "only one that counts in seeds here");
    return std::nullopt;
}

/// There is no such player: names those that may be used here.
Error unknown(Error error, UntrustedUse use, std::chrono::milliseconds most) {
    std::string names;
    for (const Listing& each : list_players())
        if (const auto spec = parse_player(each.name); spec && !unfit(*spec, use, most))
            names += std::string(each.name) + ", ";
    error.message = "there is no such player here; there are " + names +
                    (use == UntrustedUse::play ? "level1 to level10" : "level8 to level10");
    return error;
}

}  // namespace

Result<Spec> untrusted_player(std::string_view text, int pits, UntrustedUse use,
                              std::chrono::milliseconds most) {
    if (text.size() > kLongestSpec)
        return Error{"a player in more than " + std::to_string(kLongestSpec) + " letters",
                     static_cast<int>(kLongestSpec) + 1};
    auto parsed = parse_player(text);
    if (!parsed && parsed.error().code == "unknown_player")
        return unknown(parsed.error(), use, most);
    if (!parsed) return parsed;
    Spec spec = *parsed;
    if (auto error = unfit(spec, use, most)) return *error;
    if (auto error = validate(spec, pits)) return *error;
    if (spec.kind == Kind::engine)
        spec.settings.limits.time = std::min(spec.settings.limits.time.value_or(most), most);
    return spec;
}

Spec UntrustedResources::equipped(const Spec& spec, const GameKind& game) {
    const std::lock_guard lock(mutex_);
    const auto with_book = resources_.with_book(spec);
    const Spec& before = with_book ? *with_book : spec;
    const auto with_both = resources_.with_database(before, game);
    return with_both ? *with_both : before;
}

}  // namespace kalah::players
