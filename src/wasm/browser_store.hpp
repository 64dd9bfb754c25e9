// BrowserStore: the games of a page without a server. They are in memory while the page is open;
// each change is told as a text, which the page keeps in its browser and gives back when it opens
// again. One thread.
#pragma once

#include <functional>
#include <map>

#include "server/options.hpp"

namespace kalah::wasm {

class BrowserStore final : public store::Readable {
  public:
    /// Keeps the text of a game under its name, or forgets it if there is none.
    using Keep = std::function<void(const std::string& name, const std::optional<std::string>&)>;
    explicit BrowserStore(Keep keep) : keep_(std::move(keep)) {}

    /// A game that was kept. One that cannot be read is left out.
    void restore(std::string_view text);
    /// A finished game gets a number.
    std::optional<StoredGameId> write(const store::JournalEntry& entry);
    /// Tells what has changed since the last call.
    void flush();

    Result<std::vector<store::GameSummary>> list(const store::GameFilter& filter) override;
    Result<store::StoredGame> load(StoredGameId id) override;
    Result<std::vector<store::PlayerRecord>> players() override;
    Result<std::optional<store::SavedGame>> take_saved_game(const std::string& name) override;
    Result<std::vector<store::SavedMove>> saved_moves(const std::string& name) override;
    /// There are no tournaments in a browser.
    Result<store::StoredTournament> tournament(std::optional<store::TournamentId> id) override;
    Result<std::vector<store::StoredTournament>> tournaments(std::size_t limit) override;
    Result<std::vector<store::TournamentResult>> results(store::TournamentId id,
                                                         std::size_t from) override;

  private:
    struct Kept {
        store::SavedGame game;
        std::vector<store::SavedMove> moves = {};
        std::optional<GameRecord> record = {};  // when it is over
        bool changed = false;
    };
    [[nodiscard]] static std::string to_text(const Kept& kept);
    [[nodiscard]] static std::optional<Kept> read(std::string_view text);
    void trim(const store::SavedTrim& trim);

    Keep keep_;
    std::map<std::string, Kept> games_;  // by name
    std::vector<std::string> erased_;
    StoredGameId last_number_ = 0;
};

}  // namespace kalah::wasm
