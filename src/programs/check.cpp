#include "programs/check.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "kalah/notation.hpp"
#include "kgp/message.hpp"
#include "players/spec.hpp"
#include "programs/check_positions.hpp"
#include "programs/command_check.hpp"
#include "referee/one_game.hpp"
#include "system/machine.hpp"

namespace kalah::programs {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr const char* kOpponent = "random";  // quick, and leads to many kinds of positions
constexpr int kMovesOnBoards = 12;
constexpr int kMovesFromPositions = 3;
// How long the program may think in a game before it is cut off.
constexpr milliseconds kThinking{40'000};
constexpr milliseconds kThinkingOnBoards{2'000};
constexpr milliseconds kThinkingFromPositions{500};
constexpr milliseconds kPongWithin{3'000};
// How long a program that is late may take to show whether it answers at all: so many times its
// limit, and at most so long.
constexpr int kLateTimes = 2;
constexpr milliseconds kLateWithin{3'000};
constexpr int kPingTries = 3;
constexpr int kMostTimeouts = 3;
constexpr int kMostProcesses = 200;  // of one program; more endanger the machine

/// Plays like its player, until it has made its moves or used its time: then it stops the game.
class Limited final : public Player {
  public:
    Limited(Player& player, const CheckTask& task, StopToken& stop, const StopToken& all)
        : player_(player),
          most_moves_(task.most_moves),
          limit_(task.thinking),
          stop_(stop),
          all_(all) {}

    [[nodiscard]] std::string name() const override { return player_.name(); }
    void new_game(std::uint64_t seed) override { player_.new_game(seed); }
    void start_game(const GameStart& start) override { player_.start_game(start); }
    [[nodiscard]] std::optional<Forfeit> wait_ready(const StopToken& /*stop*/) override {
        return player_.wait_ready(all_);
    }
    Decision choose(const Game& game, const StopToken& /*stop*/) override {
        if ((most_moves_ > 0 && moves_ >= most_moves_) || thought_ > limit_) {
            stop_.request();
            return {*legal_moves(game.board()).begin()};
        }
        const auto asked = Clock::now();
        Decision decision = player_.choose(game, all_);
        if (all_.requested()) stop_.request();
        const auto took = Clock::now() - asked;
        const bool asked_it = !by_referee(decision.note.source);
        if (asked_it) ++moves_;
        if (asked_it && !decision.forfeit)
            slowest_ = std::max(slowest_, seconds_of(decision, took));
        thought_ += took;
        return decision;
    }
    [[nodiscard]] std::vector<Fault> end_game(const GameRecord& record) override {
        return player_.end_game(record);
    }
    [[nodiscard]] double slowest() const { return slowest_; }

  private:
    static double seconds_of(const Decision& decision, Clock::duration took) {
        return decision.note.seconds > 0 ? decision.note.seconds
                                         : std::chrono::duration<double>(took).count();
    }

    Player& player_;
    int most_moves_;
    milliseconds limit_;
    StopToken& stop_;
    const StopToken& all_;
    int moves_ = 0;
    Clock::duration thought_{0};
    double slowest_ = 0;
};

class Check {
  public:
    Check(const CheckSubject& subject, const CheckPlan& plan, const StopToken& stop,
          const std::function<void(std::size_t)>& on_game)
        : subject_(subject), plan_(plan), stop_(stop), on_game_(on_game) {
        if (subject_.command && !subject_.options.server)
            subject_.options.server = std::make_shared<ProgramServer>();
    }

    CheckResult run() {
        tasks_ = check_tasks(plan_);
        if (subject_.command) {
            const ProgramOptions& options = subject_.options;
            if (auto error =
                    validate_command(*subject_.command, options.sandbox, options.supervisor))
                return {.cannot_run = std::move(error), .left_out = std::move(tasks_)};
        }
        UsageWatch watch({.processes = kMostProcesses, .memory = available_memory() / 2});
        played_.resize(tasks_.size());
        // The first game alone: without it, the others make no sense.
        if (auto task = take()) play_and_keep(*task);
        std::vector<std::thread> threads;
        threads.reserve(static_cast<std::size_t>(plan_.concurrency));
        try {
            for (int i = 1; i < plan_.concurrency; ++i) threads.emplace_back([this] { work(); });
        } catch (const std::system_error&) {  // then fewer games run at a time
        }
        work();
        for (std::thread& thread : threads) thread.join();
        if (trouble_) std::rethrow_exception(trouble_);
        CheckResult result;
        for (std::size_t i = 0; i < tasks_.size(); ++i) {
            if (played_[i])
                result.games.push_back(std::move(*played_[i]));
            else
                result.left_out.push_back(std::move(tasks_[i]));
        }
        result.usage = watch.seen();
        result.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
        return result;
    }

  private:
    void work() {
        try {
            while (const auto task = take()) play_and_keep(*task);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!trouble_) trouble_ = std::current_exception();
        }
    }

    std::optional<std::size_t> take() {
        const std::lock_guard lock(mutex_);
        const bool hopeless = !plays_ || timeouts_ >= kMostTimeouts;
        if (trouble_ || hopeless || stop_.requested() || Clock::now() - began_ > plan_.budget)
            return std::nullopt;
        return next_ < tasks_.size() ? std::optional(next_++) : std::nullopt;
    }

    void play_and_keep(std::size_t number) {
        CheckedGame game = play(tasks_[number], number);
        const std::lock_guard lock(mutex_);
        // A game that Ctrl-C ended says nothing, and neither does one that it kept from beginning.
        if (stop_.requested() && !game.record.decided()) return;
        const CheckPart part = game.task.part;
        if (part == CheckPart::start) {
            plays_ = !game.lost() || game.end.ready;
            ready_ = game.end.ready.value_or(milliseconds(0));
        }
        if (game.end.asked_to_leave && !game.end.exit_code) leaves_ = false;
        if (game.end.waited > 0) answers_ = false;
        if (part != CheckPart::ping && game.lost() && game.record.ending == Ending::timeout)
            ++timeouts_;
        played_[number] = std::move(game);
        on_game_(++done_);
    }

    ProgramOptions options_for(const CheckTask& task) {
        const std::lock_guard lock(mutex_);
        ProgramOptions options = subject_.options;
        options.ping = task.part == CheckPart::ping;
        if (options.ping)
            options.start_limit = std::min(options.start_limit, 2 * ready_ + kPongWithin);
        if (!leaves_) options.end_grace = milliseconds(0);  // once is enough
        if (answers_) options.late_grace = std::min(kLateTimes * options.move_limit, kLateWithin);
        return options;
    }

    /// Again if the machine was too busy to send the ping that the game is played for.
    CheckedGame play(const CheckTask& task, std::size_t number) {
        CheckedGame game = play_once(task, number);
        const auto not_pinged = [&] {
            return task.part == CheckPart::ping && game.end.ready && !game.end.pinged;
        };
        for (int i = 1; subject_.command && i < kPingTries && not_pinged(); ++i)
            game = play_once(task, number);
        return game;
    }

    CheckedGame play_once(const CheckTask& task, std::size_t number) {
        std::unique_ptr<Player> made;
        ProgramPlayer* program = nullptr;
        if (subject_.command) {
            auto player = std::make_unique<ProgramPlayer>(subject_.name, *subject_.command,
                                                          options_for(task));
            program = player.get();
            made = std::move(player);
        } else {
            made = subject_.make();
        }
        StopToken stop;
        Limited player(*made, task, stop, stop_);
        const auto opponent = players::make_player(*players::parse_player(kOpponent));
        const bool south = task.side == Side::south;
        GameRecord record = play_game(task.game, south ? static_cast<Player&>(player) : *opponent,
                                      south ? *opponent : player, {number + 1, {}}, stop)
                                .record;
        return {task, std::move(record), program != nullptr ? program->end() : ProgramEnd{},
                player.slowest()};
    }

    CheckSubject subject_;
    const CheckPlan& plan_;
    const StopToken& stop_;
    const std::function<void(std::size_t)>& on_game_;
    const Clock::time_point began_ = Clock::now();
    std::vector<CheckTask> tasks_;
    std::mutex mutex_;  // of what follows
    std::size_t next_ = 0;
    std::size_t done_ = 0;
    std::vector<std::optional<CheckedGame>> played_;  // by task
    bool plays_ = true;
    bool leaves_ = true;   // after our goodbye
    bool answers_ = true;  // each state, if late
    milliseconds ready_{0};
    int timeouts_ = 0;
    std::exception_ptr trouble_;
};

}  // namespace

const Fault& CheckedGame::loss() const {
    assert(lost());
    const auto of_us = [this](const Fault& fault) { return fault.side == task.side; };
    return *std::find_if(record.faults.rbegin(), record.faults.rend(), of_us);
}

const Fault* CheckedGame::ignored() const {
    return loss().kind == FaultKind::timeout ? record.ignored(task.side, loss().ply) : nullptr;
}

Board CheckedGame::last_seen() const {
    return kgp::seen_by(record.game.board(), task.side);
}

std::vector<CheckTask> check_tasks(const CheckPlan& plan) {
    using enum CheckPart;
    std::vector<CheckTask> tasks;
    const auto add = [&](CheckPart part, const std::string& what, const Board& board, Side side,
                         int most_moves, milliseconds thinking) {
        tasks.push_back({part, what, Game(plan.rules, board), side, most_moves, thinking});
    };
    const Board& main = plan.boards.front();
    add(start, start_text(main), main, Side::south, 1, kThinking);
    add(ping, start_text(main), main, Side::north, 1, kThinking);
    for (const Side side : kBothSides) add(whole, start_text(main), main, side, 0, kThinking);
    for (const Board& board : plan.boards)
        for (const Side side : kBothSides)
            add(boards, start_text(board), board, side, kMovesOnBoards, kThinkingOnBoards);
    const int pits = std::max<int>(main.width, 3);
    for (const CheckPosition& position : check_positions(pits))
        add(positions, position.what, position.board, position.board.to_move, kMovesFromPositions,
            kThinkingFromPositions);
    return tasks;
}

CheckResult check_program(const CheckSubject& subject, const CheckPlan& plan, const StopToken& stop,
                          const std::function<void(std::size_t done)>& on_game) {
    assert(!plan.boards.empty());
    return Check(subject, plan, stop, on_game).run();
}

}  // namespace kalah::programs
