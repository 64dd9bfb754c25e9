"""Gymnasium's interface for learners, without depending on Gymnasium."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from ._kalah import Board, Database, Game, Player, Rules, Solver, _array_of_boards
from .bot import Bot, Mover, as_player
from .display import board_svg
from .mistakes import expected

Observation = npt.NDArray[np.uint8]


class Discrete:
    """Actions 0 to n - 1: action a is pit a + 1."""

    def __init__(self, n: int) -> None:
        self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self, mask: Optional[npt.NDArray[np.int8]] = None) -> int:
        """A random action; with an action mask, a legal one."""
        legal = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return int(self._random.choice(legal)) if len(legal) else 0

    def contains(self, action: Any) -> bool:
        return isinstance(action, (int, np.integer)) and 0 <= int(action) < self.n

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box:
    """Observations: positions as rows of bytes, see kalah.positions."""

    def __init__(self, high: int, shape: tuple[int, ...]) -> None:
        self.low, self.high, self.shape, self.dtype = 0, high, shape, np.dtype(np.uint8)
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self) -> Observation:
        return self._random.integers(self.low, self.high, self.shape, dtype=np.uint8, endpoint=True)

    def contains(self, observation: Any) -> bool:
        return (isinstance(observation, np.ndarray) and observation.dtype == self.dtype
                and observation.shape == self.shape and bool((observation <= self.high).all()))

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Box(0, {self.high}, {self.shape}, uint8)"


class Environment:
    """One game after the other against an opponent, or against oneself.

    An observation is a row of kalah.positions, seen by the learner. ``info`` has the ``action_mask``, the ``board``
    and ``value``, the exact final store difference for the learner, or None where `exact` does not know it: a
    Database, or a Solver, which may spend `exact_nodes` on each position.

    `opponent` is a specification, a level, a Player, a bot, or None for self-play. In self-play observation and
    mask belong to the side to move, the reward to the side that has just moved. `reward` is "result" (1, 0 or -1
    at the end) or "margin" (the change of the store difference, at every step).

    >>> env = kalah.Environment('6x4', opponent='random')
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info['action_mask']
    ((14,), array([1, 1, 1, 1, 1, 1], dtype=int8))
    >>> observation, reward, terminated, truncated, info = env.step(2)
    >>> int(observation[12]), terminated
    (1, False)
    """

    metadata = {"render_modes": ["ansi", "svg"]}
    spec = None
    reward_range = (-float("inf"), float("inf"))

    def __init__(self, board: Union[Board, str] = "6x4", rules: Union[Rules, str] = "standard", *,
                 opponent: Union[Player, Mover, str, int, None] = "random", side: str = "south",
                 reward: str = "result", exact: Union[Database, Solver, None] = None, exact_nodes: int = 10_000,
                 random_moves: int = 0, render_mode: Optional[str] = None) -> None:
        if side not in ("south", "north", "random"):
            raise ValueError("side: expected 'south', 'north' or 'random'")
        if reward not in ("result", "margin"):
            raise ValueError("reward: expected 'result' or 'margin'")
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError("render_mode: expected 'ansi' or 'svg'")
        if not isinstance(exact, (Database, Solver, type(None))):
            raise TypeError(expected("exact", ["Database", "Solver", "None"], exact))
        self._start, self._rules = Board(board), Rules(rules)
        self._opponent = None if opponent is None else as_player(opponent)
        self._side, self._learner, self._reward = side, "south", reward
        self._exact, self._exact_nodes, self._random_moves = exact, exact_nodes, random_moves
        self.render_mode = render_mode
        self.np_random = np.random.default_rng()
        self.game = Game(self._start, self._rules)
        self.action_space = Discrete(self._start.width)
        self.observation_space = Box(min(self._start.seeds, 255), (2 * self._start.width + 2,))
        _array_of_boards([self._start])  # refuses boards with more seeds than bytes can hold

    @property
    def unwrapped(self) -> "Environment":
        return self

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[dict[str, Any]] = None) -> tuple[Observation, dict[str, Any]]:
        """Begins a game. A seed repeats all random choices; options["board"] is a first position for this game."""
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
            self.action_space.seed(seed)
        start = Board((options or {}).get("board", self._start))
        if start.width != self._start.width or start.seeds > self.observation_space.high:
            raise ValueError("options['board'] does not fit the observation space")
        for _ in range(1000):
            self.game = Game(start, self._rules)
            self._learner = self._side if self._side != "random" else str(self.np_random.choice(["south", "north"]))
            if isinstance(self._opponent, Player):
                self._opponent.new_game(int(self.np_random.integers(1 << 62)))
            for _ in range(self._random_moves):
                if not self.game.over:
                    self.game.play(int(self.np_random.choice(self.game.legal_moves())))
            self._let_opponent_move()
            if not self.game.over:
                return self._observation(), self._info()
            if not self._random_moves:
                break
        raise ValueError("the game is over before the learner's first move")

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays pit action + 1, and the opponent's moves after it. An illegal action is a ValueError."""
        if self._opponent is None:
            self._learner = self.game.board.to_move
        before = self._margin()
        self.game.play(int(action) + 1)
        self._let_opponent_move()
        margin = self._margin()
        over = self.game.over
        reward = float(margin - before) if self._reward == "margin" else float(np.sign(margin)) if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def render(self) -> Optional[str]:
        """The board as text or SVG, by render_mode."""
        if self.render_mode is None:
            return None
        return self.game.board.drawing() if self.render_mode == "ansi" else board_svg(self.game.board)

    def close(self) -> None:
        """Nothing to close."""

    def _let_opponent_move(self) -> None:
        opponent = self._opponent
        while opponent is not None and not self.game.over and self.game.board.to_move != self._learner:
            if isinstance(opponent, Player):
                pit = opponent.move(self.game.board, self._rules)
            else:
                if isinstance(opponent, Bot):
                    opponent.rules = self._rules
                pit = opponent.move(self.game.board)
            self.game.play(pit)

    def _margin(self) -> int:
        south, north = self.game.board.stores
        return south - north if self._learner == "south" else north - south

    def _seen(self) -> Board:
        """The position as the learner sees it: at the end of a game, the opponent may be to move."""
        board = self.game.board
        if self._opponent is None or board.to_move == self._learner:
            return board
        return Board.from_pits(board.south, board.north, board.stores, self._learner)

    def _observation(self) -> Observation:
        row: Observation = _array_of_boards([self._seen()])[0]
        return row

    def _value(self) -> Optional[int]:
        board = self._seen()
        if self.game.over:
            return board.own_store - board.other_store
        if isinstance(self._exact, Solver):
            return self._exact.solve(board, nodes=self._exact_nodes).value
        return None if self._exact is None else self._exact.probe(board)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(self.action_space.n, dtype=np.int8)
        for pit in self.game.legal_moves():
            mask[pit - 1] = 1
        return {"action_mask": mask, "board": self.game.board, "value": self._value()}

    def _repr_html_(self) -> str:
        return board_svg(self.game.board)

    def __repr__(self) -> str:
        return f"<kalah.Environment: {self._start!r} against {self._opponent or 'itself'!r}>"
