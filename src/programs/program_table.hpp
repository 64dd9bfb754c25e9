// ProgramTable: a KGP server for one game of one program. The program plays there against a bot
// that does not exist: its moves are told from outside, by whoever referees the whole game. So
// other people's programs are served by the same code as the clients of `kalah serve`.
//
// The server has a thread of its own; the table itself belongs to the thread that plays the game.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/record.hpp"

namespace kalah::programs {

struct TableTerms {
    Rules rules;
    Board start;  // after the opening
    Side side;    // of the program
    std::string opponent;
    std::chrono::milliseconds move_limit;
    std::chrono::milliseconds start_limit;  // from the connection to `mode`
};

class ProgramTable {
  public:
    using milliseconds = std::chrono::milliseconds;

    /// Listens on a free port of 127.0.0.1. Throws std::system_error where the system refuses.
    explicit ProgramTable(const TableTerms& terms);
    ~ProgramTable();
    ProgramTable(const ProgramTable&) = delete;
    ProgramTable& operator=(const ProgramTable&) = delete;

    [[nodiscard]] std::uint16_t port() const;

    /// The game's moves from the table's first position on, as they are known outside: the
    /// opponent's among them are played when they are due here.
    void tell(std::vector<int> pits);

    struct Move {
        int pit = 0;
        MoveNote note;
    };
    struct News {
        std::optional<Move> move = {};  // the one that was asked for, if it has been played here
        bool connected = false;         // at least once
        std::string dismissed = {};     // why the program was sent away before the game, if it was
        bool begun = false;
        bool ended = false;
    };
    /// Waits until the program has asked for its game; false if the time is over.
    [[nodiscard]] bool wait_for_begin(milliseconds at_most);
    /// Waits until the move after so many moves is there, or the game has ended here, or the time
    /// is over.
    [[nodiscard]] News wait(std::size_t ply, milliseconds at_most);

    /// The game goes no further, and the program is told goodbye; its result too, if all moves to
    /// the end were told.
    void close(bool with_result);
    /// After close(): waits until the server has ended. Nothing if the game never began.
    [[nodiscard]] std::optional<GameRecord> take_record();
    /// How the game ended here, if it has. Moves are counted from the table's first position.
    [[nodiscard]] std::optional<GameRecord> record() const;

  private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace kalah::programs
