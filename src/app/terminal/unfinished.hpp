// The game at the terminal as it is kept while it is played, so that `kalah play --continue` goes
// on with it after the terminal, the program or the machine went away. One file, replaced
// atomically after every move, removed when the game is over. One thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "kalah/board.hpp"
#include "kalah/game.hpp"
#include "kalah/result.hpp"

namespace kalah::app {

struct Unfinished {
    Game game;
    PerSide<std::string> players;  // specifications
};

/// $XDG_DATA_HOME/kalah/unfinished.kalah, else in ~/.local/share/kalah; empty if neither is known.
[[nodiscard]] std::string unfinished_path();

/// Nothing if there is no such file.
[[nodiscard]] Result<std::optional<Unfinished>> read_unfinished(const std::string& path);

class GameKeeper {
  public:
    /// `on_error` is called once, if the game cannot be kept.
    GameKeeper(std::string path, PerSide<std::string> players, bool continues,
               std::function<void(const std::string&)> on_error)
        : path_(std::move(path)),
          players_(std::move(players)),
          has_file_(continues),
          on_error_(std::move(on_error)) {}

    /// To be called with the game at the beginning, of which nothing is written, and after each
    /// change of it.
    void changed(const Game& game);

  private:
    [[nodiscard]] std::optional<std::string> write(const Game& game) const;

    std::string path_;
    PerSide<std::string> players_;
    bool has_file_;  // the file is this game's
    bool begun_ = false;
    bool failed_ = false;
    std::function<void(const std::string&)> on_error_;
};

}  // namespace kalah::app
