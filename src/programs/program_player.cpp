#include "programs/program_player.hpp"

#include <signal.h>  // NOLINT: SIGXCPU is POSIX
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>

#include "kalah/stop_token.hpp"

namespace kalah::programs {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kNow{0};
constexpr milliseconds kStopCheck{50};      // a StopToken wakes nobody
constexpr milliseconds kExitWithin{2'000};  // of a program that has closed its connection

std::string text_of(milliseconds time) {
    return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + " s"
                                    : std::to_string(time.count()) + " ms";
}

}  // namespace

void warn_on_standard_error(const std::string& text) {
    const std::string line = "kalah: " + text + "\n";
    static_cast<void>(!::write(2, line.data(), line.size()));
}

ProgramPlayer::ProgramPlayer(std::string name, std::string command, ProgramOptions options)
    : name_(std::move(name)), command_(std::move(command)), options_(std::move(options)) {
    if (!options_.server) options_.server = std::make_shared<ProgramServer>();
}

ProgramPlayer::~ProgramPlayer() {
    end_process();
}

void ProgramPlayer::end_process() {
    if (!process_) return;
    if (const auto left = process_->end()) options_.warn(name_ + ": " + left->message);
    if (!file_.empty() && options_.on_kept)
        options_.on_kept({side_, std::chrono::duration<double>(Clock::now() - started_).count(),
                          process_->usage(), process_->heard_exit_code(), file_});
    process_.reset();
}

void ProgramPlayer::start_game(const GameStart& start) {
    end_process();
    game_.reset();
    end_ = {};
    const Game& game = start.game;
    if (game.over()) return;
    side_ = start.side;
    opening_ = game.played().size();
    game_ = std::make_unique<ProgramGame>(
        options_.server,
        ProgramGameOptions{game.rules(), game.board(), side_, start.opponent, options_.move_limit,
                           options_.start_limit, options_.ping});
    started_ = Clock::now();
    // A port can be another game's before the file has got its final name.
    static std::atomic<std::uint64_t> kept{0};
    if (!options_.keep_in.empty()) file_ = options_.keep_in + "/running-" + std::to_string(++kept);
    process_ = std::make_unique<ProgramProcess>(Launch{command_, game_->port(), options_.cpu,
                                                       options_.memory, options_.sandbox,
                                                       options_.supervisor, file_});
}

std::optional<Forfeit> ProgramPlayer::wait_ready(const StopToken& stop) {
    if (!game_) return std::nullopt;
    while (!stop.requested()) {
        const auto left =
            std::chrono::ceil<milliseconds>(started_ + options_.start_limit - Clock::now());
        const ProgramGame::News news =
            game_->wait_for_begin(process_->reports(), std::clamp(left, kNow, kStopCheck));
        if (news.begun) {
            end_.ready = std::chrono::ceil<milliseconds>(Clock::now() - started_);
            return std::nullopt;
        }
        if (auto loss = lost(news)) return loss;
    }
    return std::nullopt;
}

std::vector<int> ProgramPlayer::moves_since_opening(const Game& game) const {
    std::vector<int> pits;
    for (std::size_t i = opening_; i < game.played().size(); ++i)
        pits.push_back(game.played()[i].pit);
    return pits;
}

Decision ProgramPlayer::choose(const Game& game, const StopToken& stop) {
    assert(game_ && process_);
    const std::size_t ply = game.played().size() - opening_;
    const auto asked = Clock::now();
    game_->tell(moves_since_opening(game));
    while (!stop.requested()) {
        ProgramGame::News news = game_->wait(ply, kStopCheck);
        // The server plays a sole legal move itself, and so can be ahead of the game.
        if (news.move) return {news.move->pit, std::move(news.move->note)};
        if (auto loss = lost(news)) {
            if (loss->kind == FaultKind::timeout) wait_for_late_answer(asked, stop);
            return {.forfeit = std::move(loss)};
        }
    }
    return {*legal_moves(game.board()).begin()};
}

void ProgramPlayer::wait_for_late_answer(Clock::time_point asked, const StopToken& stop) {
    const auto until = Clock::now() + options_.late_grace;
    while (!stop.requested()) {
        const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
        if (game_->wait_for_answer(std::clamp(left, kNow, kStopCheck))) return;
        if (left > kNow) continue;
        if (options_.late_grace > kNow)
            end_.waited = std::chrono::duration<double>(Clock::now() - asked).count();
        return;
    }
}

std::optional<Forfeit> ProgramPlayer::lost(const ProgramGame::News& news) {
    if (news.ended) {
        const auto record = game_->record();
        assert(record && record->loser == side_ && !record->faults.empty());
        const Fault& fault = record->faults.back();
        if (fault.kind == FaultKind::gone && process_->wait_for_exit(kExitWithin).value_or(0) != 0)
            return crashed();
        return Forfeit{record->ending, fault.kind, with_last_words(fault.text)};
    }
    if (news.begun) return std::nullopt;  // the server keeps the time
    if (process_->gone()) {
        // On a busy machine, a whole game may have been played since the news.
        if (game_->wait(0, kNow).begun) return std::nullopt;
        return crashed();
    }
    if (Clock::now() - started_ < options_.start_limit) return std::nullopt;
    return lost_at_start(news);
}

Forfeit ProgramPlayer::lost_at_start(const ProgramGame::News& news) {
    std::string text = news.connected ? "asked for no game" : "did not connect";
    text += " within " + text_of(options_.start_limit);
    if (!news.dismissed.empty()) text += " (was told: " + news.dismissed + ")";
    return {Ending::timeout, FaultKind::timeout, with_last_words(text)};
}

Forfeit ProgramPlayer::crashed() {
    constexpr int kSignals = 128;  // what shells add to the number of a signal
    const int code = process_->exit_code().value_or(0);
    std::string text = "exited with code " + std::to_string(code);
    if (code == kSignals + SIGXCPU)
        text = "used up its " + std::to_string(options_.cpu.count()) + " s of processor time";
    else if (code > kSignals)
        text = "killed by signal " + std::to_string(code - kSignals);
    return {Ending::gone, FaultKind::crash, with_last_words(text)};
}

std::string ProgramPlayer::with_last_words(const std::string& text) {
    const std::string words = process_->last_words();
    return words.empty() ? text : text + ": " + words;
}

std::vector<Fault> ProgramPlayer::end_game(const GameRecord& record) {
    if (!game_) return {};
    const ProgramGame::News news = game_->wait(0, kNow);
    end_.pinged = news.pinged;
    end_.answer = news.answer;
    game_->tell(moves_since_opening(record.game));
    game_->close(record.ending == Ending::finished);
    end_.asked_to_leave = record.decided() && record.loser != side_;
    end_.exit_code = process_->wait_for_exit(end_.asked_to_leave ? options_.end_grace : kNow);
    end_.said = process_->said();
    end_process();
    auto own = game_->take_record();
    game_.reset();
    std::vector<Fault> faults;
    if (!own) return faults;
    if (own->loser == side_ && record.loser == side_) own->faults.pop_back();  // is in the record
    for (Fault& fault : own->faults) {
        if (fault.side != side_) continue;
        fault.ply = std::min(fault.ply + opening_, record.game.played().size());
        faults.push_back(std::move(fault));
    }
    return faults;
}

}  // namespace kalah::programs
