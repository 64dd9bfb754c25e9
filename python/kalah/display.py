"""How objects look in a notebook: boards as SVG, results as tables. Names are text, never markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Optional

from ._kalah import (Board, Database, Engine, Game, Move, MoveValue, Player, Report, Rules, Solution, Solver, Stop,
                     Tournament, Tree)

_PIT = 56  # pixels from one pit to the next


def board_svg(board: Board, marked: Optional[int] = None) -> str:
    """The board with north on top, so that both sides sow counter-clockwise; one of the mover's pits may be marked."""
    width, height = _PIT * (board.width + 2), 148
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="sans-serif" text-anchor="middle"><title>{escape(str(board))}</title>',
        f'<rect x="1" y="17" width="{width - 2}" height="114" rx="24" fill="#c08a52" stroke="#7a5230"/>',
    ]
    for side, x in (("north", 8), ("south", width - _PIT + 8)):
        seeds = board.stores[0 if side == "south" else 1]
        parts.append(f'<rect x="{x}" y="28" width="40" height="92" rx="20" fill="#f4e3c8" stroke="#7a5230"/>'
                     f'<text x="{x + 20}" y="80" font-size="18" font-weight="bold" fill="#222">{seeds}</text>')
    for side, row, y in (("north", board.north, 46), ("south", board.south, 102)):
        to_move = board.to_move == side
        for pit, seeds in enumerate(row, 1):
            column = pit if side == "south" else board.width + 1 - pit
            x = _PIT * column + _PIT // 2
            fill = "#ffd24d" if to_move and pit == marked else "#fff7e6" if to_move and seeds else "#e3c69d"
            stroke = "#1a5fb4" if to_move and seeds else "#7a5230"
            parts.append(f'<circle cx="{x}" cy="{y}" r="22" fill="{fill}" stroke="{stroke}" stroke-width="2"/>'
                         f'<text x="{x}" y="{y + 6}" font-size="16" fill="#222">{seeds}</text>'
                         f'<text x="{x}" y="{12 if side == "north" else 144}" font-size="11" fill="#888">{pit}</text>')
    return "".join(parts) + "</svg>"


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> str:
    """A table; cells are escaped."""
    def cells(row: Sequence[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(_text(cell))}</{tag}>" for cell in row) + "</tr>"

    return ("<table>" + (f'<caption style="white-space: nowrap">{escape(caption)}</caption>' if caption else "") + "<thead>" + cells(head, "th")
            + "</thead><tbody>" + "".join(cells(row, "td") for row in rows) + "</tbody></table>")


def code(thing: object) -> str:
    """What has no picture, as it prints."""
    return f"<code>{escape(repr(thing))}</code>"


def _text(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _score(score: float, exact: bool) -> str:
    return f"{score:+g}" + (" exact" if exact else "")


def _report(report: Report) -> str:
    moves = report.moves
    rows = [[move.pit, _score(move.score, move.exact), move.line] for move in moves] if moves else \
        [[report.best, _score(report.score, report.exact), report.line]]
    caption = f"{report.player}: depth {report.depth}, {report.nodes:,} nodes, {report.seconds:.2f} s"
    return board_svg(report.board, report.best) + table(["pit", "score", "line"], rows, caption)


def _solution(solution: Solution) -> str:
    value = f"{solution.value:+d}" if solution.value is not None else f"{solution.lower:+d} to {solution.upper:+d}"
    rows: list[list[Any]] = [["value", value], ["best", solution.best], ["line", solution.line],
                             ["nodes", f"{solution.nodes:,}"], ["seconds", solution.seconds]]
    rows += [[f"pit {pit}", move] for pit, move in (solution.moves or {}).items()]
    return board_svg(solution.board, solution.best) + table(["", str(solution.rules)], rows)


def _game(game: Game) -> str:
    text = f"{game.rules}: {game.moves_text() or 'no moves yet'}"
    result = f", {game.board.stores[0]}–{game.board.stores[1]}, {game.winner}" if game.over else ""
    return board_svg(game.board) + f"<p>{escape(text + result)}</p>"


def _tournament(tournament: Tournament) -> str:
    rows = [[place, row["name"], row["points"], row["games"], row["wins"], row["draws"], row["losses"], row["margin"]]
            for place, row in enumerate(tournament.standings, 1)]
    html = table(["", "player", "points", "games", "won", "drawn", "lost", "seeds"], rows, repr(tournament)[1:-1])
    if tournament.kind != "match" or not tournament.games:
        return html
    summary = tournament.summary
    rows = [["score", *(summary[key] for key in ("score", "score_low", "score_high"))],
            ["Elo", *(None if summary[key] is None else round(summary[key])
                      for key in ("elo", "elo_low", "elo_high"))]]
    return html + table(["of the first player", "", "from", "to"], rows)


def _rules(rules: Rules) -> str:
    return table(["option", "value"], list(rules.options.items()), str(rules))


def attach() -> None:
    """Gives the classes of the module their ``_repr_html_``."""
    Board._repr_html_ = board_svg  # type: ignore[assignment]
    Board._repr_svg_ = board_svg  # type: ignore[attr-defined]
    for kind, show in ((Game, _game), (Report, _report), (Solution, _solution), (Tournament, _tournament),
                       (Rules, _rules), (Tree, lambda tree: tree.svg)):
        kind._repr_html_ = show  # type: ignore[attr-defined]
    for kind in (Database, Engine, Move, MoveValue, Player, Solver, Stop):
        kind._repr_html_ = code  # type: ignore[attr-defined]
