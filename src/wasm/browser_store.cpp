#include "wasm/browser_store.hpp"

#include <algorithm>

#include "referee/game_input.hpp"
#include "referee/game_json.hpp"

namespace kalah::wasm {
namespace {

/// The same as an array: pit, seconds, source, comment, depth, takeover.
Json move_text(const store::SavedMove& move) {
    return Json::array()
        .push(move.pit)
        .push(move.note.seconds)
        .push(name(move.note.source))
        .push(move.note.comment)
        .push(move.note.depth)
        .push(move.note.takeover);
}

store::SavedMove read_move(const Json& json) {
    const auto parts = json.items();
    const auto number = [&](std::size_t i) {
        return i < parts.size() ? parts[i].as_number().value_or(0) : 0;
    };
    const auto text = [&](std::size_t i) {
        return i < parts.size() ? parts[i].as_string().value_or("") : "";
    };
    store::SavedMove move{static_cast<int>(number(0)), {number(1), text(3)}};
    move.note.source = parse_move_source(text(2)).value_or(MoveSource::player);
    move.note.depth = static_cast<int>(number(4));
    move.note.takeover = static_cast<int>(number(5));
    return move;
}

std::int64_t whole(const Json& json, std::string_view key) {
    const auto found = json.find(key);
    return found ? found->as_integer().value_or(0) : 0;
}

store::GameSummary summary_of(StoredGameId number, const GameRecord& record) {
    store::GameSummary summary{number, "browser", record.names};
    summary.rules = to_text(record.game.rules());
    summary.start = start_text(record.game.start());
    summary.started = record.started;
    summary.finished = record.finished;
    summary.ending = record.ending;
    summary.loser = record.loser;
    for (const Side side : kBothSides)
        summary.points[side == Side::south ? 0 : 1] = record.points(side);
    summary.plies = static_cast<int>(record.game.played().size());
    summary.faults = static_cast<int>(record.faults.size());
    return summary;
}

Error not_here() {
    return Error{"there is no server here"};
}

}  // namespace

std::string BrowserStore::to_text(const Kept& kept) {
    Json moves = Json::array();
    if (!kept.record)
        for (const store::SavedMove& move : kept.moves) moves.push(move_text(move));
    return Json::object()
        .set("name", kept.game.name)
        .set("state", kept.game.state)
        .set("changed", kept.game.changed)
        .set("retention", static_cast<int>(kept.game.retention))
        .set("number", kept.game.number ? Json(*kept.game.number) : Json())
        .set("moves", std::move(moves))
        .set("record", kept.record ? record_json(*kept.record) : Json())
        .line();
}

std::optional<BrowserStore::Kept> BrowserStore::read(std::string_view text) {
    const auto json = Json::parse(text);
    if (!json) return std::nullopt;
    const auto words = [&](std::string_view key) {
        const auto found = json->find(key);
        return found ? found->as_string().value_or("") : "";
    };
    Kept kept{{words("name"), words("state"), whole(*json, "changed")}};
    if (kept.game.name.empty()) return std::nullopt;
    kept.game.retention = static_cast<store::RetentionClass>(
        std::clamp<std::int64_t>(whole(*json, "retention"), 0, 2));
    if (const auto moves = json->find("moves"))
        for (const Json& move : moves->items()) kept.moves.push_back(read_move(move));
    const auto record = json->find("record");
    if (!record || record->is_null()) return kept;
    const auto read = parse_record(*record);
    if (!read || whole(*json, "number") < 1) return std::nullopt;
    kept.record = *read;
    kept.game.number = whole(*json, "number");
    return kept;
}

void BrowserStore::restore(std::string_view text) {
    auto kept = read(text);
    if (!kept) return;
    last_number_ = std::max(last_number_, kept->game.number.value_or(0));
    games_.insert_or_assign(kept->game.name, std::move(*kept));
}

std::optional<StoredGameId> BrowserStore::write(const store::JournalEntry& entry) {
    if (const auto* saved = std::get_if<store::SavedGame>(&entry)) {
        Kept& kept = games_[saved->name];
        const auto number = kept.game.number;
        kept.game = *saved;
        if (!kept.game.number) kept.game.number = number;
        kept.changed = true;
    } else if (const auto* move = std::get_if<store::JournalMove>(&entry)) {
        Kept& kept = games_[move->game.text];
        kept.game.name = move->game.text;
        kept.moves.resize(std::max(kept.moves.size(), move->ply + 1));
        kept.moves[move->ply] = {move->pit, move->note};
        kept.changed = true;
    } else if (const auto* back = std::get_if<store::JournalTakeBack>(&entry)) {
        Kept& kept = games_[back->game.text];
        kept.game.name = back->game.text;
        kept.moves.resize(std::min(kept.moves.size(), back->keep));
        kept.changed = true;
    } else if (const auto* over = std::get_if<store::FinishedGame>(&entry)) {
        Kept& kept = games_[over->state.name];
        const auto number = kept.game.number ? *kept.game.number : ++last_number_;
        kept.game = over->state;
        kept.game.number = number;
        kept.record = over->record;
        kept.changed = true;
        return number;
    } else if (const auto* limits = std::get_if<store::SavedTrim>(&entry)) {
        trim(*limits);
    }
    return std::nullopt;
}

/// Unfinished games stay longer than finished ones, newer longer than older.
void BrowserStore::trim(const store::SavedTrim& limits) {
    std::vector<const Kept*> all;
    for (const auto& [name, kept] : games_) all.push_back(&kept);
    std::sort(all.begin(), all.end(), [](const Kept* a, const Kept* b) {
        return std::pair(a->game.retention, a->game.changed) >
               std::pair(b->game.retention, b->game.changed);
    });
    for (std::size_t i = limits.of_host; i < all.size(); ++i) erased_.push_back(all[i]->game.name);
    for (const std::string& name : erased_) games_.erase(name);
}

void BrowserStore::flush() {
    for (const std::string& name : std::exchange(erased_, {})) keep_(name, std::nullopt);
    for (auto& [name, kept] : games_)
        if (std::exchange(kept.changed, false)) keep_(name, to_text(kept));
}

Result<std::vector<store::GameSummary>> BrowserStore::list(const store::GameFilter& filter) {
    std::vector<store::GameSummary> found;
    for (const auto& [name, kept] : games_) {
        if (!kept.record || (filter.before && *kept.game.number >= *filter.before)) continue;
        found.push_back(summary_of(*kept.game.number, *kept.record));
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.id > b.id; });
    if (found.size() > filter.limit) found.resize(filter.limit);
    return found;
}

Result<store::StoredGame> BrowserStore::load(StoredGameId id) {
    for (const auto& [name, kept] : games_)
        if (kept.record && kept.game.number == id)
            return store::StoredGame{id, "browser", *kept.record};
    return Error{"there is no game " + std::to_string(id)};
}

Result<std::vector<store::PlayerRecord>> BrowserStore::players() {
    return not_here();
}

Result<std::optional<store::SavedGame>> BrowserStore::take_saved_game(const std::string& name) {
    const auto found = games_.find(name);
    return found == games_.end() ? std::nullopt : std::optional(found->second.game);
}

Result<std::vector<store::SavedMove>> BrowserStore::saved_moves(const std::string& name) {
    const auto found = games_.find(name);
    return found == games_.end() ? std::vector<store::SavedMove>() : found->second.moves;
}

Result<store::StoredTournament> BrowserStore::tournament(std::optional<store::TournamentId>) {
    return not_here();
}

Result<std::vector<store::StoredTournament>> BrowserStore::tournaments(std::size_t) {
    return not_here();
}

Result<std::vector<store::TournamentResult>> BrowserStore::results(store::TournamentId,
                                                                   std::size_t) {
    return not_here();
}

}  // namespace kalah::wasm
