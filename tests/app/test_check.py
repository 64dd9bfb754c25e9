#!/usr/bin/env python3
"""What `kalah check` says about programs that do all kinds of things: test_check.py KALAH MOCKS
KALAH_TEST_FULL=1 tries all behaviours."""
import json
import os
import subprocess
import sys

KALAH, MOCKS = sys.argv[1], sys.argv[2]
FULL = bool(os.environ.get("KALAH_TEST_FULL"))
LONG = ["--time", "30s", "--start-time", "30s"]
SHORT = ["--time", "300ms", "--start-time", "30s"]

# Behaviour of mock.py, options, exit code, status by check. Checks that are not named must be ok.
QUICK = [
    ("crash-at-start", LONG, 1, {"start": "failed"}),
    ("garbage", LONG, 0, {"protocol": "warning"}),
    ("unusable '@{id} move {}.0'", LONG + ["--concurrency", "1"], 1,
     {"games": "failed", "boards": "failed or skipped", "positions": "failed or skipped", "protocol": "warning or ok"}),
]
MORE = [
    ("honest", LONG, 0, {}),
    ("illegal", LONG, 1, {"games": "failed", "boards": "failed", "positions": "failed"}),
    ("absent", ["--start-time", "300ms"], 1, {"start": "failed"}),
    ("crash-in-game", LONG, 1, {"games": "failed", "boards": "failed", "positions": "failed", "output": "warning"}),
    ("segfault", LONG, 1, {"games": "failed", "boards": "failed", "positions": "failed"}),
    ("leave", LONG, 1, {"games": "failed", "boards": "failed", "positions": "failed"}),
    ("resign", LONG, 1, {"games": "failed", "boards": "failed", "positions": "failed"}),
    ("stall", SHORT + ["--concurrency", "1"], 1, {"games": "failed", "time": "failed"}),
    ("late 1.3", ["--time", "1s", "--start-time", "30s", "--concurrency", "1"], 1, {"games": "failed", "time": "failed"}),
    ("flood", LONG, 1, {"games": "failed", "boards": "failed", "positions": "failed"}),
    ("fork", LONG, 0, {}),
    ("talk", LONG, 0, {}),
    ("twice", LONG, 0, {}),
    ("launcher", LONG, 0, {}),
    ("no-pong", LONG, 0, {"ping": "warning"}),
    ("lingering", LONG, 0, {"goodbye": "warning"}),
    ("hog", LONG + ["--memory", "256M"], 1,
     {"games": "failed", "boards": "failed", "positions": "failed", "memory": "ok or warning"}),  # it may pass unseen
    ("verify", ["--start-time", "2s"], 1, {"start": "failed"}),
]
TEXTS = {
    "unusable '@{id} move {}.0'": ['ignored: move: "1.0" is no pit: expected digits alone, such as 3', "in: 3x2 as south, rules standard, state <3,"],
    "crash-at-start": ["exited with code 1", "| cannot find my brain"],
    "illegal": ["(illegal): move 4 in answer to state <3,", "Name a pit that has seeds"],
    "stall": ["named no move in time: had not answered after", "times the limit", "endless loop"],
    "late 1.3": ["named no move in time: answered late, after ", "Stop thinking before the limit"],
    "absent": ["did not connect", "KGP_PORT"],
    "hog": ["MemoryError"],
}
EXPECTED_ALWAYS = {"sandbox": "skipped"}


def run(*arguments):
    return subprocess.run([KALAH, *arguments], capture_output=True, text=True, timeout=600, check=False)


def check(behaviour, options, code, statuses):
    player = f"tested=cmd:exec python3 -S -E {MOCKS}/mock.py {behaviour}"
    done = run("check", player, "--board", "3x2", "--json", *options)
    result = json.loads(done.stdout.splitlines()[-1])
    found = {finding["check"]: finding for finding in result["findings"]}
    complaint = (behaviour, done.returncode, result, done.stderr)
    assert done.returncode == code and result["fit"] == (code == 0), complaint
    assert result["name"] == "tested", complaint
    for name, finding in found.items():
        wanted = {**EXPECTED_ALWAYS, **statuses}.get(name)
        allowed = wanted.split(" or ") if wanted else ["ok", "skipped"] if code else ["ok"]
        assert finding["status"] in allowed, (name, *complaint)
        assert (finding["status"] in ("warning", "failed")) == (finding["advice"] is not None), (name, *complaint)
    assert set(statuses) <= set(found), complaint
    if code == 0:
        assert result["games"] == 26 and result["left_out"] == 0 and result["memory"] > 0, complaint
    return player


def main():
    for behaviour, options, code, statuses in QUICK + (MORE if FULL else []):
        player = check(behaviour, options, code, statuses)
        if behaviour in TEXTS:
            done = run("check", player, "--board", "3x2", *options)
            warned = "kalah check: runs as root; programs can do anything" in done.stderr
            assert done.returncode == code and warned == (os.geteuid() == 0), done
            for text in TEXTS[behaviour]:
                assert text in done.stdout, (text, done.stdout)
            assert "tested: not fit for a tournament" in done.stdout, done.stdout
    for command, said in (("nosuchprogram", "cannot run: there is no program nosuchprogram"),
                          ("cd O'Hara && ./run", "cannot run: the shell cannot read this command (")):
        nothing = run("check", f"tested=cmd:{command}", "--board", "3x2")
        assert nothing.returncode == 1 and nothing.stdout.startswith(f"FAILED  start      {said}"), nothing
        assert "(0 games in" in nothing.stdout, nothing
    for path, meant in (("./bot", "cmd:./bot"), ("bots/a.py", "cmd:bots/a.py"), ("python3 a.py", "'cmd:python3 a.py'"),
                        (os.path.basename(__file__), f"cmd:./{os.path.basename(__file__)}")):
        folder = os.path.dirname(os.path.abspath(__file__))
        for command in (["check"], ["match", "greedy"], ["ladder"], ["join", "127.0.0.1", "--player"],
                        ["play", "--north"], ["analyze", "6x4", "--player"]):
            done = subprocess.run([KALAH, *command, path], capture_output=True, text=True, timeout=60, check=False,
                                  cwd=folder)
            assert done.returncode == 2 and f"did you mean {meant}?" in done.stderr, (command, path, done)
    ours = run("check", "greedy", "--board", "3x2")
    assert ours.returncode == 0 and "fit for a tournament" in ours.stdout and ours.stderr == "", ours
    for wrong in (["check"], ["check", "nobody"], ["check", "greedy", "--board", "13x4"], ["check", "human"]):
        done = run(*wrong)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, (wrong, done)
    print("ok")


main()
