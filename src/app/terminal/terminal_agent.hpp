// Games at a KGP server, seen from a terminal: the board, what the opponent played, the clock
// counting down. TerminalAgent is a person, whose moves are typed or fed through a pipe; EngineView
// shows how a program plays. Both know streams only, so that tests can hold the same conversation.
// For the client's thread.
#pragma once

#include <deque>
#include <functional>
#include <iosfwd>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/terminal/board_text.hpp"
#include "app/terminal/line_editor.hpp"
#include "client/agent.hpp"

namespace kalah::app {

class TerminalAgent final : public client::Agent {
  public:
    struct Options {
        BoardStyle style = {};
        bool prompt = false;                    // a person types
        bool countdown = false;                 // and sees the clock on a terminal
        std::optional<int> opening = {};        // first move of a game that we begin, from 0
        std::function<void()> on_used = [] {};  // a line that was typed is not needed any more
        /// Discards what was typed without Enter: it was meant for a position that has gone.
        std::function<void()> drop_typed = [] {};
        /// Puts the prompt at the cursor, in place of `out`; may be empty. `on_arrow`, which may be
        /// empty, too, is called on another thread until `leave_prompt` or the end of the line.
        std::function<void(const std::string& prompt, LineEditor::OnArrow on_arrow)> ask = {};
        /// Something else is about to be written below the prompt.
        std::function<void()> leave_prompt = [] {};
    };
    /// People read `out`; error messages go to `err`.
    TerminalAgent(Options options, client::AgentHost& host, std::ostream& out, std::ostream& err);

    /// The words that it knows, for completion.
    [[nodiscard]] static std::vector<std::string> commands() { return {"board", "help", "quit"}; }

    void ask(const client::MoveRequest& request) override;
    void cancel(client::RequestId id) override;
    void before_message() override;
    void typed(const std::optional<std::string>& line) override;
    client::Clock::time_point tick(client::Clock::time_point now) override;

  private:
    void present();
    void show_board();
    void show_prompt(bool below_board);
    [[nodiscard]] LineEditor::OnArrow choosing(int below) const;
    void leave_prompt();
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
    bool ask_again_ = false;  // a message interrupted the prompt
    std::string clock_shown_;
};

/// Stands between the client and an agent that thinks by itself, and shows what they exchange.
class EngineView final : public client::Agent, public client::AgentHost {
  public:
    enum class Style : std::uint8_t {
        screen,  // board and moves, and a line with the player's thoughts that is written over
        lines,   // one line for each of our moves
    };
    EngineView(client::AgentHost& host, std::ostream& out, Style style, BoardStyle boards)
        : host_(host), out_(out), style_(style), boards_(std::move(boards)) {}

    /// Sets the agent whose host this is; call it first.
    void show(client::Agent& agent) { agent_ = &agent; }
    /// Sets what the agent thinks just now. From any thread.
    void think(const std::string& thought);

    void ask(const client::MoveRequest& request) override;
    void cancel(client::RequestId id) override;
    void decided(client::RequestId id, const std::optional<Decision>& decision) override {
        agent_->decided(id, decision);
    }
    void before_message() override;
    client::Clock::time_point tick(client::Clock::time_point now) override;

    void answer(client::RequestId id, int pit, const std::string& remark) override;
    void leave(std::optional<Error> why) override { host_.leave(std::move(why)); }

  private:
    client::AgentHost& host_;
    std::ostream& out_;
    Style style_;
    BoardStyle boards_;
    client::Agent* agent_ = nullptr;
    std::map<client::RequestId, client::MoveRequest> open_;  // the first is being thought about
    std::mutex mutex_;                                       // guards thought_
    std::string thought_;
    std::string shown_;  // on the line that is written over
};

}  // namespace kalah::app
