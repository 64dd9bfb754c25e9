#include "arena/run.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "base/mix64.hpp"
#include "kalah/notation.hpp"
#include "kalah/stop_token.hpp"

namespace kalah::arena {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{20};
constexpr std::chrono::milliseconds kStall{60};  // a tick that is later than this is a stall

/// Notices when this program did not run for a while, because it was stopped (Ctrl-Z), or the
/// machine slept or was overloaded. A player that was thinking at that time could not answer, and
/// must not lose by it. Checks the clock every few milliseconds on its own thread; any thread may
/// ask.
class StallDetector {
  public:
    StallDetector();
    ~StallDetector();
    StallDetector(const StallDetector&) = delete;
    StallDetector& operator=(const StallDetector&) = delete;

    /// Stalls noticed so far.
    [[nodiscard]] int stalls();
    /// The same after the next tick, so that a stall that has just ended is counted.
    [[nodiscard]] int stalls_by_now();

  private:
    void watch();

    std::mutex mutex_;
    std::condition_variable ticked_;
    bool ending_ = false;
    long ticks_ = 0;
    int stalls_ = 0;
    std::thread thread_;
};

StallDetector::StallDetector() {
    try {
        thread_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {  // without the thread, no stall is noticed
    }
}

StallDetector::~StallDetector() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    ticked_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void StallDetector::watch() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        const auto before = Clock::now();
        ticked_.wait_for(lock, kTick, [this] { return ending_; });
        if (Clock::now() - before > kTick + kStall) ++stalls_;
        ++ticks_;
        ticked_.notify_all();
    }
}

int StallDetector::stalls() {
    const std::lock_guard lock(mutex_);
    return stalls_;
}

int StallDetector::stalls_by_now() {
    std::unique_lock lock(mutex_);
    const long seen = ticks_;
    if (thread_.joinable()) ticked_.wait(lock, [&] { return ticks_ != seen; });
    return stalls_;
}

/// The players of one thread. Keeps those that were used last: making a player takes as long as
/// some of its moves, and keeping all of a large tournament takes too much memory.
class Players {
  public:
    explicit Players(const MakePlayer& make) : make_(make) {}

    /// The reference is valid until the call after the next.
    Player& get(int entrant, int board) {
        const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) {
            return kept.entrant == entrant && kept.board == board;
        });
        if (found != kept_.end()) {
            std::rotate(kept_.begin(), found, found + 1);
        } else {
            if (kept_.size() == kMostKept) kept_.pop_back();
            kept_.insert(kept_.begin(), {entrant, board, make_(entrant, board)});
        }
        return *kept_.front().player;
    }

    void forget() { kept_.clear(); }

  private:
    struct Kept {
        int entrant;
        int board;
        std::unique_ptr<Player> player;
    };
    static constexpr std::size_t kMostKept = 4;
    const MakePlayer& make_;
    std::vector<Kept> kept_;  // most recently used first
};

/// Tournament checks schedules when it makes or reads them: the moves can be played.
Game opening(const store::ScheduledGame& game, const std::vector<BoardSetup>& setups) {
    Game opened(setups[static_cast<std::size_t>(game.board)].rules, *parse_start(game.start));
    static_cast<void>(opened.play_text(game.opening));
    return opened;
}

void sign(GameRecord& record, const store::ScheduledGame& game, const RunOptions& options,
          std::int64_t started) {
    record.names[Side::south] = options.names[static_cast<std::size_t>(game.south)];
    record.names[Side::north] = options.names[static_cast<std::size_t>(game.north)];
    record.started = started;
    record.finished = options.wall_clock();
}

/// Hands out the games, one by one, to the threads that play them.
class Run {
  public:
    Run(const NextGame& next, const std::vector<BoardSetup>& setups, const RunOptions& options,
        const StopToken& stop, const std::function<bool(store::PlayedGame)>& on_game)
        : next_(next), setups_(setups), options_(options), stop_(stop), on_game_(on_game) {}

    void play_all() {
        // Make the players of this thread before the others take the remaining memory.
        Players players(options_.make_player);
        if (const auto game = take()) {
            find_players(players, *game);
            returned_.push_back(*game);
        }
        std::vector<std::thread> threads;
        threads.reserve(static_cast<std::size_t>(options_.concurrency));
        try {
            for (int i = 1; i < options_.concurrency; ++i) threads.emplace_back([&] { help(); });
        } catch (const std::system_error&) {
        } catch (const std::bad_alloc&) {
        }
        play_or_note(players, false);
        for (std::thread& thread : threads) thread.join();
        // A helper may have returned its game after this thread had found none left.
        play_or_note(players, false);
        if (trouble_) std::rethrow_exception(trouble_);
    }

  private:
    void help() {
        Players players(options_.make_player);
        play_or_note(players, true);
    }

    /// When a game cannot be played, for lack of memory or processes, no further game begins, and
    /// games under way are kept. A helper returns its game instead, and ends.
    void play_or_note(Players& players, bool helper) {
        try {
            play(players, helper);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!trouble_) trouble_ = std::current_exception();
        }
    }

    void play(Players& players, bool helper) {
        double carried = 0;  // seconds that storing the last game took
        while (const auto game = take()) {
            std::optional<RefereedGame> played =
                helper ? try_to_play(players, *game) : play_undisturbed(players, *game);
            if (!played || played->record.ending == Ending::stopped) return;
            RefereedGame& refereed = *played;
            const auto ended = Clock::now();
            const std::lock_guard lock(mutex_);
            if (enough_) return;
            if (!on_game_({*game, std::move(refereed.record), refereed.overhead + carried}))
                enough_ = true;
            carried = std::chrono::duration<double>(Clock::now() - ended).count();
        }
    }

    /// The next game; nothing if there is none, or no more are wanted.
    std::optional<store::ScheduledGame> take() {
        const std::lock_guard lock(mutex_);
        if (enough_ || trouble_ || stop_.requested()) return std::nullopt;
        if (!returned_.empty()) {
            store::ScheduledGame game = std::move(returned_.back());
            returned_.pop_back();
            return game;
        }
        if (none_left_) return std::nullopt;
        auto game = next_();
        none_left_ = !game;
        return game;
    }

    /// Makes the players of a game. If memory runs out, drops the players that were kept.
    static void find_players(Players& players, const store::ScheduledGame& game) {
        try {
            players.get(game.south, game.board);
            players.get(game.north, game.board);
        } catch (const std::bad_alloc&) {
            players.forget();
            players.get(game.south, game.board);
            players.get(game.north, game.board);
        }
    }

    /// If the system has no room for the game, returns it to the list and gives nothing.
    std::optional<RefereedGame> try_to_play(Players& players, const store::ScheduledGame& game) {
        try {
            return play_undisturbed(players, game);
        } catch (const std::bad_alloc&) {
        } catch (const std::system_error&) {
        }
        const std::lock_guard lock(mutex_);
        returned_.push_back(game);
        return std::nullopt;
    }

    /// Plays a game again if a player lost by time while this program stood still.
    RefereedGame play_undisturbed(Players& players, const store::ScheduledGame& game) {
        constexpr int kMostTries = 5;
        for (int tries = 1;; ++tries) {
            const int before = stalls_.stalls();
            RefereedGame refereed = play_one(players, game);
            if (refereed.record.ending != Ending::timeout || tries == kMostTries ||
                stalls_.stalls_by_now() == before)
                return refereed;
        }
    }

    RefereedGame play_one(Players& players, const store::ScheduledGame& game) {
        {
            const std::lock_guard lock(mutex_);
            if (auto forfeit = forfeited(game, setups_, options_))
                return {std::move(forfeit->record)};
        }
        const std::array<int, 2> entrants{game.south, game.north};
        const std::int64_t started = options_.wall_clock();
        GameTerms terms;
        terms.seed = mix64(options_.seed, game.number);
        for (const std::size_t side : {0U, 1U}) {
            const auto entrant = static_cast<std::size_t>(entrants[side]);
            if (entrant < options_.limits.size()) terms.limits[side] = options_.limits[entrant];
        }
        find_players(players, game);
        Player& south = players.get(game.south, game.board);
        Player& north = players.get(game.north, game.board);
        RefereedGame refereed = play_game(opening(game, setups_), south, north, terms, stop_);
        sign(refereed.record, game, options_, started);
        return refereed;
    }

    const NextGame& next_;
    const std::vector<BoardSetup>& setups_;
    const RunOptions& options_;
    const StopToken& stop_;
    const std::function<bool(store::PlayedGame)>& on_game_;
    StallDetector stalls_;
    std::atomic<bool> enough_{false};
    std::mutex mutex_;  // guards the members below
    bool none_left_ = false;
    std::vector<store::ScheduledGame> returned_;
    std::exception_ptr trouble_;
};

}  // namespace

void run_games(const NextGame& next, const std::vector<BoardSetup>& setups,
               const RunOptions& options, const StopToken& stop,
               const std::function<bool(store::PlayedGame)>& on_game) {
    Run(next, setups, options, stop, on_game).play_all();
}

void run_games(const std::vector<store::ScheduledGame>& games,
               const std::vector<BoardSetup>& setups, const RunOptions& options,
               const StopToken& stop, const std::function<bool(store::PlayedGame)>& on_game) {
    auto game = games.begin();
    const NextGame next = [&] {
        return game == games.end() ? std::nullopt : std::optional(*game++);
    };
    run_games(next, setups, options, stop, on_game);
}

std::optional<store::PlayedGame> forfeited(const store::ScheduledGame& game,
                                           const std::vector<BoardSetup>& setups,
                                           const RunOptions& options) {
    if (!options.withdrawn) return std::nullopt;
    for (const Side side : kBothSides) {
        auto why = options.withdrawn(side == Side::south ? game.south : game.north);
        if (!why) continue;
        GameRecord record{opening(game, setups)};
        record.notes.assign(record.game.played().size(), {0, "", MoveSource::forced});
        record.lose(side, Ending::gone, FaultKind::withdrawn, std::move(*why));
        sign(record, game, options, options.wall_clock());
        return store::PlayedGame{game, std::move(record)};
    }
    return std::nullopt;
}

}  // namespace kalah::arena
