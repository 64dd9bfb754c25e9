#!/usr/bin/env python3
"""A complete bot for the Kalah Game Protocol: bot.py [GAMES]. Takes extra turns, else a random move."""
import os, random, socket, sys

address = os.environ.get("KGP_HOST", "127.0.0.1"), int(os.environ.get("KGP_PORT", "2671"))
games = int(sys.argv[1]) if len(sys.argv) > 1 else 0  # 0: play forever
server = socket.create_connection(address)
own_ids = iter(range(1, 1 << 62, 2))  # ours are odd, the server's even

def send(command, ref=""):
    server.sendall(f"{next(own_ids)}{'@' + ref if ref else ''} {command}\r\n".encode())

def choose(board):  # <pits,own store,other store,own pits..,other pits..>, and it is our turn
    pits, _, _, *seeds = map(int, board.strip("<>").split(","))
    legal = [pit for pit in range(1, pits + 1) if seeds[pit - 1] > 0]
    again = [pit for pit in legal if seeds[pit - 1] == pits + 1 - pit]  # ends in our store
    return max(again) if again else random.choice(legal)

for line in server.makefile("r", encoding="utf-8", newline="\n"):
    prefix, command, *arguments = line.split() if line[0] in "@0123456789" else ["", *line.split(), ""]
    ident = prefix.partition("@")[0]  # "12@8": the id of the line, and of the line it answers
    if command == "kgp":
        send('set info:name "thirty-lines"'), send("mode freeplay")
    elif command == "state":
        send(f"move {choose(arguments[0])}", ident), send("yield", ident)
    elif command == "ping":
        send("pong", ident)
    elif command == "goodbye" or "game:result" in line and (games := games - 1) == 0:
        sys.exit(send("goodbye"))
