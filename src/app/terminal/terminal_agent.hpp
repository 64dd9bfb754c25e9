// TerminalAgent: a person at a KGP server: the board, what the opponent played, the clock counting
// down, and moves typed at a terminal or fed through a pipe. Knows streams only, so that tests can
// hold the same conversation. For the client's thread.
#pragma once

#include <deque>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "client/agent.hpp"
#include "rules/drawing.hpp"

namespace kalah::app {

class TerminalAgent final : public client::Agent {
  public:
    struct Options {
        Colour colour = Colour::no;
        bool prompt = false;                    // a person types
        bool countdown = false;                 // and sees the clock on a terminal
        std::optional<int> opening = {};        // first move of a game that we begin, from 0
        std::function<void()> on_used = [] {};  // a line that was typed is not needed any more
        /// Throws away what was typed and not entered: it was meant for a position that has gone.
        std::function<void()> drop_typed = [] {};
    };
    /// People read `out`; what was wrong goes to `err`.
    TerminalAgent(Options options, client::AgentHost& host, std::ostream& out, std::ostream& err);

    void ask(const client::MoveRequest& request) override;
    void cancel(client::RequestId id) override;
    void before_message() override;
    void typed(const std::optional<std::string>& line) override;
    client::Clock::time_point tick(client::Clock::time_point now) override;

  private:
    void present();
    void show_since(const client::MoveRequest& request);
    void show_board();
    void show_prompt();
    [[nodiscard]] std::optional<std::string> clock_text(client::Clock::time_point now) const;
    void go_on();
    void obey(const std::string& line);
    void play(const std::string& moves);
    void answer(int pit);
    void complain(const std::string& message);

    Options options_;
    client::AgentHost& host_;
    std::ostream& out_;
    std::ostream& err_;
    std::deque<client::MoveRequest> open_;  // the first is on the screen
    std::deque<std::string> lines_;         // from a pipe, read ahead
    std::vector<int> planned_;              // moves of the same turn that were typed at once
    bool input_ended_ = false;
    bool prompted_ = false;   // the cursor stands behind the prompt
    bool ask_again_ = false;  // a message came between
    std::string clock_shown_;
};

}  // namespace kalah::app
