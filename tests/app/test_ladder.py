#!/usr/bin/env python3
"""`kalah ladder` finds the level of a level, repeats itself, and survives programs that do not play:
test_ladder.py KALAH MOCKS. KALAH_TEST_FULL=1 plays all levels, for longer."""
import json
import os
import signal
import subprocess
import sys

KALAH, MOCKS = sys.argv[1], sys.argv[2]
FULL = bool(os.environ.get("KALAH_TEST_FULL"))


def run(*arguments):
    return subprocess.run([KALAH, "ladder", *arguments], capture_output=True, text=True, timeout=1500, check=False)


def result(*arguments):
    done = run(*arguments, "--json")
    assert done.returncode == 0, done
    return json.loads(done.stdout.splitlines()[-1])


def covers(found, level):
    """Whether the interval holds the level; an end outside the levels is open."""
    low = found["level_low"] if found["level_low"] is not None else 0
    high = found["level_high"] if found["level_high"] is not None else 11
    return low <= level <= high


def main():
    # The seeds are fixed and levels play alike on every machine: these are no tests of chance.
    found = {level: result(f"level{level}", "--games", "200" if FULL else "40", "--seed", "3")
             for level in (range(1, 11) if FULL else (3,))}
    hits = sum(covers(each, level) for level, each in found.items())
    assert hits >= len(found) - (1 if FULL else 0), {level: each["text"] for level, each in found.items()}
    print("\n".join(f"level {level}: {each['text']}" for level, each in found.items()))
    three = found[3]
    assert three["games"] == sum(level["games"] for level in three["levels"]), three
    assert three["elo_error"] > 0 and len(three["levels"]) == 10, three

    again = [result("level2", "--games", "12", "--seed", "5", "--concurrency", count) for count in "12"]
    assert again[0] == again[1], again
    assert again[0] != result("level2", "--games", "12", "--seed", "6"), again

    broken = run(f"cmd:python3 -S -E {MOCKS}/mock.py crash-at-start", "--games", "20")
    assert broken.returncode == 1 and "cannot find my brain" in broken.stderr, broken
    for wrong in (["nobody"], ["greedy", "--board", "5x4"], ["greedy", "--games", "4", "--for", "1s"], ["human"]):
        done = run(*wrong)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, (wrong, done)

    # Ctrl-C ends it with what it has.
    process = subprocess.Popen([KALAH, "ladder", "level1", "--for", "10m"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    first = process.stderr.readline()
    assert " games: " in first, first
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 130 and "95 % interval" in out, (process.returncode, out)
    print("ok")


main()
