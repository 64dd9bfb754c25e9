#include "referee/record.hpp"

#include <algorithm>
#include <cassert>

namespace kalah {
namespace {

constexpr std::array<std::string_view, 14> kFaultNames{
    "illegal", "late",    "timeout",   "wrong-game",  "repeated", "gone",  "resigned",
    "flood",   "garbage", "long-line", "slow-reader", "no-pong",  "crash", "withdrawn"};
constexpr std::array<std::string_view, 8> kEndingNames{"running", "finished", "illegal", "gone",
                                                       "timeout", "resigned", "aborted", "stopped"};
constexpr std::array<std::string_view, 8> kSourceNames{"player", "search",    "book",   "database",
                                                       "solver", "only-move", "forced", "referee"};

template <class Enum, std::size_t size>
std::optional<Enum> parse(const std::array<std::string_view, size>& names, std::string_view text) {
    for (std::size_t i = 0; i < size; ++i)
        if (names[i] == text) return static_cast<Enum>(i);
    return std::nullopt;
}

}  // namespace

std::string_view name(FaultKind kind) {
    return kFaultNames[static_cast<std::size_t>(kind)];
}

std::optional<FaultKind> parse_fault_kind(std::string_view text) {
    return parse<FaultKind>(kFaultNames, text);
}

std::string_view name(MoveSource source) {
    return kSourceNames[static_cast<std::size_t>(source)];
}

std::optional<MoveSource> parse_move_source(std::string_view text) {
    return parse<MoveSource>(kSourceNames, text);
}

std::string_view name(Ending ending) {
    return kEndingNames[static_cast<std::size_t>(ending)];
}

std::optional<Ending> parse_ending(std::string_view text) {
    return parse<Ending>(kEndingNames, text);
}

const MoveResult& GameRecord::play(int pit, MoveNote note) {
    notes.resize(game.played().size());
    notes.push_back(std::move(note));
    const MoveResult& played = game.play(pit);
    if (played.over) ending = Ending::finished;
    return played;
}

void GameRecord::lose(Side side, Ending how, FaultKind kind, std::string text) {
    assert(is_loss(how));
    ending = how;
    loser = side;
    faults.push_back({game.played().size(), side, kind, std::move(text)});
}

const Fault* GameRecord::ignored(Side side, std::size_t ply) const {
    const auto could_be_move = [&](const Fault& fault) {
        return fault.side == side && fault.ply == ply &&
               (fault.kind == FaultKind::garbage || fault.kind == FaultKind::wrong_game);
    };
    const auto found = std::find_if(faults.rbegin(), faults.rend(), could_be_move);
    return found == faults.rend() ? nullptr : &*found;
}

int GameRecord::points(Side side) const {
    if (loser) return *loser == side ? 0 : seeds_in_all(game.board());
    return game.board().store(side);
}

}  // namespace kalah
