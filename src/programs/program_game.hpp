// ProgramGame: one game of one program at a ProgramServer. The program plays there against a
// placeholder bot, whose moves come from outside, from the referee of the whole game. So the code
// that serves the clients of `kalah serve` also serves other people's programs. This is the only
// file that knows that code.
//
// It belongs to the thread that plays the game.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "programs/program_server.hpp"
#include "referee/record.hpp"

namespace kalah::programs {

struct ProgramGameOptions {
    Rules rules;
    Board start;  // after the opening
    Side side;    // of the program
    std::string opponent;
    std::chrono::milliseconds move_limit;
    std::chrono::milliseconds start_limit;  // from the connection to `mode`
    bool ping = false;                      // its game begins only when it has answered a ping
};

class ProgramGame {
  public:
    using milliseconds = std::chrono::milliseconds;

    /// Opens a port. Throws std::system_error where the system refuses.
    ProgramGame(std::shared_ptr<ProgramServer> server, const ProgramGameOptions& options);
    ~ProgramGame();
    ProgramGame(const ProgramGame&) = delete;
    ProgramGame& operator=(const ProgramGame&) = delete;

    [[nodiscard]] std::uint16_t port() const;

    /// All moves of the game so far, from its first position here on. The opponent's among them are
    /// played here when it is their turn.
    void tell(std::vector<int> pits);

    struct Move {
        int pit = 0;
        MoveNote note;
    };
    /// The last `move` that the program has sent for a `state`, legal or not.
    struct Answer {
        int pit = 0;
        double seconds = 0;        // after the `state`
        bool after_yield = false;  // and therefore not counted
    };
    struct News {
        std::optional<Move> move = {};  // the one that was asked for, if it has been played here
        bool connected = false;         // at least once
        std::string dismissed = {};     // the last error that the program was told before the game
        bool pinged = false;            // before the game
        bool begun = false;
        bool ended = false;
        bool left = false;                  // has closed its connection
        std::optional<Answer> answer = {};  // to the last `state`, also if it came too late
    };
    /// Waits until the program has asked for its game, the descriptor can be read, or the time is
    /// over.
    [[nodiscard]] News wait_for_begin(const Descriptor& descriptor, milliseconds at_most);
    /// Waits until the move after `ply` moves has been played, or the game has ended here, or the
    /// time is over.
    [[nodiscard]] News wait(std::size_t ply, milliseconds at_most);
    /// When the program has lost on time: waits until it has answered all the same, or has closed
    /// its connection, or the time is over; false if the time is over.
    [[nodiscard]] bool wait_for_answer(milliseconds at_most);

    /// Ends the game and says goodbye to the program. `with_result`: sends it the result first; all
    /// moves to the end must have been told.
    void close(bool with_result);
    /// After close(): ends the connection. Nothing if the game never began.
    [[nodiscard]] std::optional<GameRecord> take_record();
    /// How the game ended here, if it has. Moves are counted from the first position here.
    [[nodiscard]] std::optional<GameRecord> record() const;

  private:
    class Impl;
    std::shared_ptr<Impl> impl_;
    std::shared_ptr<ProgramServer> server_;
    ProgramServer::OpenPort port_;
};

}  // namespace kalah::programs
