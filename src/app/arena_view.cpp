#include "app/arena_view.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "app/arena_json.hpp"
#include "app/arena_summary.hpp"

namespace kalah::app {
namespace {

constexpr std::chrono::milliseconds kPause{200};

struct Screen {
    std::size_t columns = 80;
    std::size_t rows = 24;
};

Screen screen() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return {};
    return {size.ws_col, size.ws_row};
}

std::string time_text(double seconds) {
    const auto whole = static_cast<long>(seconds + 0.5);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

std::string bar(double part) {
    constexpr int kWidth = 24;
    const int full = static_cast<int>(part * kWidth);
    std::string text;
    for (int i = 0; i < kWidth; ++i) text += i < full ? "\u2588" : "\u2591";
    return text;
}

}  // namespace

ArenaView::ArenaView(const arena::Tournament& tournament, bool json)
    : tournament_(tournament),
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
        fmt::print("{}\n", game_event(tournament_, game, record).line());
        std::fflush(stdout);
    }
    if (on_terminal_)
        draw();
    else if (!json_)
        fmt::print(stderr, "{}", game_line(tournament_, game, record));
}

void ArenaView::on_round(int round, std::size_t games) {
    if (json_) {
        fmt::print("{}\n",
                   Json().set("event", "round").set("round", round + 1).set("games", games).line());
        std::fflush(stdout);
    } else if (!on_terminal_) {
        fmt::print(stderr, "round {}: {} games\n", round + 1, games);
    }
}

void ArenaView::draw() {
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + kPause;
    const std::size_t done = tournament_.games().size();
    const std::size_t all = std::max<std::size_t>(tournament_.scheduled(), 1);
    const double part = static_cast<double>(done) / static_cast<double>(all);
    const double elapsed = std::chrono::duration<double>(now - start_).count();
    std::string text =
        fmt::format("{} {} of {} games, {}", bar(part), done, all, time_text(elapsed));
    if (done > before_)
        text += fmt::format(", {} left", time_text(elapsed * static_cast<double>(all - done) /
                                                   static_cast<double>(done - before_)));
    text += '\n';
    text += tournament_.plan().kind == arena::Kind::match ? summary_text(tournament_)
                                                          : standings_text(tournament_);
    // What does not fit would scroll, and could not be drawn over.
    const Screen size = screen();
    finish();
    for (std::size_t at = 0; at < text.size() && lines_ + 1 < static_cast<int>(size.rows);) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        if (at > 0 && line.size() > size.columns) line.resize(size.columns);
        fmt::print(stderr, "{}\x1b[K\n", line);
        ++lines_;
        at = end + 1;
    }
    std::fflush(stderr);
}

void ArenaView::finish() {
    if (lines_ > 0) fmt::print(stderr, "\x1b[{}A\x1b[J", lines_);
    std::fflush(stderr);
    lines_ = 0;
}

}  // namespace kalah::app
