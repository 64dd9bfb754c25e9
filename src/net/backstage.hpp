// Backstage: what a hall asks of others that takes time: records kept on disk, moves and values
// searched. No call waits, and none calls back from inside: answers come later, through Answers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "net/times.hpp"
#include "referee/record.hpp"

namespace kalah::net {

using BoutId = std::uint64_t;     // a game while it is played; never used again
using SessionId = std::uint64_t;  // likewise; no number is both
using GameNumber = std::int64_t;  // in the records

/// What a client says of itself.
struct About {
    std::string name = {};
    std::string authors = {};
    std::string description = {};
    std::string token = {};  // empty: none
};

struct NewBout {
    BoutId bout = 0;
    GameRecord record;                         // names, rules, first position, start
    PerSide<std::optional<About>> about = {};  // south, north; nothing of bots
};

/// A client's opinion of a position that it saw as south.
struct Opinion {
    SessionId session = 0;
    About about;
    Rules rules;
    Board board;
    double value = 0;
    std::int64_t given = 0;  // milliseconds since 1970
};

struct BotQuestion {
    BoutId bout = 0;
    std::size_t bot = 0;  // of HallOptions::bots
    Game game;
    std::uint64_t seed = 0;  // all the chance that it may use for this answer
    Time deadline;           // of its answer
};

/// How answers come back to the hall: from any thread, at any time while the server runs.
class Answers {
  public:
    Answers() = default;
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;
    virtual ~Answers() = default;

    virtual void game_begun(BoutId bout, GameNumber number) = 0;
    /// The move after so many moves of the game.
    virtual void bot_chose(BoutId bout, std::size_t ply, int pit, std::string comment) = 0;
    virtual void opinion_kept(SessionId session) = 0;
};

class Backstage {
  public:
    Backstage() = default;
    Backstage(const Backstage&) = delete;
    Backstage& operator=(const Backstage&) = delete;
    virtual ~Backstage() = default;

    /// False while the records cannot keep up: no game begins until they can.
    [[nodiscard]] virtual bool has_room() const = 0;
    /// Answered by game_begun.
    virtual void begin(NewBout bout) = 0;
    /// Before anybody is asked, with all moves so far; also when there are no more than before.
    virtual void moved(BoutId /*bout*/, const GameRecord& /*record*/) {}
    /// Of a game that has begun.
    virtual void end(GameNumber number, GameRecord record) = 0;
    /// Answered by bot_chose.
    virtual void ask_bot(BotQuestion question) = 0;
    /// To be kept with the champion's value beside it. Answered by opinion_kept.
    virtual void judge(Opinion opinion) = 0;
    virtual void forget(const std::string& token) = 0;
};

}  // namespace kalah::net
