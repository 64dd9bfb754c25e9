// ladder: how strong is a player, measured against the levels?
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>

#include <fmt/format.h>

#include "app/arena_command.hpp"
#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "arena/board_setup.hpp"
#include "arena/entrants.hpp"
#include "arena/ladder.hpp"
#include "arena/results.hpp"
#include "arena/run.hpp"
#include "kalah/notation.hpp"
#include "report/text.hpp"

namespace kalah::app {
namespace {

using arena::Ladder;
using arena::LadderEstimate;

constexpr int kCandidate = 0;        // entrants: the player, then the levels
constexpr int kMostForfeits = 3;     // without any game that was played
constexpr int kGamesInTime = 4'000;  // more than two cores play in the usual time

struct LadderCommand {
    bool json = false;
    std::optional<std::string> player;
    std::optional<std::chrono::milliseconds> time;
    std::uint64_t games = 0;  // 0: by time
    std::uint64_t concurrency = 0;
    arena::Plan plan;  // its board and limits
};

/// Requests a token at a time, or at Ctrl-C.
class EndOfTime {
  public:
    explicit EndOfTime(std::optional<std::chrono::milliseconds> time) {
        if (time) token_.set_deadline(StopToken::Clock::now() + *time);
        const StopToken& signals = stop_on_signals();
        thread_ = std::thread([this, &signals] {
            while (!ended_ && !signals.requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            token_.request();
        });
    }
    ~EndOfTime() {
        ended_ = true;
        thread_.join();
    }
    EndOfTime(const EndOfTime&) = delete;
    EndOfTime& operator=(const EndOfTime&) = delete;
    [[nodiscard]] const StopToken& token() const { return token_; }

  private:
    StopToken token_;
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

/// "4.3", "below 1", "above 10".
std::string level_text(const std::optional<double>& level, bool above) {
    if (!level) return above ? "above 10" : "below 1";
    return fmt::format("{:.1f}", *level);
}

std::string interval_text(const LadderEstimate& estimate) {
    const double low = estimate.elo - estimate.error;
    const double high = estimate.elo + estimate.error;
    return fmt::format("{} to {}", level_text(estimate.low, low > estimate.levels.back()),
                       level_text(estimate.high, high > estimate.levels.back()));
}

/// "about level 4.3, 95 % interval 3.6 to 5.1"
std::string estimate_text(const LadderEstimate& estimate) {
    const std::string level = estimate.level ? fmt::format("about level {:.1f}", *estimate.level)
                              : estimate.above() ? "above level 10"
                                                 : "below level 1";
    return fmt::format("{}, 95 % interval {}", level, interval_text(estimate));
}

class LadderRun {
  public:
    LadderRun(const LadderCommand& command, arena::Entrant entrant)
        : command_(command),
          plan_(command.plan),
          entrant_(std::move(entrant)),
          size_(chosen_size(plan_)),
          ladder_(*arena::measured_steps(size_)) {
        plan_.games = command.games > 0 ? static_cast<int>(command.games) : kGamesInTime;
        setups_ = or_usage_error(arena::board_setups(plan_));
        std::vector<arena::Entrant> entrants{entrant_};
        for (const players::Level& level : players::levels())
            entrants.push_back({std::string(level.name), std::string(level.name)});
        factory_.emplace(or_usage_error(arena::EntrantFactory::parse(plan_, entrants, setups_)));
        if (factory_->spec(kCandidate, 0).kind == players::Kind::human)
            throw usage_error("a person cannot climb the ladder; play in the browser: kalah serve");
        validate_programs("ladder", plan_.sandbox, entrants, *factory_);
        arena::MakeProgram make_program;
        if (factory_->has_programs()) make_program = program_maker(program_options(plan_));
        or_failure(factory_->open({default_resources(), make_program, [](const Error& error) {
                                       fmt::print(stderr, "kalah ladder: {}\n", error.message);
                                   }}));
    }

    /// Ends when all openings, one after the other, have led to no new game.
    void play() {
        const EndOfTime end(command_.games > 0 ? std::nullopt : command_.time);
        const std::size_t all_pairs =
            command_.games > 0 ? static_cast<std::size_t>(command_.games + 1) / 2 : SIZE_MAX;
        std::size_t old = 0;  // pairs since the last new game
        while (pairs_ < all_pairs && old < setups_.front().openings.size() &&
               !end.token().requested() && !hopeless()) {
            std::vector<std::size_t> levels = ladder_.next_pairs();
            levels.resize(std::min(levels.size(), all_pairs - pairs_));
            const int before = ladder_.games();
            play_pairs(levels, end.token());
            old = ladder_.games() > before ? 0 : old + levels.size();
            if (!end.token().requested() && ladder_.games() > 0) show();
        }
        if (on_terminal_) fmt::print(stderr, "{}", kWipeLine);
    }

    void print() const {
        if (ladder_.games() == 0)
            throw failure(last_fault_.empty() ? "no game was finished; give it more time (--for)"
                                              : entrant_.name + " did not play: " + last_fault_);
        const LadderEstimate estimate = ladder_.estimate();
        if (command_.json)
            print_json(json(estimate));
        else
            fmt::print("{}", text(estimate));
    }

  private:
    static BoardSize chosen_size(const arena::Plan& plan) {
        const std::string board = plan.boards.size() == 1 ? plan.boards.front() : "";
        const auto size = parse_size(board);
        if (!size || !arena::measured_steps(*size))
            throw usage_error(fmt::format("--board: the levels' strengths are measured on {} only",
                                          arena::measured_boards()));
        return *size;
    }

    /// On a terminal, one line that changes; otherwise fewer and fewer lines.
    void show() {
        if (!on_terminal_ && 2 * ladder_.games() < 3 * shown_) return;
        shown_ = ladder_.games();
        fmt::print(stderr, "{}{:>4} games: {}{}", on_terminal_ ? kWipeLine : "", shown_,
                   estimate_text(ladder_.estimate()), on_terminal_ ? "" : "\n");
        std::fflush(stderr);
    }

    [[nodiscard]] bool hopeless() const {
        return ladder_.games() == 0 && forfeits_ >= kMostForfeits;
    }

    /// A pair for each level, from the next openings.
    void play_pairs(const std::vector<std::size_t>& levels, const StopToken& stop) {
        std::vector<store::ScheduledGame> games;
        for (const std::size_t level : levels) {
            const auto& openings = setups_.front().openings;
            const Game& opening = openings[pairs_++ % openings.size()];
            const int opponent = static_cast<int>(level) + 1;
            for (const bool first : {true, false}) {
                store::ScheduledGame game;
                game.number = number_++;
                game.south = first ? kCandidate : opponent;
                game.north = first ? opponent : kCandidate;
                game.start = start_text(opening.start());
                game.opening = moves_text(opening);
                games.push_back(std::move(game));
            }
        }
        arena::run_games(games, setups_, run_options(), stop,
                         [this](const store::PlayedGame& played) {
                             keep(arena::result_of(played), played.record);
                             return !hopeless();
                         });
    }

    arena::RunOptions run_options() const {
        arena::RunOptions options = factory_->run_options(command_.concurrency, now_milliseconds);
        options.seed = plan_.seed;
        options.names.push_back(entrant_.name);
        for (const players::Level& level : players::levels())
            options.names.emplace_back(level.name);
        return options;
    }

    /// A game lost before the player's first move says nothing about its strength.
    void keep(const arena::TournamentGame& game, const GameRecord& record) {
        const Side side = game.side_of(kCandidate);
        if (game.loser == side) {
            ++faults_;
            last_fault_ = record.faults.back().text;
        }
        if (game.forfeited()) {
            ++forfeits_;
            return;
        }
        const int opponent = game.entrants[side == Side::south ? 1 : 0];
        ladder_.add(static_cast<std::size_t>(opponent) - 1, side, game.moves,
                    game.margin_of(kCandidate));
    }

    [[nodiscard]] std::string text(const LadderEstimate& estimate) const {
        std::string text =
            fmt::format("{} on {}, standard rules, {}, seed {}\n", entrant_.name, to_text(size_),
                        report::counted(ladder_.games(), "game"), plan_.seed);
        text += "level           Elo  games   won  drew  lost  score\n";
        for (std::size_t i = 0; i < arena::kLevels; ++i) {
            const arena::Trinomial& score = ladder_.scores()[i];
            if (score.games() == 0) continue;
            text += fmt::format("{:<2} {:<12}{:>4.0f}{:>7}{:>6}{:>6}{:>6}{:>6.0f}%\n", i + 1,
                                players::levels()[i].word, estimate.levels[i], score.games(),
                                score.wins, score.draws, score.losses,
                                100 * score.points() / score.games());
        }
        if (faults_ > 0)
            text += fmt::format("faults: lost {} by faults, {} of them without a move: {}\n",
                                report::counted(faults_, "game"), forfeits_, last_fault_);
        text += fmt::format("Elo {:.0f} +- {:.0f} over level 1\n", estimate.elo, estimate.error);
        return text + estimate_text(estimate) + "\n";
    }

    [[nodiscard]] Json json(const LadderEstimate& estimate) const {
        Json levels = Json::array();
        for (std::size_t i = 0; i < arena::kLevels; ++i) {
            const arena::Trinomial& score = ladder_.scores()[i];
            levels.push(Json()
                            .set("level", i + 1)
                            .set("player", players::levels()[i].name)
                            .set("elo", estimate.levels[i])
                            .set("games", score.games())
                            .set("wins", score.wins)
                            .set("draws", score.draws)
                            .set("losses", score.losses));
        }
        const auto or_null = [](const std::optional<double>& value) {
            return value ? Json(*value) : Json();
        };
        return Json()
            .set("name", entrant_.name)
            .set("player", entrant_.spec)
            .set("board", to_text(size_))
            .set("seed", plan_.seed)
            .set("games", ladder_.games())
            .set("level", or_null(estimate.level))
            .set("level_low", or_null(estimate.low))
            .set("level_high", or_null(estimate.high))
            .set("elo", estimate.elo)
            .set("elo_error", estimate.error)
            .set("text", estimate_text(estimate))
            .set("faults", faults_)
            .set("forfeited", forfeits_)
            .set("levels", std::move(levels));
    }

    const LadderCommand& command_;
    arena::Plan plan_;
    arena::Entrant entrant_;
    BoardSize size_;
    Ladder ladder_;
    std::vector<arena::BoardSetup> setups_;
    std::optional<arena::EntrantFactory> factory_;
    std::size_t pairs_ = 0;
    std::size_t number_ = 0;
    int faults_ = 0;
    int forfeits_ = 0;
    std::string last_fault_;
    bool on_terminal_ = ::isatty(STDERR_FILENO) == 1;
    int shown_ = 0;  // games
};

void act_ladder(const LadderCommand& command) {
    if (command.games > 0 && command.time) throw usage_error("--for and --games: give one of them");
    LadderCommand complete = command;
    if (!complete.time) complete.time = std::chrono::minutes(2);
    if (complete.plan.boards.empty()) complete.plan.boards = {"6x4"};
    LadderRun run(complete, parse_entrant(*command.player));
    run.play();
    run.print();
    if (interrupted()) throw CommandError{kFailed, ""};
}

void declare_ladder(Arguments& arguments, LadderCommand& command) {
    arguments.positional("player", command.player,
                         "the program, cmd:COMMAND or NAME=cmd:COMMAND; or another player",
                         Arguments::Need::required);
    arguments.field(duration_field("for", "2m", command.time, "how long to play (default: 2m)"));
    arguments.field(
        number_field("games", command.games, {2, 100'000},
                     "play N games instead of playing for a time: with players limited by\n"
                     "depth or nodes, the result is the same each time"));
    declare_program_limits(
        arguments, command.plan,
        {{"board", "6x4 (default) or 6x6: where the levels were measured"},
         {"seed", "seed of openings and of the levels' random numbers (default: 1)"}});
    arguments.field(number_field("concurrency", command.concurrency, {1, 256},
                                 "games at a time (default: as many as the cores allow)"));
    declare_json(arguments, command.json);
}

}  // namespace

void add_ladder(Program& program) {
    program.add<LadderCommand>(
        {"ladder", "measure a player's strength against the levels",
         "Examples:\n"
         "  kalah ladder 'cmd:python3 bot.py'\n"
         "  kalah ladder Anna='cmd:cd anna && ./run' --sandbox --time 500ms --for 5m\n"
         "  kalah ladder alphabeta:depth=4 --games 100 --board 6x6 --json\n"
         "Plays pairs of games, from random openings and with sides swapped, against the levels\n"
         "(docs/players.md) that are nearest to the player. Ctrl-C ends it with what it has."},
        declare_ladder, act_ladder);
}

}  // namespace kalah::app
