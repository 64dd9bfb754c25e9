// HallSeat: a person in a browser as a client of the server's own hall: joins it by KGP under his
// name, waits until he is paired, passes on his moves, and works out what the other one played. The
// desk's thread only; the connection's thread posts to it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "browser/hello.hpp"
#include "browser/service.hpp"
#include "net/client_games.hpp"
#include "net/client_link.hpp"

namespace kalah::browser {

class HallSeat : public std::enable_shared_from_this<HallSeat> {
  public:
    /// What becomes of it. None is called from inside a call.
    struct Handlers {
        /// The person's side, who plays against him, and the game's number in the records. Comes
        /// again if the side was presumed wrongly, before any move.
        std::function<void(Side side, std::string opponent, std::int64_t number)> paired;
        /// All moves so far. The person is asked for the next one.
        std::function<void(const Game& game)> asked;
        /// What was played cannot be told from what is known: the position now.
        std::function<void()> unclear;
        /// The server's word for how: "finished", "gone"…; empty if the connection was lost.
        std::function<void(std::string reason, bool lost)> ended;
    };

    static constexpr std::chrono::seconds kFarewell{2};

    [[nodiscard]] static std::shared_ptr<HallSeat> join(Office& office, const HallTerms& hall,
                                                        const std::string& name, Handlers handlers);
    HallSeat(const HallSeat&) = delete;
    HallSeat& operator=(const HallSeat&) = delete;
    ~HallSeat() = default;

    /// False: nobody asks (any more), nothing was sent.
    [[nodiscard]] bool answer(int pit);
    /// Says goodbye; whoever plays has lost by it. No handler is called any more. The seat should
    /// live on for kFarewell, so that the word gets out.
    void leave();
    /// The game as it is known otherwise, when it was unclear.
    void set_game(const Game& game) { base_ = game; }

  private:
    HallSeat(Office& office, const HallTerms& hall, const std::string& name, Handlers handlers);
    void connect();
    void on_line(const std::string& line);
    void note_pairing(const std::string& line);
    void presume_side();
    void on_question(const net::Question& question);
    void on_over(const net::GameOver& over);
    void on_closed();
    /// False: the first position cannot be explained.
    [[nodiscard]] bool begin(const net::Question& question);
    void flush();

    Office& office_;
    HallTerms hall_;
    Handlers handlers_;
    net::ClientSession session_;
    net::ClientGames games_;
    std::string game_;          // the number of the last game that was announced
    std::string opponent_;      // in it
    std::optional<Game> base_;  // at the last question
    std::optional<int> pit_;    // the answer to it
    std::optional<net::Question> question_;
    bool presumed_ = false;  // the side was told before a question came
    bool left_ = false;
    bool over_ = false;
    std::unique_ptr<net::ClientLink> link_;  // last: it calls us
};

}  // namespace kalah::browser
