// Board, Move and Game.
#include "kalah/game.hpp"

#include <algorithm>

#include "kalah/notation.hpp"
#include "module/common.hpp"
#include "rules/drawing.hpp"

namespace kalah::python {
namespace {

py::tuple row_of(const Board& board, Side side) {
    py::tuple row(board.width);
    for (int pit = 0; pit < board.width; ++pit)
        row[static_cast<std::size_t>(pit)] = board.at(side, pit);
    return row;
}

Side parse_side(const std::string& text) {
    for (const Side side : kBothSides)
        if (text == to_text(side)) return side;
    throw Failure(Error{"to_move: expected 'south' or 'north', not " + in_quotes(text)});
}

/// Through the notation, which checks the numbers.
Board board_of_parts(const std::vector<int>& south, const std::vector<int>& north,
                     std::pair<int, int> stores, const std::string& to_move) {
    if (south.size() != north.size())
        throw Failure(Error{"both rows must have the same number of pits"});
    std::string text = "<" + std::to_string(south.size()) + "," + std::to_string(stores.first) +
                       "," + std::to_string(stores.second);
    for (const auto* row : {&south, &north})
        for (const int seeds : *row) text += "," + std::to_string(seeds);
    text += parse_side(to_move) == Side::north ? "> n" : ">";
    return unwrap(parse_position(text));
}

std::vector<int> pits_of(const PitSet& set) {
    std::vector<int> pits;
    for (const int pit : set) pits.push_back(pit + 1);
    return pits;
}

/// The pit counted from 0; a Failure if it cannot be played.
int checked(const Rules& rules, const Board& board, int pit) {
    raise_if(Game(rules, board).validate(pit - 1));
    return pit - 1;
}

const char* last_text(const MoveResult& move) {
    using Last = MoveResult::Last;
    return move.last == Last::store     ? "store"
           : move.last == Last::own_pit ? "own pit"
                                        : "other pit";
}

std::string move_text(const MoveResult& move) {
    std::string text = "<kalah.Move: " + std::string(to_text(move.mover)) + " plays " +
                       std::to_string(move.pit + 1);
    if (move.captured > 0) text += ", captures " + std::to_string(move.captured);
    if (move.over) return text + ", game over>";
    return text + (move.extra_turn ? ", moves again>" : ">");
}

void bind_board(py::module_& module) {
    py::class_<Board> board(module, "Board",
                            "A position: seeds in pits and stores, and the side to move. Never "
                            "changes.\n\n"
                            ">>> board = kalah.Board('6x4')\n"
                            ">>> board.after(3).own_store, board.legal_moves()\n"
                            "(1, [1, 2, 3, 4, 5, 6])\n"
                            ">>> str(board.after(3))\n"
                            "'<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>'\n");
    board
        .def(py::init([](const BoardArg& text) { return board_of(text); }), py::arg("text") = "6x4")
        .def_static("from_pits", board_of_parts, py::arg("south"), py::arg("north"),
                    py::arg("stores") = std::pair(0, 0), py::arg("to_move") = "south",
                    "The position with these seeds, each row from its owner's left.")
        .def_property_readonly(
            "width", [](const Board& b) { return static_cast<int>(b.width); }, "Pits of a side.")
        .def_property_readonly("south", [](const Board& b) { return row_of(b, Side::south); })
        .def_property_readonly("north", [](const Board& b) { return row_of(b, Side::north); })
        .def_property_readonly(
            "stores",
            [](const Board& b) {
                return std::pair<int, int>(b.store(Side::south), b.store(Side::north));
            },
            "South's and north's.")
        .def_property_readonly(
            "to_move", [](const Board& b) { return to_text(b.to_move); }, "'south' or 'north'.")
        .def_property_readonly(
            "own", [](const Board& b) { return row_of(b, b.to_move); },
            "The pits of the side to move, from its left.")
        .def_property_readonly(
            "other", [](const Board& b) { return row_of(b, opponent(b.to_move)); },
            "The opponent's pits, from the opponent's left.")
        .def_property_readonly("own_store",
                               [](const Board& b) { return static_cast<int>(b.store(b.to_move)); })
        .def_property_readonly(
            "other_store",
            [](const Board& b) { return static_cast<int>(b.store(opponent(b.to_move))); })
        .def_property_readonly("seeds", seeds_in_all, "All seeds, stores included.")
        .def_property_readonly("seeds_in_pits", seeds_in_pits);
    board
        .def(
            "legal_moves", [](const Board& b) { return pits_of(legal_moves(b)); },
            "The pits that can be played, from 1.")
        .def(
            "after",
            [](Board b, int pit, const RulesArg& text) {
                const Rules rules = rules_of(text);
                apply(rules, b, checked(rules, b, pit));
                return b;
            },
            py::arg("pit"), py::arg("rules") = "standard", "The position after a move.")
        .def("flipped", flipped, "South and north exchanged; the same for the side to move.")
        .def(
            "drawing", [](const Board& b) { return draw(b); }, "The board as text.")
        .def("__str__", [](const Board& b) { return to_text(b); })
        .def("__repr__", [](const Board& b) { return "kalah.Board('" + start_text(b) + "')"; })
        .def(
            "__eq__", [](const Board& a, const Board& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const Board& b) { return py::hash(py::str(to_text(b))); })
        .def(py::pickle([](const Board& b) { return py::make_tuple(to_text(b)); },
                        [](const py::tuple& state) {
                            return unwrap(parse_position(state[0].cast<std::string>()));
                        }));
}

void bind_move(py::module_& module) {
    py::class_<MoveResult>(module, "Move", "What a move did.")
        .def_property_readonly("mover", [](const MoveResult& m) { return to_text(m.mover); })
        .def_property_readonly("pit", [](const MoveResult& m) { return m.pit + 1; })
        .def_readonly("sown", &MoveResult::sown)
        .def_readonly("laps", &MoveResult::laps)
        .def_property_readonly("last", last_text, "'store', 'own pit' or 'other pit'.")
        .def_readonly("captured", &MoveResult::captured,
                      "Seeds captured, the capturing one included.")
        .def_readonly("swept", &MoveResult::swept, "Seeds that the end of the game moved.")
        .def_readonly("extra_turn", &MoveResult::extra_turn)
        .def_readonly("over", &MoveResult::over)
        .def("__repr__", move_text);
}

std::vector<Board> boards_of(const Game& game) {
    std::vector<Board> boards;
    for (std::size_t ply = 0; ply <= game.played().size(); ++ply)
        boards.push_back(game.board_after(ply));
    return boards;
}

MoveResult play(Game& game, int pit) {
    raise_if(game.validate(pit - 1));
    return game.play(pit - 1);
}

void bind_game_class(py::module_& module) {
    py::class_<Game> game(module, "Game",
                          "Rules, a first position and the moves played from it.\n\n"
                          ">>> game = kalah.Game('6x4')\n"
                          ">>> game.play_text('3-6 2')\n"
                          "3\n"
                          ">>> game.moves, game.board.to_move\n"
                          "([3, 6, 2], 'north')\n");
    game.def(py::init([](const BoardArg& start, const RulesArg& rules) {
                 return Game(rules_of(rules), board_of(start));
             }),
             py::arg("start") = "6x4", py::arg("rules") = "standard")
        .def_static(
            "parse", [](const std::string& text) { return unwrap(parse_game(text)); },
            py::arg("text"), "Reads what str() writes.")
        .def_property_readonly("rules", [](const Game& g) { return Rules(g.rules()); })
        .def_property_readonly("start", [](const Game& g) { return Board(g.start()); })
        .def_property_readonly(
            "board", [](const Game& g) { return Board(g.board()); }, "The position now.")
        .def_property_readonly("boards", boards_of, "All positions, the first one included.")
        .def_property_readonly("moves",
                               [](const Game& g) {
                                   std::vector<int> pits;
                                   for (const MoveResult& move : g.played())
                                       pits.push_back(move.pit + 1);
                                   return pits;
                               })
        .def_property_readonly(
            "played", [](const Game& g) { return std::vector<MoveResult>(g.played()); },
            "The moves with what they did.")
        .def_property_readonly("over", &Game::over)
        .def_property_readonly(
            "winner",
            [](const Game& g) -> std::optional<std::string> {
                if (!g.over()) return std::nullopt;
                return to_text(winner_of(g.board()));
            },
            "'south', 'north' or 'draw'; None while the game goes on.");
    game.def(
            "legal_moves",
            [](const Game& g) {
                return g.over() ? std::vector<int>() : pits_of(legal_moves(g.board()));
            },
            "The pits that can be played, from 1; none once the game is over.")
        .def("play", play, py::arg("pit"), "Plays a pit, counted from 1.")
        .def(
            "play_text", [](Game& g, const std::string& text) { return unwrap(g.play_text(text)); },
            py::arg("moves"), "Plays '3-6 2', all or none of it; returns the number of moves.")
        .def("undo", &Game::undo, "Takes the last move back; False if there is none.")
        .def("moves_text", moves_text, "'3-6 2': moves of one turn joined by '-'.")
        .def("copy", [](const Game& g) { return Game(g); })
        .def("__copy__", [](const Game& g) { return Game(g); })
        .def("__deepcopy__", [](const Game& g, const py::dict&) { return Game(g); })
        .def("__len__", [](const Game& g) { return g.played().size(); })
        .def("__str__", [](const Game& g) { return to_text(g); })
        .def("__repr__",
             [](const Game& g) {
                 return "<kalah.Game: " + start_text(g.start()) + ", " + to_text(g.rules()) + ", " +
                        std::to_string(g.played().size()) + " moves" + (g.over() ? ", over>" : ">");
             })
        .def(py::pickle([](const Game& g) { return py::make_tuple(to_text(g)); },
                        [](const py::tuple& state) {
                            return unwrap(parse_game(state[0].cast<std::string>()));
                        }));
}

}  // namespace

void bind_game(py::module_& module) {
    bind_board(module);
    bind_move(module);
    bind_game_class(module);
}

}  // namespace kalah::python
