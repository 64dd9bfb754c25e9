#include "app/arena_view.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "report/text.hpp"
#include "system/values.hpp"

namespace kalah::app {
namespace {

constexpr std::chrono::milliseconds kPause{200};
constexpr int kShare = 20;  // drawing takes at most 1/kShare of the time

/// Failures are ignored: the games are in the store.
void say(std::FILE* to, const std::string& text) {
    std::fputs(text.c_str(), to);
    std::fflush(to);
}

struct Screen {
    std::size_t columns = 80;
    std::size_t rows = 24;
};

Screen screen() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
    return {size.ws_col, size.ws_row};
}

std::string bar(double part) {
    constexpr int kWidth = 24;
    const int full = static_cast<int>(part * kWidth);
    std::string text;
    for (int i = 0; i < kWidth; ++i) text += i < full ? "\u2588" : "\u2591";
    return text;
}

}  // namespace

ArenaView::ArenaView(const arena::Tournament& tournament, const Trees& trees, bool json)
    : tournament_(tournament),
      trees_(trees),
      json_(json),
      on_terminal_(::isatty(STDERR_FILENO) == 1),
      before_(tournament.games().size()) {
    if (on_terminal_) draw();
}

arena::TournamentEvents ArenaView::events() {
    return {[this](const auto& game, const auto& record) { on_game(game, record); },
            [this](int round, std::size_t games) { on_round(round, games); }};
}

void ArenaView::on_game(const arena::TournamentGame& game, const GameRecord& record) {
    if (json_) {
        say(stdout, game_event(tournament_, game, record).line() + '\n');
    }
    if (on_terminal_)
        draw();
    else if (!json_)
        say(stderr, game_line(tournament_, game, record));
}

void ArenaView::on_round(int round, std::size_t games) {
    if (json_) {
        say(stdout,
            Json().set("event", "round").set("round", round + 1).set("games", games).line() + '\n');
    } else if (!on_terminal_) {
        say(stderr, fmt::format("round {}: {}\n", round + 1, report::counted(games, "game")));
    }
}

void ArenaView::draw() {
    const auto now = Clock::now();
    if (now < next_) return;
    const std::size_t done = tournament_.games().size();
    const std::size_t all = std::max<std::size_t>(tournament_.scheduled(), 1);
    const double part = static_cast<double>(done) / static_cast<double>(all);
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    std::string text = fmt::format("{} {} of {}, {}", bar(part), done, report::counted(all, "game"),
                                   elapsed_text(elapsed));
    if (done > before_)
        text += fmt::format(", {} left", elapsed_text(elapsed * static_cast<double>(all - done) /
                                                      static_cast<double>(done - before_)));
    text += '\n';
    text += told_;
    text += tournament_.plan().kind == arena::Kind::match ? summary_text(tournament_, trees_)
                                                          : standings_text(tournament_);
    // Lines that do not fit would scroll, and could not be drawn over.
    const Screen size = screen();
    finish();
    for (std::size_t at = 0; at < text.size() && lines_ + 1 < static_cast<int>(size.rows);) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        if (at > 0 && line.size() > size.columns) line.resize(size.columns);
        say(stderr, line + "\x1b[K\n");
        ++lines_;
        at = end + 1;
    }
    // The statistics of many games take time to compute, and the games wait for them.
    const auto took = Clock::now() - now;
    next_ = now + std::max<Clock::duration>(kPause, kShare * took);
}

void ArenaView::finish() {
    if (lines_ > 0) say(stderr, fmt::format("\x1b[{}A\x1b[J", lines_));
    lines_ = 0;
}

void ArenaView::tell(const std::string& text, const Json& event) {
    if (text == told_) return;
    told_ = text;
    if (json_) {
        say(stdout, event.line() + '\n');
    } else if (on_terminal_) {
        next_ = Clock::now();
        draw();
    } else {
        say(stderr, text);
    }
}

}  // namespace kalah::app
