#include "lab/tasks.hpp"

#include <cassert>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include "base/mix64.hpp"
#include "files/database_files.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "rules/random_pit.hpp"
#include "system/wall_clock.hpp"

namespace kalah::lab {

namespace {

Result<Engine> engine_for(const std::string& player, const Rules& rules, const Board& board) {
    const auto spec = players::parse_player(player);
    assert(spec && spec->kind == players::Kind::engine);
    EngineOptions settings = spec->settings;
    if (!spec->database_directory.empty()) {
        const auto database = files::open_database({spec->database_directory, rules, board.width});
        if (!database) return database.error();
        settings.database = *database;
    }
    return players::make_engine(settings);
}

/// The seconds are processor time.
SearchReport best_move(Engine& engine, const Rules& rules, const Board& board,
                       const StopToken& stop) {
    const std::clock_t start = std::clock();
    SearchReport report = engine.best_move(rules, board, stop);
    report.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    return report;
}

}  // namespace

Result<SearchReport> TaskContext::think(const std::string& player, const Rules& rules,
                                        const Board& board) {
    auto engine = engine_for(player, rules, board);
    if (!engine) return engine.error();
    Engine thinker = engine.take();
    return best_move(thinker, rules, board, stop_);
}

Result<SearchReport> TaskContext::timed(const std::string& player, const Rules& rules,
                                        const Board& board) {
    constexpr double kMeasurable = 0.01;
    auto engine = engine_for(player, rules, board);
    if (!engine) return engine.error();
    Engine thinker = engine.take();
    double seconds = 0;
    for (int searches = 1;; ++searches) {
        SearchReport report = best_move(thinker, rules, board, stop_);
        seconds += report.seconds;
        if (seconds < kMeasurable && !stop_.requested()) {
            thinker.new_game();  // nothing is left from before
            continue;
        }
        report.seconds = seconds / searches;
        return report;
    }
}

Result<trees::SearchCounts> TaskContext::cuts(const std::string& player, const Rules& rules,
                                              const Board& board) {
    const auto spec = players::parse_player(player);
    assert(spec && spec->kind == players::Kind::engine);
    return trees::count_cuts(spec->settings, rules, board, false, stop_);
}

Result<std::vector<TaskContext::MoveValue>> TaskContext::exact(const Rules& rules,
                                                               const Board& board,
                                                               int database_seeds) {
    constexpr std::size_t kTable = std::size_t{64} << 20;
    const auto go_on = [this](const auto&) { return !stop_.requested(); };
    if (!solver_) {
        const std::lock_guard guard(shared_.mutex);
        if (!shared_.database) {
            auto built = EndgameDatabase::build(rules, board.width, database_seeds, 2, go_on);
            if (!built) return built.error();
            shared_.database = built.take();
        }
        auto solver = Solver::create(rules, board, {shared_.database, kTable, 1});
        if (!solver) return solver.error();
        solver_ = std::make_unique<Solver>(solver.take());
    }
    std::vector<MoveValue> moves;
    const Side mover = board.to_move;
    for (const int pit : legal_moves(board)) {
        Board child = board;
        int value = 0;
        if (apply(rules, child, pit).over) {
            value = child.store(mover) - child.store(opponent(mover));
        } else {
            const auto outcome = solver_->solve(child, go_on);
            if (!outcome) return outcome.error();
            if (!outcome->solved) return Error{"stopped"};
            value = child.to_move == mover ? outcome->proved.lower : -outcome->proved.lower;
        }
        moves.push_back({pit, value});
    }
    return moves;
}

Board random_position(const Rules& rules, BoardSize size, int sowings, std::uint64_t seed,
                      std::uint64_t number) {
    for (std::uint64_t attempt = 0;; ++attempt) {
        std::uint64_t chance = mix64(mix64(seed, number), attempt);
        Board board = start_board(size);
        bool over = false;
        for (int i = 0; i < sowings && !over; ++i) {
            chance = mix64(chance, 0);
            over = apply(rules, board, random_pit(board, chance)).over;
        }
        if (!over && legal_moves(board).size() >= 2) return board;
    }
}

Board thesis_position(int sowings, std::uint64_t seed, int number) {
    if (number == 0) return start_board({6, 6});
    return random_position(rules_of("empty-capture"), {6, 6}, sowings, seed,
                           static_cast<std::uint64_t>(number));
}

Rules rules_of(const std::string& text) {
    const auto preset = parse_rules(text);
    assert(preset);
    return preset->rules;
}

std::optional<Error> TaskRun::run(int concurrency) {
    work(true);
    next_ = 0;
    std::vector<std::thread> others;
    others.reserve(static_cast<std::size_t>(concurrency));
    try {
        for (int i = 1; i < concurrency; ++i) others.emplace_back([this] { work(false); });
    } catch (const std::system_error&) {  // the threads that were started do all of the work
    } catch (const std::bad_alloc&) {
    }
    work(false);
    for (std::thread& other : others) other.join();
    if (no_memory_ && !error_)
        return Error{"out of memory; a smaller --concurrency needs less, and what is done is kept"};
    return error_;
}

void TaskRun::work(bool timed) {
    try {
        work_through(timed);
    } catch (const std::bad_alloc&) {
        no_memory_ = true;  // there may be no memory for a message either
        failed_ = true;
    } catch (const std::exception& error) {
        fail({error.what()});
    }
}

void TaskRun::work_through(bool timed) {
    TaskContext context(shared_, stop_);
    while (!stop_.requested() && !failed_.load()) {
        const std::size_t mine = next_++;
        if (mine >= tasks_.size()) return;
        const Task& task = tasks_[mine];
        if (task.timed != timed) continue;
        const auto values = task.run(context);
        if (stop_.requested()) return;
        if (!values)
            fail({task.key + ": " + to_text(values.error())});
        else if (values->empty() || values->front().key != task.key)
            fail({task.key + ": the task gave no value of its own; this is a bug"});
        else
            keep(task, *values);
    }
}

void TaskRun::keep(const Task& task, const std::vector<Value>& values) {
    std::vector<store::Measurement> rows;
    rows.reserve(values.size());
    for (const Value& value : values)
        rows.push_back({value.key, task.trial, value.value, value.unit});
    const std::lock_guard guard(mutex_);
    if (auto error = kept_.add_measurements(rows, now_milliseconds())) {
        error_ = *error;
        failed_ = true;
    } else {
        on_done_();
    }
}

void TaskRun::fail(const Error& error) {
    const std::lock_guard guard(mutex_);
    if (!error_) error_ = error;
    failed_ = true;
}

}  // namespace kalah::lab
