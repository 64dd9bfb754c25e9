// Session: the client's half of a conversation by KGP, without sockets, clocks or players.
// Lines go in; what they mean to a player, and the text to be sent, comes out. Accepts what
// servers send: lines without ids, commands it does not know, several questions at once. One
// thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "kalah/rules.hpp"
#include "kgp/message.hpp"
#include "referee/client_info.hpp"

namespace kalah::client {

enum class TimeMode : std::uint8_t {
    unknown,   // the server does not say
    none,      // no time limit
    relative,  // `clock` is for each question
    absolute   // `clock` is for all that are still to come
};

/// "Choose a move here": the player is south. The options are as they stood when it came.
struct Question {
    kgp::Id id = 0;
    Board board = {};
    std::string game = {};      // the server's name for it, if it has one
    std::string opponent = {};  // name, if the server tells it
    TimeMode mode = TimeMode::unknown;
    std::optional<std::chrono::milliseconds> clock = {};  // left
    std::optional<std::chrono::milliseconds> opponent_clock = {};
};

// What a line may mean.
struct Welcomed {};  // the server has spoken its version: the session has begun
struct Withdrawn {   // `stop`: no answer is wanted any more
    kgp::Id id = 0;
    bool answered = true;  // false: the server has chosen a move itself
};
struct GameOver {  // `game:result`, which not every server sends
    std::string game = {};
    std::string opponent_name = {};
    int own = 0;
    int opponent = 0;
    std::string reason = {};
};
struct Complaint {  // `error`
    std::string text;
};
struct Farewell {  // `goodbye`
};
struct WrongVersion {
    std::string version;
};
using ServerEvent =
    std::variant<Welcomed, Question, Withdrawn, GameOver, Complaint, Farewell, WrongVersion>;

/// Why `info` cannot be sent: a text does not fit into a line of the protocol, or contains what a
/// line cannot carry. A server would end every connection over it.
[[nodiscard]] std::optional<Error> validate(const ClientInfo& info);

class Session {
  public:
    /// Empty texts of `info` are not sent.
    explicit Session(ClientInfo info) : info_(std::move(info)) {}

    /// What a line without its end means; nothing for most. Answers pings itself.
    [[nodiscard]] std::optional<ServerEvent> receive(std::string_view line);
    /// Sends the remark, the move and `yield`. False, and nothing sent, if the question was
    /// withdrawn or answered before.
    bool answer(kgp::Id question, int pit, const std::string& remark);
    /// A question that needs no answer any more.
    void forget(kgp::Id question) { std::erase(open_, question); }
    void say_goodbye();

    /// Bytes for the server since the last call.
    [[nodiscard]] std::string take_output() { return std::exchange(output_, {}); }
    /// The rules of the game, if the server says.
    [[nodiscard]] const std::optional<Rules>& rules() const { return rules_; }

  private:
    std::optional<ServerEvent> welcome(const kgp::Kgp& version);
    std::optional<ServerEvent> ask(const kgp::Message& message, const Board& board);
    std::optional<ServerEvent> withdraw(kgp::Id id);
    std::optional<ServerEvent> note(const kgp::Set& set);
    void send(kgp::Command command, kgp::Id ref = 0);

    ClientInfo info_;
    bool welcomed_ = false;
    kgp::Id next_id_ = 1;  // odd: the server's are even by custom
    std::string output_;
    std::vector<kgp::Id> open_;  // questions, neither answered nor withdrawn
    Question options_;           // as they stand now
    std::optional<Rules> rules_;
};

}  // namespace kalah::client
