"""What the tests of the laboratory share: a run of everything at the tiny scale, its stores and its reports."""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

KALAH = sys.argv.pop(1)
NAMES = ["utility-cost", "depths", "five-part-values", "five-part-time", "five-part-strength", "again-time", "again-turns", "multilap",
         "exactness", "improvements", "pruning", "thesis"]
FOLDER = tempfile.mkdtemp(prefix="kalah-lab-")
OUT = os.path.join(FOLDER, "lab")


def run(*arguments, expect=0, **how):
    done = subprocess.run([KALAH, "lab", *arguments], capture_output=True, text=True, timeout=300, **how)
    assert done.returncode == expect, (arguments, done.returncode, done.stderr)
    return done


def run_everything():
    done = run("run", "all", "--scale", "tiny", "--out-dir", OUT, "--json")
    result = json.loads(done.stdout.splitlines()[-1])
    assert [each["experiment"] for each in result["experiments"]] == NAMES, result
    assert all(each["complete"] for each in result["experiments"]), result


def remove_everything():
    shutil.rmtree(FOLDER)


def store(name, out=OUT):
    return sqlite3.connect(f"file:{out}/{name}.sqlite?mode=ro", uri=True)


def change(name, out, *statements):
    database = sqlite3.connect(f"{out}/{name}.sqlite")
    database.execute("PRAGMA foreign_keys = ON")  # deleting a game deletes what belongs to it
    with database:
        for statement in statements:
            database.execute(statement)
    database.close()


def values(name, out=OUT):
    """Measurements by key, in the order of trials."""
    found = {}
    with store(name, out) as database:
        for key, value in database.execute("SELECT key, value FROM measurements ORDER BY key, trial"):
            found.setdefault(key, []).append(value)
    return found


class Game:
    def __init__(self, south, north, opening, moves, margin, remarks):
        self.entrants, self.moves, self.margin, self.remarks = (south, north), moves, margin, remarks
        self.forced = len(re.findall(r"\d+", opening))

    def margin_of(self, entrant):
        return self.margin if self.entrants[0] == entrant else -self.margin

    def turns(self):
        """(entrant, number of moves, whether the turn has a forced move) of each turn."""
        ply = 0
        for number, turn in enumerate(self.moves.split()):
            count = len(turn.split("-"))
            yield self.entrants[number % 2], count, ply < self.forced
            ply += count

    def movers(self):
        """The entrant of each move."""
        return [who for who, count, _ in self.turns() for _ in range(count)]


def tournament(name, key, out=OUT):
    with store(name, out) as database:
        (text,), = database.execute("SELECT text FROM notes WHERE key = ?", ("tournament/" + key,))
        return int(text)


def games(name, key, out=OUT):
    with store(name, out) as database:
        remarks = {}
        for game, ply, text in database.execute("SELECT game, ply, text FROM comments"):
            remarks.setdefault(game, {})[ply] = text
        rows = database.execute(
            "SELECT schedule.south, schedule.north, opening, moves, south_points - north_points, games.id FROM schedule "
            "JOIN games ON games.id = schedule.game WHERE tournament = ? ORDER BY schedule.number",
            (tournament(name, key, out),))
        return [Game(*row[:5], remarks.get(row[5], {})) for row in rows]


def tally(all_games, entrant, opponent):
    margins = [game.margin_of(entrant) for game in all_games if set(game.entrants) == {entrant, opponent}]
    won, lost = sum(m > 0 for m in margins), sum(m < 0 for m in margins)
    return won, lost, len(margins) - won - lost


def tally_text(won, lost, drawn):
    if won + lost + drawn == 0:
        return "-"
    return f"{won} : {lost}" + (f" ({drawn} draw{'s' if drawn > 1 else ''})" if drawn else "")


def report(name, ending="md", out=OUT):
    with open(f"{out}/{name}.{ending}", encoding="utf-8") as file:
        return file.read()


def unescaped(markdown):
    return re.sub(r"\\(.)", r"\1", markdown)


def words(name, out=OUT):
    """The report without Markdown's escapes."""
    return unescaped(report(name, out=out))


def captioned_tables(name, out=OUT):
    """(caption, rows) of every table, the title row first, cells without Markdown's escapes."""
    found, rows, caption = [], [], ""
    for line in report(name, out=out).splitlines() + [""]:
        if line.startswith("|"):
            cells = [unescaped(cell).strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if not all(re.fullmatch(r"-+:?", cell) for cell in cells):
                rows.append(cells)
        elif rows:
            found.append((caption, rows))
            rows, caption = [], ""
        elif line:
            caption = unescaped(line).removesuffix(":")
    return found


def tables(name, out=OUT):
    return [rows for _, rows in captioned_tables(name, out)]


def dictionaries(rows):
    """The rows as dictionaries by column title; equal titles get a number."""
    heads = [f"{title} {rows[0][:i].count(title) + 1}" if rows[0].count(title) > 1 else title
             for i, title in enumerate(rows[0])]
    return [dict(zip(heads, row)) for row in rows[1:]]


def table(name, *titles, out=OUT):
    """The rows of the first table that has these columns, as dictionaries."""
    for rows in tables(name, out):
        if all(title in rows[0] for title in titles):
            return dictionaries(rows)
    raise AssertionError((name, titles))


def captioned(name, caption, out=OUT):
    """The same for the table whose caption begins with this text."""
    for text, rows in captioned_tables(name, out):
        if text.startswith(caption):
            return dictionaries(rows)
    raise AssertionError((name, caption))
