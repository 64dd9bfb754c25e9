#include "module/common.hpp"

#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "files/database_files.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "system/files.hpp"

namespace kalah::python {

Rules rules_of(const RulesArg& rules) {
    if (const auto* known = std::get_if<Rules>(&rules)) return *known;
    return unwrap(parse_rules(std::get<std::string>(rules))).rules;
}

Board board_of(const BoardArg& board) {
    if (const auto* known = std::get_if<Board>(&board)) return *known;
    return unwrap(parse_start(std::get<std::string>(board)));
}

Board playable(const BoardArg& given) {
    const Board board = board_of(given);
    if (legal_moves(board).empty())
        throw Failure(Error{std::string(to_text(board.to_move)) + " is to move but has no seeds"});
    return board;
}

std::vector<int> from_one(std::vector<int> pits) {
    for (int& pit : pits) ++pit;
    return pits;
}

std::optional<std::chrono::nanoseconds> duration_of(std::optional<double> seconds) {
    constexpr double kMost = 1e9;
    if (!seconds) return std::nullopt;
    if (!(*seconds >= 0) || *seconds > kMost)
        throw Failure(Error{"time: expected seconds, 0 or more"});
    return std::chrono::nanoseconds(std::llround(*seconds * 1e9));
}

void run_watched(const Stop& stop, const Work& work) {
    constexpr std::chrono::milliseconds kLook{20};
    std::mutex mutex;
    std::condition_variable ended;
    bool done = false;
    std::exception_ptr thrown;
    std::optional<py::error_already_set> interrupt;
    {
        const py::gil_scoped_release released;
        std::thread worker([&] {
            try {
                work(*stop.token);
            } catch (...) {
                thrown = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            done = true;
            ended.notify_one();
        });
        std::unique_lock lock(mutex);
        while (!ended.wait_for(lock, kLook, [&] { return done; })) {
            if (interrupt) continue;
            lock.unlock();
            {
                const py::gil_scoped_acquire acquired;
                if (PyErr_CheckSignals() != 0) interrupt.emplace();
            }
            if (interrupt) stop.token->request();
            lock.lock();
        }
        lock.unlock();
        worker.join();
    }
    if (interrupt) throw py::error_already_set(*interrupt);
    if (thrown) std::rethrow_exception(thrown);
}

players::Spec parse_spec(const std::string& text) {
    auto spec = unwrap(players::parse_player(text));
    if (spec.kind == players::Kind::human)
        throw Failure(Error{"people play with 'kalah play' or in the browser, not in Python"});
    if (spec.kind == players::Kind::program)
        throw Failure(
            Error{"other people's programs play with 'kalah match' and 'kalah tournament'"});
    return spec;
}

players::Spec equipped(const players::Spec& spec, const players::GameKind& game) {
    raise_if(players::validate(spec, game.pits));
    raise_if(players::validate(spec, game));
    players::PlayerResources resources(files::default_directory(), read_file);
    auto with_book = unwrap(resources.with_book(spec));
    auto opened = resources.with_database(with_book, game);
    if (opened) return opened.take();
    if (!spec.default_database) throw Failure(opened.error());
    const std::string text = opened.error().message + "; continuing without a database";
    if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw py::error_already_set();
    return with_book;
}

OneAtATime::Guard::Guard(bool& busy, const char* what) : busy_(busy) {
    if (busy)
        throw Failure(coded("busy", std::string("another thread uses this ") + what +
                                        ": make one for each thread"));
    busy = true;
}

}  // namespace kalah::python
