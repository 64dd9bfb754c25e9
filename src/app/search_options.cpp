#include "app/search_options.hpp"

#include <fmt/core.h>

#include "app/db_options.hpp"
#include "app/files.hpp"

namespace kalah::app {

Result<players::Spec> chosen_player(const std::string& argument, const std::string& text,
                                    const Setting& setting) {
    const std::string named = argument + " " + in_quotes(text) + ", ";
    auto spec = players::parse_player(text);
    if (!spec) return Error{named + to_text(spec.error()) + " ('kalah players' lists them)"};
    if (spec->kind == players::Kind::program)
        return Error{named +
                     "column 1: other programs play only in 'kalah match' and 'kalah tournament'"};
    const int pits = setting.start.width;
    if (const auto unfit = players::validate(*spec, pits)) return Error{named + to_text(*unfit)};
    if (const auto unfit = players::validate(*spec, {setting.rules, pits}))
        return Error{named + to_text(*unfit)};
    return spec;
}

players::PlayerResources default_resources() {
    return {default_db_directory(), read_file};
}

Result<players::Spec> equipped(std::string_view command, players::PlayerResources& resources,
                               const players::Spec& spec, const Setting& setting) {
    const auto with_book = resources.with_book(spec);
    if (!with_book) return with_book;
    auto opened = resources.with_database(*with_book, {setting.rules, setting.start.width});
    if (opened || !spec.default_database) return opened;
    fmt::print(stderr, "kalah {}: {}; continuing without a database\n", command,
               opened.error().message);
    return with_book;
}

std::string database_text(const players::Spec& spec) {
    if (!spec.settings.database) return "";
    return fmt::format("database up to {} seeds in {}", spec.settings.database->max_seeds(),
                       printable(spec.database_directory));
}

Json database_json(const players::Spec& spec) {
    if (!spec.settings.database) return {};
    return Json()
        .set("seeds", spec.settings.database->max_seeds())
        .set("directory", spec.database_directory);
}

void warn_of_damage(std::string_view command, const players::Spec& spec) {
    if (spec.settings.database && spec.settings.database->damaged())
        fmt::print(
            stderr,
            "kalah {}: {}: the database is damaged, parts of it were not used (see 'kalah db "
            "verify')\n",
            command, spec.database_directory);
}

}  // namespace kalah::app
