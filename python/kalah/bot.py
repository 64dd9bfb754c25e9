"""Bots: players written in Python."""

from __future__ import annotations

import os
import sys
from typing import Any, Optional, Protocol, Union, cast

import numpy as np

from . import display
from ._kalah import Board, Player, Rules, Stop, Tournament, _join
from .mistakes import shown


class Mover(Protocol):
    """Whatever can play in a match: it has a method move(board)."""

    def move(self, board: Board, /) -> int: ...


def as_player(given: Any) -> Union[Player, Mover]:
    """A specification or a level as a Player; a Player or a bot as it is."""
    from . import player

    if isinstance(given, str):
        return Player(given)
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool):
        return player(level=int(given))
    movable = callable(getattr(given, "move", None))
    if movable and isinstance(given, type):
        raise TypeError(f"{given.__name__} is a class: give an object of it, as in {given.__name__}()")
    if not movable:
        raise TypeError(f"{shown(given)} is no player: expected a specification, a level, or a bot with a method "
                        "move(board)")
    return cast(Mover, given)


class Bot:
    """A player of your own: derive from it and write ``move(board)``, which returns a pit from 1.

    >>> class Again(kalah.Bot):
    ...     def move(self, board):
    ...         return max(board.legal_moves(), key=lambda pit: board.after(pit, self.rules).to_move == board.to_move)
    >>> Again().play(2, games=4)
    <kalah.Tournament 1: match, Again against level2, 4 of 4 games>

    An exception in move() is printed with its traceback and loses that game only.
    """

    name: str = ""
    """The name to play under; that of the class if it is empty."""
    rules: Rules = Rules()
    """The rules of the game being played; set before every move."""
    seconds: Optional[float] = None
    """The time for this move at a server; None without a limit."""

    def move(self, board: Board, /) -> int:
        """The pit to play, from 1. The side to move is yours."""
        raise NotImplementedError("a bot needs a method move(board)")

    def play(self, opponent: Union[Player, Mover, str, int], games: Optional[int] = 20,
             **options: Any) -> Tournament:
        """Plays a match against a level, a specification, a Player or another bot: see kalah.match."""
        from . import match

        return match(self, opponent, games, **options)

    def join(self, server: Optional[str] = None, games: int = 0, *, token: Optional[str] = None, authors: str = "",
             description: str = "", rules: Union[Rules, str] = "standard", quiet: bool = False,
             stop: Optional[Stop] = None) -> dict[str, Any]:
        """Plays at a KGP server, HOST:PORT or ws://HOST:PORT, until so many games have ended; 0 = until Ctrl-C.

        Without a server it takes KGP_HOST and KGP_PORT from the environment, as `kalah match cmd:...` sets them.
        Returns what was counted, with the result of every game. `rules` are those of a server that tells none.
        """
        if server is None:
            server = f"{os.environ.get('KGP_HOST', '127.0.0.1')}:{os.environ.get('KGP_PORT', '2671')}"
        if token is None:
            token = os.environ.get("KGP_TOKEN", "")
        say = None if quiet else (lambda line: print(line, file=sys.stderr))
        return _join(self, server, self.name or type(self).__name__, authors, description, token, games, rules, say,
                     stop)

    def __repr__(self) -> str:
        return f"<kalah.Bot: {self.name or type(self).__name__}>"

    def _repr_html_(self) -> str:
        return display.code(self)
