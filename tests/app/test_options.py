#!/usr/bin/env python3
"""Every option of every command is in the table of docs/options.md, once, with the commands that take it.
   test_options.py KALAH PROJECT [--update]     --update rewrites the commands of the table"""
import re
import subprocess
import sys

KALAH, PROJECT = sys.argv[1:3]
DOCUMENT = f"{PROJECT}/docs/options.md"
ROW = re.compile(r"^\| `(--[a-z-]+)` \| ([^|]+) \| ([^|]+) \|$", re.M)


def help_of(command):
    done = subprocess.run([KALAH, *command, "--help"], capture_output=True, text=True, check=True)
    return done.stdout


def commands(command=()):
    """All commands, as tuples of words; those of families with two."""
    listed = re.search(r"^Subcommands:\n(.*?)\n\n", help_of(command), re.M | re.S)
    if not listed:
        return [command]
    # A command that others stand below may do something by itself.
    own = [command] if command and options_of(command) != ["--help"] else []
    return own + [each for word in re.findall(r"^  (\w+)", listed[1], re.M) for each in commands((*command, word))]


def options_of(command):
    return re.findall(r"^  (?:-\w,)?(--[a-z-]+)", help_of(command), re.M)


def main():
    found = {}
    for command in [(), *commands()]:
        long = [line for line in help_of(command).splitlines() if len(line) > 100]
        assert not long, f"help of {' '.join(command)} has lines of more than 100 columns: {long}"
    for command in commands():
        for option in options_of(command):
            found.setdefault(option, []).append(" ".join(command))
    assert len(found) > 50, f"only {len(found)} options were found: the help is read wrongly"
    del found["--help"]
    with_rules = found["--capture"]
    names = {tuple(" ".join(each) for each in commands()): "all", tuple(with_rules): "all with rules"}
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    rows = ROW.findall(text)
    wrong = []
    for option in sorted(found):
        told = [row for row in rows if row[0] == option]
        where = names.get(tuple(found[option]), ", ".join(found[option]))
        if not told and "--update" in sys.argv:
            text += f"| `{option}` | ? | {where} |\n"
        elif len(told) != 1:
            wrong.append(f"{option} is {len(told)} times in the table")
        elif told[0][2] != where:
            wrong.append(f"{option}: commands are {where}, the table says {told[0][2]}")
            text = text.replace(f"| `{option}` | {told[0][1]} | {told[0][2]} |", f"| `{option}` | {told[0][1]} | {where} |")
    wrong += [f"{row[0]}: no command has it" for row in rows if row[0] not in found]
    wrong += [f"{row[0]} has no meaning yet" for row in rows if row[1] == "?"]
    if "--update" in sys.argv:
        with open(DOCUMENT, "w", encoding="utf-8") as file:
            file.write(text)
        return
    print("\n".join(wrong) or f"{len(found)} options of {len(commands())} commands are in the table")
    sys.exit(1 if wrong else 0)


main()
