#include "players/resources.hpp"

#include <algorithm>
#include <filesystem>

#include "endgame/builder.hpp"
#include "files/database_files.hpp"
#include "players/book.hpp"

namespace kalah::players {
namespace {

/// What it takes to check 20 seeds with six pits several times over.
constexpr std::chrono::milliseconds kCheckAhead{250};

/// Seeds in a small database. With six pits it takes 0.2 s, under all rules.
int small_database_seeds(const Rules& rules) {
    constexpr int kFast = 16;
    constexpr int kByReference = 10;
    return endgame::Builder::covers(rules) ? kFast : kByReference;
}

bool has_use_for_one(const EngineOptions& settings) {
    return !settings.techniques.pure && value_per_seed(settings.eval) > 0;
}

bool is_there(const std::string& directory) {
    std::error_code ignored;
    return std::filesystem::is_directory(directory, ignored);
}

}  // namespace

Result<Spec> parse_local_player(std::string_view text) {
    auto spec = parse_player(text);
    if (spec || spec.error().code != "unknown_player") return spec;
    std::error_code ignored;
    if (text.find('/') != std::string_view::npos ||
        !std::filesystem::is_regular_file(text, ignored))
        return spec;
    Error error = spec.error();
    error.message = "no player " + in_quotes(text) + ": " + meant_command("./" + std::string(text));
    return error;
}

std::optional<Error> validate(const Spec& spec, const GameKind& game) {
    const std::string& directory = spec.database_directory;
    if (directory.empty()) return std::nullopt;
    if (!is_there(directory)) return error_at(spec, "db", "no such directory");
    if (files::highest_level({directory, game.rules, game.pits}) >= 0) return std::nullopt;
    return error_at(spec, "db",
                    "no database for " + to_text(game.rules) + " with " +
                        std::to_string(game.pits) + (game.pits > 1 ? " pits" : " pit"));
}

std::optional<Error> validate(const Spec& spec) {
    const std::string& directory = spec.database_directory;
    if (directory.empty()) return std::nullopt;
    if (!is_there(directory)) return error_at(spec, "db", "no such directory");
    if (files::has_levels(directory)) return std::nullopt;
    return error_at(spec, "db", "there is no database");
}

Result<Spec> PlayerResources::with_database(const Spec& spec, const GameKind& game) {
    Spec result = spec;
    const files::DatabaseLocation place{spec.default_database ? usual_ : spec.database_directory,
                                        game.rules, game.pits};
    result.database_directory.clear();
    if (place.directory.empty() || !has_use_for_one(spec.settings)) return result;
    if (files::highest_level(place) < 0) return result;
    result.database_directory = place.directory;
    for (const OpenedDatabase& opened : databases_) {
        if (opened.directory != place.directory || opened.database->rules() != game.rules ||
            opened.database->pits() != game.pits)
            continue;
        result.settings.database = opened.database;
        return result;
    }
    const auto database = files::open_database(place);
    if (!database) return database.error();
    (*database)->check_ahead(kCheckAhead);
    databases_.push_back({place.directory, *database});
    result.settings.database = *database;
    return result;
}

Result<Spec> PlayerResources::with_book(const Spec& spec) {
    Spec result = spec;
    const bool wanted = spec.default_book || !spec.book_file.empty();
    if (!wanted || spec.settings.techniques.pure) return result;
    for (const OpenedBook& opened : books_) {
        if (opened.file != spec.book_file) continue;
        result.book = opened.book;
        return result;
    }
    const auto text = spec.default_book ? Result<std::string>(std::string(default_book()))
                                        : read_file_(spec.book_file);
    if (!text) return text.error();
    const auto book = Book::parse(*text);
    if (!book) return Error{spec.book_file + ": " + to_text(book.error())};
    books_.push_back({spec.book_file, std::make_shared<const Book>(*book)});
    result.book = books_.back().book;
    return result;
}

std::shared_ptr<const EndgameDatabase> SmallDatabases::for_game(const GameKind& game) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& known) {
        return known.game.rules == game.rules && known.game.pits == game.pits;
    });
    if (found != known_.end()) {
        std::rotate(found, found + 1, known_.end());
        return known_.back().database;
    }
    const auto built =
        EndgameDatabase::build(game.rules, game.pits, small_database_seeds(game.rules), 1);
    if (known_.size() == kMostKinds) known_.erase(known_.begin());
    known_.push_back({game, built ? *built : nullptr});
    return known_.back().database;
}

ValueSources sources_of(const Spec& equipped, const GameKind& game,
                        std::shared_ptr<SmallDatabases> small) {
    ValueSources sources(equipped.settings);
    sources.book = equipped.book;
    if (equipped.default_database)
        sources.small_database = [small = std::move(small), game] { return small->for_game(game); };
    return sources;
}

}  // namespace kalah::players
