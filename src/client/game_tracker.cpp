#include "client/game_tracker.hpp"

#include <algorithm>

#include "rules/moves_between.hpp"

namespace kalah::client {
namespace {

constexpr std::size_t kMostTracks = 64;

}  // namespace

std::string game_name(const std::string& game, int number) {
    return game.empty() ? std::to_string(number) : printable(game);
}

/// The moves that lead from a track's last question to a new one, if there are any.
std::optional<Context> GameTracker::continued(const Track& track, const Board& board) const {
    const auto try_pit = [&](int pit) -> std::optional<Context> {
        Board after = track.board;
        const MoveResult own = apply(rules_, after, pit);
        if (own.over) return std::nullopt;
        auto moves = moves_between(rules_, after, board);
        if (!moves) return std::nullopt;
        Context context;
        context.number = track.number;
        context.clear = true;
        context.since = std::move(*moves);
        if (pit != track.pit) {
            context.chosen_for_us = true;
            context.since.insert(context.since.begin(), own);
        }
        return context;
    };
    if (track.pit)
        if (auto context = try_pit(*track.pit)) return context;
    // The answer may have come too late, or there was none.
    for (const int pit : legal_moves(track.board))
        if (pit != track.pit)
            if (auto context = try_pit(pit)) return context;
    return std::nullopt;
}

GameTracker::Track* GameTracker::track_of(const Question& question, Context& context) {
    for (Track& track : tracks_) {
        if (track.game != question.game) continue;
        const auto found = continued(track, question.board);
        if (found) context = *found;
        // The same name means the same game, whatever happened in it.
        if (found || !question.game.empty()) return &track;
    }
    return nullptr;
}

Context GameTracker::asked(const Question& question) {
    Context context;
    if (Track* track = track_of(question, context)) {
        context.number = track->number;
        track->board = question.board;
        track->pit.reset();
        track->predicted.reset();
        return context;
    }
    // A new game means that another has ended: one whose last question we have answered.
    const auto idle = std::find_if(tracks_.begin(), tracks_.end(),
                                   [](const Track& track) { return track.pit.has_value(); });
    if (idle != tracks_.end()) {
        context.ended = count(*idle, idle->predicted, idle->predicted ? "predicted" : "unseen");
        tracks_.erase(idle);
    }
    if (tracks_.size() == kMostTracks) tracks_.erase(tracks_.begin());
    context.number = ++begun_;
    context.new_game = true;
    if (const auto start = start_before(rules_, question.board)) {
        context.clear = true;
        context.since = *moves_between(rules_, *start, question.board);
    }
    tracks_.push_back({context.number, question.game, question.opponent, question.board, {}, {}});
    return context;
}

bool GameTracker::answered(const Question& question, int pit) {
    for (Track& track : tracks_) {
        if (track.game != question.game || track.board != question.board || track.pit) continue;
        track.pit = pit;
        Board after = question.board;
        // An illegal move predicts nothing: the server judges it.
        if (pit < 0 || pit >= after.width || after.at(Side::south, pit) == 0) return false;
        if (!apply(rules_, after, pit).over) return false;
        track.predicted = {after.store(Side::south), after.store(Side::north)};
        return true;
    }
    return false;
}

std::optional<Outcome> GameTracker::settle() {
    const auto over = std::find_if(tracks_.begin(), tracks_.end(),
                                   [](const Track& track) { return track.predicted.has_value(); });
    if (over == tracks_.end()) return std::nullopt;
    const Track track = *over;
    tracks_.erase(over);
    predicted_last_ = track.number;
    return count(track, track.predicted, "predicted");
}

std::optional<Outcome> GameTracker::told(const GameOver& over) {
    auto found = std::find_if(tracks_.begin(), tracks_.end(),
                              [&](const Track& track) { return track.game == over.game; });
    if (found == tracks_.end()) {
        // Counted already, or a game that ended before there was a question.
        if (predicted_last_ != 0 && predicted_last_ == begun_) {
            predicted_last_ = 0;
            return std::nullopt;
        }
        tracks_.push_back({++begun_, over.game, over.opponent_name, {}, {}, {}});
        found = tracks_.end() - 1;
    }
    const Track track = *found;
    tracks_.erase(found);
    return count(track, Outcome::Points{over.own, over.opponent}, over.reason);
}

int GameTracker::cut_off() {
    const auto games = static_cast<int>(tracks_.size());
    tracks_.clear();
    return games;
}

Outcome GameTracker::count(const Track& track, std::optional<Outcome::Points> points,
                           std::string reason) {
    if (!points)
        ++tally_.unknown;
    else if (points->own == points->opponent)
        ++tally_.draws;
    else
        ++(points->own > points->opponent ? tally_.wins : tally_.losses);
    return {track.number, track.game, track.opponent, points, std::move(reason)};
}

}  // namespace kalah::client
