#include "app/check_findings.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "app/check_advice.hpp"
#include "programs/check_positions.hpp"
#include "report/text.hpp"
#include "system/values.hpp"

namespace kalah::app {
namespace {

using programs::CheckedGame;
using programs::CheckPart;
using programs::CheckResult;
using Status = Finding::Status;
using Games = std::vector<const CheckedGame*>;

constexpr std::size_t kNamedGames = 3;
constexpr double kNearLimit = 0.8;
constexpr int kManyProcesses = 16;
constexpr int kSignals = 128;  // what shells add to the number of a signal

std::string mebibytes(std::uint64_t bytes) {
    return fmt::format("{:.0f} MiB", static_cast<double>(bytes) / (1 << 20));
}

double seconds_of(std::chrono::milliseconds time) {
    return std::chrono::duration<double>(time).count();
}

class Judge {
  public:
    Judge(const CheckResult& result, const arena::Plan& limits)
        : result_(result), limits_(limits) {}

    std::vector<Finding> program() {
        start();
        if (!begun()) return std::move(findings_);
        ping();
        play();
        protocol();
        time();
        memory();
        processes();
        goodbye();
        output();
        sandbox();
        return std::move(findings_);
    }

    /// Of a built-in player, only its games say something.
    std::vector<Finding> built_in() {
        play();
        time();
        return std::move(findings_);
    }

  private:
    Finding& add(std::string_view check, Status status, std::string seen) {
        return findings_.emplace_back(Finding{check, status, std::move(seen)});
    }
    Finding& fail(std::string_view check, Status status, std::string seen, std::string expected,
                  std::string advice) {
        return findings_.emplace_back(
            Finding{check, status, std::move(seen), std::move(expected), std::move(advice)});
    }
    /// The same, as seen in a game after so many moves (default: at its end).
    Finding& fail_in(const CheckedGame& game, std::string_view check, Status status,
                     std::string seen, std::string expected, std::string advice,
                     std::optional<std::size_t> ply = {}) {
        Finding& finding =
            fail(check, status, std::move(seen), std::move(expected), std::move(advice));
        finding.where = where_text(game, ply);
        finding.quoted = last_lines(game.end.said);
        return finding;
    }

    [[nodiscard]] Games games_of(CheckPart part) const {
        Games games;
        for (const CheckedGame& game : result_.games)
            if (game.task.part == part) games.push_back(&game);
        return games;
    }
    [[nodiscard]] std::size_t left_out(CheckPart part) const {
        return static_cast<std::size_t>(
            std::count_if(result_.left_out.begin(), result_.left_out.end(),
                          [&](const auto& task) { return task.part == part; }));
    }
    [[nodiscard]] bool begun() const {
        return std::any_of(result_.games.begin(), result_.games.end(),
                           [](const CheckedGame& game) { return game.end.ready.has_value(); });
    }

    void start() {
        const Games first = games_of(CheckPart::start);
        const double limit = seconds_of(limits_.start_time);
        const std::string expected =
            fmt::format("it connects and asks for a game within {}", time_text(limit));
        if (result_.cannot_run) {
            fail("start", Status::failed, "cannot run: " + result_.cannot_run->message, expected,
                 "Run the command yourself in this directory, until it starts.");
            return;
        }
        if (first.empty()) return skip("start");
        const CheckedGame& game = *first.front();
        if (!game.end.ready) {
            fail_in(game, "start", Status::failed,
                    fmt::format("the program {}", first_line_of(game)), expected, advice_for(game));
            return;
        }
        double slowest = 0;
        for (const CheckedGame& each : result_.games)
            if (each.end.ready && each.task.part != CheckPart::ping)  // whose game begins later
                slowest = std::max(slowest, seconds_of(*each.end.ready));
        const std::string seen =
            fmt::format("connects and asks for a game after {} at most", time_text(slowest));
        if (slowest <= kNearLimit * limit) {
            add("start", Status::ok, seen);
            return;
        }
        fail("start", Status::warning, seen,
             fmt::format("it starts well within {}", time_text(limit)),
             "Start faster: load less before `mode freeplay`. Other machines may be slower.");
    }

    void skip(std::string_view check) {
        add(check, Status::skipped, "not checked: the games for it were not played");
    }

    void ping() {
        const Games games = games_of(CheckPart::ping);
        if (games.empty()) return skip("ping");
        const CheckedGame& game = *games.front();
        if (game.end.ready) {
            if (game.end.pinged)
                add("ping", Status::ok, "answers the server's `ping`");
            else
                add("ping", Status::skipped, "not checked: the machine was too busy for a `ping`");
            return;
        }
        if (!game.end.pinged) {
            fail_in(game, "ping", Status::warning,
                    fmt::format("not checked: no `ping` was sent, as the program {}",
                                first_line_of(game)),
                    "a program that starts each time", advice_for(game));
            return;
        }
        fail_in(game, "ping", Status::warning,
                game.loss().kind == FaultKind::crash || game.loss().kind == FaultKind::gone
                    ? fmt::format("after the server's `ping`, the program {}", first_line_of(game))
                    : "did not answer the server's `ping`",
                "an answer `@ID pong`, with the id of the ping, at any time",
                "Answer `ping`: servers such as `kalah serve` disconnect programs that do not.");
    }

    void play() {
        outcome("games", CheckPart::whole, "plays whole games as south and as north",
                "games played to their end from both sides");
        outcome("boards", CheckPart::boards, "", "moves on every board, from both sides");
        outcome("positions", CheckPart::positions,
                fmt::format("finds moves in all {} positions", programs::kCheckPositions),
                "a legal move in every position");
    }

    void outcome(std::string_view check, CheckPart part, std::string well,
                 const std::string& expected) {
        const Games games = games_of(part);
        if (games.empty()) return skip(check);
        Games lost;
        for (const CheckedGame* game : games)
            if (game->lost()) lost.push_back(game);
        if (!lost.empty()) return losses(check, games, lost, expected);
        if (part == CheckPart::boards) well = "plays on " + boards_text(games);
        if (const std::size_t missing = left_out(part); missing > 0) {
            fail(check, Status::warning,
                 fmt::format(
                     "played {} of {} games without a fault; time was too short for the rest",
                     games.size(), games.size() + missing),
                 expected, "Check again on an idle machine, or with a shorter --time.");
            return;
        }
        const auto cut_off = [](const CheckedGame* game) {
            return game->record.ending != Ending::finished;
        };
        if (part == CheckPart::whole && std::any_of(games.begin(), games.end(), cut_off)) {
            fail(check, Status::warning, "made no fault, but is too slow to finish a game here",
                 expected, "Check again with a shorter --time.");
            return;
        }
        add(check, Status::ok, std::move(well));
    }

    static std::string boards_text(const Games& games) {
        std::string text;
        std::string last;
        for (const CheckedGame* game : games) {
            if (game->task.what != last) text += (text.empty() ? "" : ", ") + game->task.what;
            last = game->task.what;
        }
        return text + ", as south and as north";
    }

    /// What it did wrong: a move that was ignored rather than the want of one.
    static FaultKind kind_of(const CheckedGame& game) {
        return game.ignored() != nullptr ? game.ignored()->kind : game.loss().kind;
    }

    void losses(std::string_view check, const Games& games, const Games& lost,
                const std::string& expected) {
        std::string seen = fmt::format("lost {} of {} by its own fault: ", lost.size(),
                                       report::counted(games.size(), "game"));
        for (std::size_t i = 0; i < std::min(lost.size(), kNamedGames); ++i)
            seen += fmt::format("{}{}: {} ({}){}", i == 0 ? "" : "; ", game_text(*lost[i]),
                                first_line_of(*lost[i]), name(kind_of(*lost[i])),
                                illegal_text(*lost[i]));
        if (lost.size() > kNamedGames) seen += "; ...";
        fail_in(*lost.front(), check, Status::failed, seen, expected, advice_for(*lost.front()));
    }

    /// A fault that would lose a game can be noted in one that was cut off at that moment: it says
    /// nothing new.
    static bool costs_nothing(FaultKind kind) {
        return kind == FaultKind::garbage || kind == FaultKind::wrong_game ||
               kind == FaultKind::repeated || kind == FaultKind::late || kind == FaultKind::timeout;
    }

    /// Faults of one kind, with the first of them and its game.
    struct Noted {
        std::size_t count = 0;
        const CheckedGame* game = nullptr;
        const Fault* first = nullptr;
    };
    /// Faults that were noted and cost nothing.
    void protocol() {
        std::map<FaultKind, Noted> noted;
        for (const CheckedGame& game : result_.games) {
            const Fault* loss = game.lost() ? &game.loss() : nullptr;
            for (const Fault& fault : game.record.faults) {
                if (fault.side != game.task.side || &fault == loss) continue;
                if (!costs_nothing(fault.kind)) continue;
                Noted& seen = noted[fault.kind];
                if (seen.count++ > 0) continue;
                seen.game = &game;
                seen.first = &fault;
            }
        }
        for (const auto& [kind, seen] : noted) note(seen);
        if (noted.empty())
            add("protocol", Status::ok,
                "sends only lines that the server understands and asked for");
    }

    void note(const Noted& noted) {
        const Fault& first = *noted.first;
        const std::string seen = fmt::format(
            "{}, {} ({})", printable(first.text),
            noted.count == 1 ? "once" : fmt::format("{} times", noted.count), name(first.kind));
        if (first.kind == FaultKind::timeout) {
            fail_in(*noted.game, "protocol", Status::warning, seen, "`yield` after the move",
                    "Send `@ID yield` when you are done; otherwise every move takes the whole time "
                    "limit.",
                    first.ply);
            return;
        }
        fail_in(*noted.game, "protocol", Status::warning, seen,
                "lines of the protocol, each with the id it answers",
                "The line was ignored. See docs/protocol.md, Lines and Faults.", first.ply);
    }

    /// A game that was lost on time, without a line that was ignored; if possible one that shows
    /// whether the answer came at all.
    [[nodiscard]] const CheckedGame* late_game() const {
        const CheckedGame* found = nullptr;
        for (const CheckedGame& game : result_.games) {
            if (!game.lost() || game.record.ending != Ending::timeout || !game.end.ready) continue;
            if (game.ignored() != nullptr) continue;  // it answered, in a way that means no move
            if (game.end.waited > 0) return &game;    // worse than late
            if (found == nullptr || (game.end.answer && !found->end.answer)) found = &game;
        }
        return found;
    }

    void time() {
        const CheckedGame* slow = nullptr;
        for (const CheckedGame& game : result_.games)
            if (slow == nullptr || game.slowest > slow->slowest) slow = &game;
        const double slowest = slow == nullptr ? 0 : slow->slowest;
        const double limit = seconds_of(limits_.program_time);
        if (const CheckedGame* late = late_game()) {
            fail_in(*late, "time", Status::failed, late_text(*late, limit),
                    fmt::format("an answer to each `state` within {}", time_text(limit)),
                    advice_for(*late))
                .quoted.clear();  // `games` has them
            return;
        }
        const std::string seen = fmt::format("took {} for its slowest move", time_text(slowest));
        if (slowest <= kNearLimit * limit) {
            add("time", Status::ok, fmt::format("{}, of {}", seen, time_text(limit)));
            return;
        }
        fail("time", Status::warning, seen, fmt::format("well below {}", time_text(limit)),
             "Leave a margin: in a tournament the machine is busier.")
            .where = where_text(*slow, 0);
    }

    void memory() {
        const auto& usage = result_.usage;
        std::string seen = mebibytes(usage.peak.memory) + " of memory at its peak";
        if (usage.peak.processes > 1)
            seen += fmt::format(" in all its processes, {} in the largest",
                                mebibytes(usage.peak.largest));
        if (usage.too_much_memory) {
            fail("memory", Status::failed, seen + "; it was ended to save the machine",
                 "memory that does not grow without end",
                 "Look for tables or lists that only grow.");
            return;
        }
        const auto limit = static_cast<double>(limits_.memory);
        if (limit == 0) {
            add("memory", Status::ok, seen + "; no limit was set (--memory)");
            return;
        }
        // The limit is one for each process.
        if (static_cast<double>(usage.peak.largest) <= kNearLimit * limit) {
            add("memory", Status::ok, fmt::format("{}, of {}", seen, mebibytes(limits_.memory)));
            return;
        }
        fail("memory", Status::warning, seen,
             fmt::format("well below {}", mebibytes(limits_.memory)),
             "Use smaller tables; of Java, limit the heap: java -Xmx64m.");
    }

    void processes() {
        const auto& usage = result_.usage;
        const auto count = [](int number, const char* one, const char* many) {
            return fmt::format("{} {}", number, number == 1 ? one : many);
        };
        const std::string seen = count(usage.peak.processes, "process", "processes") + ", " +
                                 count(usage.peak.threads, "thread", "threads");
        const std::string expected = "a few processes at most";
        if (usage.too_many) {
            fail("processes", Status::failed, seen + "; it was ended to save the machine", expected,
                 "Start no processes in a loop.");
        } else if (usage.peak.processes > kManyProcesses) {
            fail("processes", Status::failed, seen, expected,
                 "Start fewer processes: they take time from all games.");
        } else {
            add("processes", Status::ok, seen);
        }
    }

    void goodbye() {
        const CheckedGame* stayed = nullptr;
        const CheckedGame* complained = nullptr;
        bool some = false;
        for (const CheckedGame& game : result_.games) {
            if (!game.end.asked_to_leave) continue;
            some = true;
            if (!game.end.exit_code && stayed == nullptr) stayed = &game;
            if (game.end.exit_code.value_or(0) != 0 && complained == nullptr) complained = &game;
        }
        if (!some) return skip("goodbye");
        if (stayed != nullptr) {
            fail_in(*stayed, "goodbye", Status::warning,
                    "kept running after the server's `goodbye`", "an exit within a second",
                    "Leave your loop at `goodbye` and at the end of input; "
                    "otherwise the program is killed after each game.");
        } else if (complained != nullptr) {
            const int code = *complained->end.exit_code;
            fail_in(*complained, "goodbye", Status::warning,
                    code > kSignals
                        ? fmt::format("killed by signal {} after its game", code - kSignals)
                        : fmt::format("exited with code {} after its game", code),
                    "exit code 0", "The game counts all the same; mend how the program ends.");
        } else {
            add("goodbye", Status::ok, "exits after the server's `goodbye`");
        }
    }

    void output() {
        for (const CheckedGame& game : result_.games) {
            if (!has_control_characters(game.end.said)) continue;
            fail_in(game, "output", Status::warning, "control characters on standard error",
                    "plain text", "Print text only: terminals obey control characters.");
            return;
        }
        for (const CheckedGame& game : result_.games)
            for (const MoveNote& note : game.record.notes)
                if (has_control_characters(note.comment)) {
                    fail_in(game, "output", Status::warning, "control characters in a comment",
                            "plain text", "Comments are shown in reports: send text only.");
                    return;
                }
        add("output", Status::ok, "prints nothing harmful");
    }

    void sandbox() {
        add("sandbox", limits_.sandbox ? Status::ok : Status::skipped,
            limits_.sandbox ? "all games were played in a sandbox"
                            : "not checked: add --sandbox if the tournament uses one");
    }

    const CheckResult& result_;
    const arena::Plan& limits_;
    std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_findings(const CheckResult& result, const arena::Plan& limits,
                                    bool is_program) {
    Judge judge(result, limits);
    return is_program ? judge.program() : judge.built_in();
}

}  // namespace kalah::app
