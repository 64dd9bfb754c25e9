"""Kalah: rules, engines, endgame databases, the solver and matches, over the C++ library.

Pits count from 1. Scores are for the side to move; a score in seeds is the final store difference.

>>> import kalah
>>> kalah.solve('6x3').value
2

Work that takes long runs without Python's lock. Ctrl-C ends it within a fraction of a second, and
so does a ``kalah.Stop`` from another thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from . import display as _display
from ._kalah import (
    UNKNOWN,
    Board,
    Database,
    Engine,
    Error,
    Game,
    Move,
    MoveValue,
    Player,
    Report,
    Rules,
    Solution,
    Solver,
    Stop,
    Tournament,
    Tree,
    __version__,
    _array_of_boards,
    _boards_of_array,
    _play,
    apply,
    evaluate,
    legal_moves,
    levels,
    maker,
    players,
    tournaments,
    tree,
)
from .bot import Bot, Mover, as_player as _as_player
from .environment import Environment
from .mistakes import expected as _expected, shown as _shown

__all__ = [
    "UNKNOWN", "Board", "Bot", "Database", "Engine", "Environment", "Error", "Game", "Move", "MoveValue", "Mover",
    "Player", "Report", "Rules", "Solution", "Solver", "Stop", "Tournament", "Tree", "analyse", "apply", "boards",
    "evaluate", "legal_moves", "levels", "maker", "match", "player", "players", "positions", "probe", "solve",
    "tournament", "tournaments", "tree",
]

_display.attach()

Position = Union[Board, str]
PlayerLike = Union[Player, Mover, str, int]


def player(specification: Optional[str] = None, *, level: Optional[int] = None) -> Player:
    """A player by its specification (docs/players.md) or by its level, 1 the weakest.

    >>> kalah.player('champion:time=100ms')
    kalah.player('champion:time=100ms')
    >>> kalah.player(level=5)
    kalah.player('level5')
    """
    if (specification is None) == (level is None):
        raise ValueError("give a specification or a level")
    if specification is not None:
        return Player(specification)
    if level not in range(1, len(levels()) + 1):
        raise ValueError(f"level {level}: the levels are 1 to {len(levels())}")
    return Player(f"level{level}")


def analyse(position: Position = "6x4", player: str = "champion:time=1s", *, rules: Union[Rules, str] = "standard",
            database: Optional[Database] = None, stop: Optional[Stop] = None) -> Report:
    """Values every move of a position.

    >>> report = kalah.analyse('6x4', 'champion:depth=8')
    >>> report.best, len(report.moves)
    (3, 6)
    """
    return Engine(player, rules, database=database).analyse(position, stop=stop)


@overload
def solve(position: Position = ..., *, rules: Union[Rules, str] = ..., moves: bool = ...,
          time: Optional[float] = ..., nodes: Optional[int] = ..., database: Optional[Database] = ...,
          threads: int = ..., stop: Optional[Stop] = ...) -> Solution: ...
@overload
def solve(position: npt.NDArray[np.uint8], *, rules: Union[Rules, str] = ...,
          time: Optional[float] = ..., nodes: Optional[int] = ..., database: Optional[Database] = ...,
          threads: int = ..., stop: Optional[Stop] = ...) -> npt.NDArray[np.int16]: ...
def solve(position: Any = "6x4", *, rules: Union[Rules, str] = "standard", moves: bool = False,
          time: Optional[float] = None, nodes: Optional[int] = None, database: Optional[Database] = None,
          threads: int = 1, stop: Optional[Stop] = None) -> Any:
    """The exact value of a position, or of an array of positions: see Solver, which keeps what it has proved.

    >>> kalah.solve('6x3').value
    2
    >>> kalah.solve(kalah.positions(['4x2', '4x3']))
    array([6, 6], dtype=int16)
    """
    solver = Solver(rules, database=database, threads=threads)
    if isinstance(position, np.ndarray):
        if moves:
            raise ValueError("moves=True is for one position")
        return solver.solve(position, time=time, nodes=nodes, stop=stop)
    return solver.solve(position, moves=moves, time=time, nodes=nodes, stop=stop)


def probe(positions: npt.NDArray[np.uint8], database: Database, *, future: bool = False) -> npt.NDArray[np.int16]:
    """The values of an array of positions, UNKNOWN where the database has none; see Database.probe."""
    if not isinstance(database, Database):
        raise TypeError(f"database: expected a Database, not {_shown(database)}")
    return database.probe(positions, future=future)


def positions(boards: Union[Iterable[Position], npt.ArrayLike]) -> npt.NDArray[np.uint8]:
    """An array of positions, from boards and texts or from numbers.

    The columns are the pits of the side to move, those of its opponent, its store, and the opponent's store.

    >>> kalah.positions(['3x2', '<3,1,5,2,0,0,1,1,2> n'])
    array([[2, 2, 2, 2, 2, 2, 0, 0],
           [1, 1, 2, 2, 0, 0, 5, 1]], dtype=uint8)
    >>> kalah.positions([[1, 1, 2, 2, 0, 0, 300, 1]])
    Traceback (most recent call last):
    ValueError: row 0: 300 in column 6: expected whole numbers from 0 to 255
    """
    listed: Any = boards
    if isinstance(listed, str) or not isinstance(listed, Iterable):
        raise TypeError(f"boards: expected a list of boards, or an array of numbers, not {_shown(boards)}")
    if not isinstance(listed, np.ndarray):
        listed = list(listed)
    if isinstance(listed, list) and all(isinstance(each, (Board, str)) for each in listed):
        return _array_of_boards([Board(each) for each in listed])
    try:
        numbers = np.asarray(listed)
    except ValueError:  # rows of different lengths
        numbers = np.asarray(())
    if numbers.ndim != 2 or numbers.dtype.kind not in "iu":
        raise ValueError("expected boards, or whole numbers in the shape (n, 2 * pits + 2)")
    wrong = np.argwhere((numbers < 0) | (numbers > 255))
    if len(wrong):
        row, column = wrong[0]
        raise ValueError(f"row {row}: {numbers[row, column]} in column {column}: expected whole numbers from 0 to 255")
    narrow = numbers.astype(np.uint8)
    legal_moves(narrow)  # checks the shape, and the seeds of every row
    return narrow


def boards(positions: npt.NDArray[np.uint8], to_move: Union[str, Sequence[str]] = "south") -> list[Board]:
    """The boards of an array of positions. An array does not say which side is to move: `to_move` does.

    >>> kalah.boards(kalah.positions(['6x4']), 'north')
    [kalah.Board('<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> n')]
    """
    if not isinstance(positions, np.ndarray):
        raise TypeError(f"positions: expected an array (numpy.ndarray), not {_shown(positions)}")
    each = [to_move] * len(positions) if isinstance(to_move, str) else to_move
    sides = list(each) if isinstance(each, Iterable) else []
    if not isinstance(each, Iterable) or not all(side in ("south", "north") for side in sides):
        raise ValueError(f"to_move: expected 'south' or 'north', or one for each position, not {_shown(to_move)}")
    return _boards_of_array(positions, np.array([side == "north" for side in sides], dtype=bool))


def _entries(players: Sequence[PlayerLike]) -> list[tuple[str, str, Any]]:
    """Name, specification and bot of each player; equal names get a number."""
    entries: list[tuple[str, str, Any]] = []
    names: dict[str, int] = {}
    for each in map(_as_player, players):
        name = str(getattr(each, "name", None) or type(each).__name__)
        names[name] = names.get(name, 0) + 1
        shown = name if names[name] == 1 else f"{name} ({names[name]})"
        entries.append((shown, name, None) if isinstance(each, Player) else (shown, f"python:{name}", each))
    return entries


def _text(name: str, given: Any, kind: type[Any]) -> str:
    """Of rules or a board, which may be a text already."""
    if not isinstance(given, (kind, str)):
        raise TypeError(_expected(name, [kind.__name__, "str"], given))
    return str(given)


def match(a: PlayerLike, b: PlayerLike, games: Optional[int] = 100, *, board: Position = "6x4",
          rules: Union[Rules, str] = "standard", openings: str = "4-ply", seed: int = 1, concurrency: int = 0,
          store: Optional[str] = None, stop: Optional[Stop] = None) -> Tournament:
    """Plays pairs of games from equal openings with sides swapped, and says what they add up to.

    Players are specifications, levels, Players or bots: objects with a method ``move(board)``. Bots play one game
    at a time, on this thread; others as many at a time as the machine has cores, or `concurrency`.

    `games` is an even number. None plays two games from every opening, as `kalah match --games 0` does: thousands
    with the usual `openings`, twelve on six pits with "first-move".

    >>> result = kalah.match('alphabeta:depth=4', 'random', games=10)
    >>> result
    <kalah.Tournament 1: match, alphabeta:depth=4 against random, 10 of 10 games>
    >>> result.summary['wins'] > result.summary['losses']
    True
    """
    return _play("match", _entries([a, b]), [_text("board", board, Board)], _text("rules", rules, Rules), games, 0,
                 openings, seed, concurrency, store, stop)


def tournament(players: Sequence[PlayerLike], games: Optional[int] = 10, *, kind: str = "round-robin", rounds: int = 0,
               boards: Union[Position, Sequence[Position]] = "6x4", rules: Union[Rules, str] = "standard",
               openings: str = "4-ply", seed: int = 1, concurrency: int = 0, store: Optional[str] = None,
               stop: Optional[Stop] = None) -> Tournament:
    """The same for several players: `games` of each pairing on each board, an even number; None: see match.

    `kind` is round-robin, gauntlet, knockout or swiss (with so many `rounds`).

    >>> result = kalah.tournament([1, 2, 'random'], games=2)
    >>> [row['name'] for row in result.standings]  # doctest: +SKIP
    ['level2', 'level1', 'random']
    """
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise TypeError(f"players: expected a list of players, not {_shown(players)}")
    many: Any = boards if isinstance(boards, Iterable) and not isinstance(boards, str) else [boards]
    return _play(kind, _entries(players), [_text("boards", each, Board) for each in many], _text("rules", rules, Rules),
                 games, rounds, openings, seed, concurrency, store, stop)
