// ProgramGame: one game of one program at a ProgramServer. The program plays there against a bot
// that does not exist: its moves come from outside, from the referee of the whole game. So other
// people's programs are served by the same code as the clients of `kalah serve`. This is the only
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

    /// The game's moves from its first position here on, as they are known outside: the opponent's
    /// among them are played when they are due here.
    void tell(std::vector<int> pits);

    struct Move {
        int pit = 0;
        MoveNote note;
    };
    struct News {
        std::optional<Move> move = {};  // the one that was asked for, if it has been played here
        bool connected = false;         // at least once
        std::string dismissed = {};     // the last error that the program was told before the game
        bool begun = false;
        bool ended = false;
    };
    /// Waits until the program has asked for its game, the descriptor can be read, or the time is
    /// over; true if it has.
    [[nodiscard]] bool wait_for_begin(const Descriptor& descriptor, milliseconds at_most);
    /// Waits until the move after so many moves is there, or the game has ended here, or the time
    /// is over.
    [[nodiscard]] News wait(std::size_t ply, milliseconds at_most);

    /// The game goes no further, and the program is told goodbye; its result too, if all moves to
    /// the end were told.
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
