#include "module/bots.hpp"

namespace kalah::python {
namespace {

/// Prints the traceback on sys.stderr; returns its last line. With Python's lock.
std::string report(py::error_already_set& error, const std::string& name) {
    const auto traceback = py::module_::import("traceback");
    const py::object stream = py::module_::import("sys").attr("stderr");
    if (!stream.is_none())
        stream.attr("write")("bot " + name + " has lost this game by an exception in move():\n");
    const py::object value = error.value();
    const py::object trace = error.trace() ? error.trace() : py::none();
    traceback.attr("print_exception")(error.type(), value, trace);
    const py::list lines = traceback.attr("format_exception_only")(error.type(), value);
    auto last = py::str(lines[py::len(lines) - 1]).cast<std::string>();
    while (!last.empty() && last.back() == '\n') last.pop_back();
    return last;
}

class BotPlayer final : public Player {
  public:
    BotPlayer(const py::object& bot, std::string name, Pending& pending)
        : bot_(bot), name_(std::move(name)), pending_(pending) {}

    [[nodiscard]] std::string name() const override { return name_; }
    void new_game(std::uint64_t /*seed*/) override {}
    Decision choose(const Game& game, const StopToken& /*stop*/) override {
        const py::gil_scoped_acquire acquired;
        const BotAnswer answer =
            ask_bot(bot_, name_, game.rules(), game.board(), std::nullopt, pending_);
        if (answer.pit) return {*answer.pit};
        Decision decision;
        decision.forfeit = Forfeit{Ending::gone, FaultKind::crash, answer.fault};
        return decision;
    }

  private:
    const py::object& bot_;
    std::string name_;
    Pending& pending_;
};

class WatchedPlayer final : public Player {
  public:
    WatchedPlayer(std::unique_ptr<Player> player, Pending& pending)
        : player_(std::move(player)), pending_(pending) {}

    [[nodiscard]] std::string name() const override { return player_->name(); }
    void new_game(std::uint64_t seed) override { player_->new_game(seed); }
    void reseed(std::uint64_t seed) override { player_->reseed(seed); }
    Decision choose(const Game& game, const StopToken& /*stop*/) override {
        Decision decision;
        const py::gil_scoped_acquire acquired;
        try {
            run_watched(pending_.stop(),
                        [&](const StopToken& token) { decision = player_->choose(game, token); });
        } catch (py::error_already_set& interrupt) {
            pending_.keep(interrupt);
        }
        return decision;
    }

  private:
    std::unique_ptr<Player> player_;
    Pending& pending_;
};

}  // namespace

BotAnswer ask_bot(const py::object& bot, const std::string& name, const Rules& rules,
                  const Board& board, std::optional<double> seconds, Pending& pending) {
    BotAnswer answer;
    try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (py::hasattr(bot, "rules")) bot.attr("rules") = rules;
        if (py::hasattr(bot, "seconds")) bot.attr("seconds") = seconds;
        const py::object move = bot.attr("move")(board);
        // Any whole number will do, NumPy's as well; True and 3.0 are mistakes.
        if (!PyIndex_Check(move.ptr()) || PyBool_Check(move.ptr())) {
            const std::string text = "move() returned " + py::repr(move).cast<std::string>() +
                                     ", not a pit from 1 to " + std::to_string(board.width);
            PyErr_SetString(PyExc_TypeError, text.c_str());
            throw py::error_already_set();
        }
        const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(move.ptr()));
        const long pit = number ? PyLong_AsLong(number.ptr()) : -1;
        if (pit == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
        answer.pit = pit < 1 || pit > board.width ? board.width : static_cast<int>(pit) - 1;
    } catch (py::error_already_set& error) {
        if (error.matches(PyExc_Exception)) {
            answer.fault = report(error, name);
        } else {
            pending.keep(error);
            answer.ends_all = true;
        }
    }
    return answer;
}

std::unique_ptr<Player> bot_player(const py::object& bot, std::string name, Pending& pending) {
    return std::make_unique<BotPlayer>(bot, std::move(name), pending);
}
std::unique_ptr<Player> watched_player(std::unique_ptr<Player> player, Pending& pending) {
    return std::make_unique<WatchedPlayer>(std::move(player), pending);
}

}  // namespace kalah::python
