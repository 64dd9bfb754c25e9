"""A tournament that is killed again and again ends like one that runs undisturbed.
    kill_test.py KALAH KILLS
Kills each kind of tournament at random moments by SIGKILL and resumes it. Then compares its store
with that of an undisturbed run: everything but clock readings must be equal. KALAH_TEST_FULL=1
kills 200 times in all."""
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

KALAH, KILLS = sys.argv[1], int(sys.argv[2])
if os.environ.get("KALAH_TEST_FULL"):
    KILLS = 200
PATIENCE = 120  # seconds; everything should take only a few

PLAYERS = ["alphabeta:depth=6", "random", "greedy:ties=random", "champion:nodes=3000,memory=1M"]
TOURNAMENTS = {
    "round-robin": ["tournament", *PLAYERS, "--games", "12", "--board", "6x4,4x3", "--seed", "7"],
    "swiss": ["tournament", *PLAYERS, "random:seed=5", "--kind", "swiss", "--games", "12", "--seed", "8"],
    "knockout": ["tournament", *PLAYERS, "minimax:depth=3", "--kind", "knockout", "--games", "16", "--seed", "3"],
    "sprt": ["match", "alphabeta:depth=5", "alphabeta:depth=3", "--sprt", "elo0=0,elo1=60", "--seed", "9"],
}


def run(*arguments):
    return subprocess.run([KALAH, *arguments], capture_output=True, text=True, timeout=PATIENCE)


def content(path):
    """All rows without clock readings; numbers of games are compared, too."""
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",), path
    without_time = lambda text: re.sub(r"(under )?[\d.]+ m?s$", "time", text)
    return {
        "games": database.execute(
            "SELECT id, origin, referee, south, north, rules, start, ending, loser, south_points, north_points, plies, moves "
            "FROM games ORDER BY id").fetchall(),
        "comments": [(game, ply, without_time(text)) for game, ply, text in
                     database.execute("SELECT * FROM comments ORDER BY game, ply")],
        "faults": database.execute("SELECT * FROM faults ORDER BY game, number").fetchall(),
        "tournaments": database.execute("SELECT id, plan, referee, finished > 0 FROM tournaments").fetchall(),
        "schedule": database.execute(
            "SELECT tournament, number, round, board, south, north, start, opening, game FROM schedule "
            "ORDER BY tournament, number").fetchall(),
        "counters": database.execute("SELECT * FROM counters ORDER BY name").fetchall(),
    }


def summary(text):
    return re.sub(r'"overhead_us":[0-9.e+-]+', "", text.splitlines()[-1])


def nothing_there(errors):
    """True if it was killed before there was a tournament in a store: nothing to resume."""
    return any(text in errors for text in ("there is no such store", "there is no tournament", "no games in it yet"))


def kill_at_random(command, store, longest, chance):
    """Kills it after a random time. True: killed; False: ended before; None: nothing to resume."""
    process = subprocess.Popen([KALAH, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        process.wait(timeout=chance.uniform(0, longest))
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    _, errors = process.communicate()
    if process.returncode not in (0, -signal.SIGKILL):
        assert nothing_there(errors.decode()), (process.returncode, errors)
        return None
    return process.returncode != 0


def disturb(name, command, folder, kills, chance):
    undisturbed = os.path.join(folder, name + ".sqlite")
    started = time.monotonic()
    expected = run(*command, "--store", undisturbed, "--concurrency", "1", "--json")
    seconds = time.monotonic() - started
    assert expected.returncode == 0, expected.stderr
    done = killed = 0
    while killed < kills:
        store = os.path.join(folder, f"{name}-{done}.sqlite")
        first = [*command, "--store", store, "--concurrency", chance.choice("123")]
        resume = ["resume", "--store", store, "--concurrency", chance.choice("123")]
        state = kill_at_random(first, store, seconds, chance)
        while state and killed < kills:
            killed += 1
            # Some times are short, to kill it while it opens the store, too.
            state = kill_at_random(resume, store, seconds * chance.choice((0.02, 0.2, 0.7)), chance)
        resumed = run("resume", "--store", store)
        if resumed.returncode != 0:  # killed before there was a tournament
            assert nothing_there(resumed.stderr), resumed.stderr
            begun = run(*first)
            assert begun.returncode == 0, begun.stderr
        last = run("resume", "--store", store, "--json")
        assert last.returncode == 0, last.stderr
        assert summary(last.stdout) == summary(expected.stdout), (last.stdout, expected.stdout)
        ours, theirs = content(store), content(undisturbed)
        for table in theirs:
            assert ours[table] == theirs[table], (store, table)
        done += 1
    print(f"{name}: {killed} kills in {done} runs, {len(theirs['games'])} games each, all alike")


def main():
    seed = int(os.environ.get("KALAH_SEED", "1"))
    chance = random.Random(seed)
    left = KILLS
    with tempfile.TemporaryDirectory() as folder:
        for position, (name, command) in enumerate(TOURNAMENTS.items()):
            share = left // (len(TOURNAMENTS) - position)
            disturb(name, command, folder, share, chance)
            left -= share


main()
