#!/usr/bin/env python3
"""Runs every command of docs/documents.md: test_documents.py KALAH PROJECT

Each row of its tables ends with one command. A command must exit with 0 and print something. For
`kalah lab run NAME`, only checks that `kalah lab list` has that experiment. Fails if rows are not
numbered 1, 2, 3, …, if there are fewer than 119, or if fewer than 50 different commands ran.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

kalah, project = sys.argv[1], pathlib.Path(sys.argv[2])


def rows():
    for line in (project / "docs/documents.md").read_text().splitlines():
        if re.match(r"\| \d+ \|", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert len(cells) == 5, f"five cells expected: {line}"
            yield int(cells[0]), cells[4]


def run(arguments):
    return subprocess.run([kalah, *arguments], cwd=project, stdin=subprocess.DEVNULL, timeout=120,
                          capture_output=True, text=True)


experiments = [line.split()[0] for line in run(["lab", "list"]).stdout.splitlines()
               if line and not line.startswith(" ")]
assert "thesis" in experiments, experiments

failures, ran, named = [], {}, 0
with tempfile.TemporaryDirectory() as folder:
    for expected, (number, cell) in enumerate(rows(), 1):
        assert number == expected, f"row {number} follows row {expected - 1}"
        command = re.fullmatch(r"`kalah ([^`]+)`", cell)
        assert command, f"row {number}: not one command: {cell}"
        arguments = [folder if a == "DIR" else a for a in shlex.split(command[1])]
        if arguments[:2] == ["lab", "run"]:
            named += 1
            if arguments[2] not in experiments:
                failures.append(f"row {number}: no experiment {arguments[2]}")
        elif cell not in ran:
            done = ran[cell] = run(arguments)
            if done.returncode != 0 or not done.stdout.strip():
                failures.append(f"row {number}: {cell}: exit {done.returncode}: {done.stderr.strip()}")

print("\n".join(failures))
print(f"{number} rows: {len(ran)} commands ran, {named} name an experiment, {len(failures)} failed")
sys.exit(bool(failures) or number < 119 or len(ran) < 50)
