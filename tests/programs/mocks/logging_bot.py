#!/usr/bin/env python3
"""Plays the pit with the most seeds, and writes all lines to standard output as many bots do."""
import os
import socket
import sys

server = socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])))


def send(text):
    print("->", text, flush=True)
    server.sendall(text.encode() + b"\r\n")


number = 1
for line in server.makefile("r", encoding="utf-8", newline="\n"):
    line = line.rstrip()
    print("<-", line, flush=True)
    words = line.split()
    ident = words[0].partition("@")[0]
    if "kgp" in words:
        send('1 set info:name "logging bot"')
        send("3 mode freeplay")
    elif words[1] == "state":
        pits, _, _, *seeds = map(int, words[2].strip("<>").split(","))
        number += 4
        send(f'{number} set info:comment "seeds {max(seeds[:pits])}"')
        send(f"{number + 2}@{ident} move {seeds[:pits].index(max(seeds[:pits])) + 1}")
        send(f"{number + 4}@{ident} yield")
        number += 2
    elif words[1] == "ping":
        send(f"@{ident} pong")
    elif "goodbye" in words:
        break
print("no more games", file=sys.stderr)
