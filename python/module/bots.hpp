// Players written in Python, and players of ours on a thread that Python's Ctrl-C can interrupt.
// Everything here is called without Python's lock, by the thread that plays.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "module/common.hpp"
#include "referee/player.hpp"

namespace kalah::python {

/// What to raise when the games have ended: Ctrl-C, or another exception that is no fault of a bot.
class Pending {
  public:
    explicit Pending(Stop stop) : stop_(std::move(stop)) {}
    /// Keeps the exception and requests the stop. With Python's lock.
    void keep(const py::error_already_set& error) {
        if (!error_) error_.emplace(error);
        stop_.token->request();
    }
    [[nodiscard]] const Stop& stop() const { return stop_; }
    /// With Python's lock.
    void raise() const {
        if (error_) throw py::error_already_set(*error_);
    }

  private:
    Stop stop_;
    std::optional<py::error_already_set> error_;
};

/// What a bot answered: a pit from 0, which may be illegal, or why there is none.
struct BotAnswer {
    std::optional<int> pit = {};
    std::string fault = {};  // the last line of the traceback, which was printed
    bool ends_all = false;   // `pending` has the exception
};
/// Asks a bot for a move; it finds the rules and its time in seconds as attributes.
[[nodiscard]] BotAnswer ask_bot(const py::object& bot, const std::string& name, const Rules& rules,
                                const Board& board, std::optional<double> seconds,
                                Pending& pending);

/// A bot in a match of the same process. The bot must outlive it.
[[nodiscard]] std::unique_ptr<Player> bot_player(const py::object& bot, std::string name,
                                                 Pending& pending);
/// A player of ours in such a match.
[[nodiscard]] std::unique_ptr<Player> watched_player(std::unique_ptr<Player> player,
                                                     Pending& pending);

}  // namespace kalah::python
