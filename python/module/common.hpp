// What the parts of the Python module share: errors as exceptions, arguments that may be texts, and
// work that runs without Python's lock and can be stopped. Pits count from 1 in Python.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/result.hpp"
#include "kalah/rules.hpp"
#include "kalah/stop_token.hpp"
#include "players/resources.hpp"

namespace kalah::python {

namespace py = pybind11;

/// Becomes a ValueError if some text or argument is wrong, otherwise kalah.Error with its code.
class Failure : public std::exception {
  public:
    explicit Failure(Error error) : error_(std::move(error)), text_(to_text(error_)) {}
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
    [[nodiscard]] const Error& error() const { return error_; }

  private:
    Error error_;
    std::string text_;
};

template <class T>
T unwrap(Result<T> result) {
    if (!result) throw Failure(result.error());
    return result.take();
}
/// The same for what is no fault of an argument: files, and what is in them.
template <class T>
T unwrap(Result<T> result, const char* code) {
    if (!result && result.error().code == "input")
        throw Failure(coded(code, to_text(result.error())));
    return unwrap(std::move(result));
}
inline void raise_if(const std::optional<Error>& error) {
    if (error) throw Failure(*error);
}

using RulesArg = std::variant<Rules, std::string>;
using BoardArg = std::variant<Board, std::string>;  // a text is a size or a position
[[nodiscard]] Rules rules_of(const RulesArg& rules);
[[nodiscard]] Board board_of(const BoardArg& board);
/// The same; a Failure if the side to move has no seeds.
[[nodiscard]] Board playable(const BoardArg& board);
/// Pits of Python from those of the library.
[[nodiscard]] std::vector<int> from_one(std::vector<int> pits);

/// A stop that Python code can request; copies share it.
struct Stop {
    std::shared_ptr<StopToken> token = std::make_shared<StopToken>();
};
using StopArg = std::optional<Stop>;

/// Work on a thread of its own, so that this one can watch for Ctrl-C.
using Work = std::function<void(const StopToken&)>;
/// Runs the work and waits for it without Python's lock. Ctrl-C requests the stop; the exception
/// that it raised is thrown when the work has ended. Exceptions of the work are passed on.
void run_watched(const Stop& stop, const Work& work);

/// Seconds from Python, as far as a clock can count them.
[[nodiscard]] std::optional<std::chrono::nanoseconds> duration_of(std::optional<double> seconds);

/// The specification of one of our players, for a game. Warns of a damaged database in the usual
/// directory, and goes on without it.
[[nodiscard]] players::Spec parse_spec(const std::string& text);
[[nodiscard]] players::Spec equipped(const players::Spec& spec, const players::GameKind& game);

/// Lets one thread at a time use an object; any other gets a Failure.
class OneAtATime {
  public:
    class Guard {
      public:
        Guard(bool& busy, const char* what);
        ~Guard() { busy_ = false; }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

      private:
        bool& busy_;
    };
    [[nodiscard]] Guard use(const char* what) { return {busy_, what}; }

  private:
    bool busy_ = false;  // guarded by Python's lock
};

void bind_rules(py::module_& module);
void bind_game(py::module_& module);
void bind_engine(py::module_& module);
void bind_database(py::module_& module);
void bind_solver(py::module_& module);
void bind_arrays(py::module_& module);
void bind_players(py::module_& module);
void bind_arena(py::module_& module);
void bind_join(py::module_& module);
/// After all others: wrong arguments of what they have bound become one clear line.
void reword_mistakes(const py::module_& module);

}  // namespace kalah::python
