#!/usr/bin/env python3
"""A bot for Kalah. Write your own choose(); the rest is done. Needs only Python's standard library.

The environment variables KGP_HOST and KGP_PORT say where the server is; the referee sets them.
"""
import os
import random
import socket

NAME = "my bot"  # shown to others


def choose(board, seconds):
    """Returns the pit to play. It is your turn, and you have a choice.

    Pits count from 0 here, as in lists: 0 is the pit at your left. (Everything that kalah prints
    and the protocol count from 1; main() below adds the 1.)
    seconds is the time limit of this move, such as 0.5. The way to the server counts, too, so
    stay well below it: deadline = time.monotonic() + 0.8 * seconds
    (import time).
    board.own and board.other are lists of seeds in the pits, each from its owner's left, so
    own[i] faces other[-1 - i]; board.own_store and board.other_store are the stores.
    board.legal() lists the pits that can be played, board.sow(pit) plays one on a copy.
    This one looks one move ahead.
    """
    def value(pit):
        after, again = board.sow(pit)
        return after.own_store - after.other_store + (1 if again else 0)

    best = max(value(pit) for pit in board.legal())
    return random.choice([pit for pit in board.legal() if value(pit) == best])


class Board:
    def __init__(self, own, other, own_store, other_store):
        self.own, self.other = own, other
        self.own_store, self.other_store = own_store, other_store

    @staticmethod
    def parse(text):
        """Reads <pits,own store,other store,own pits…,other pits…>."""
        pits, own_store, other_store, *seeds = map(int, text.strip("<>").split(","))
        return Board(seeds[:pits], seeds[pits:], own_store, other_store)

    def legal(self):
        return [pit for pit, seeds in enumerate(self.own) if seeds > 0]

    def sow(self, pit):
        """Plays a pit under the standard rules: returns the board after it, still seen from the
        same side, and whether that side moves again. At the end of a game, the seeds that are left
        go to the owner of their pits."""
        pits = len(self.own)
        ring = self.own + [self.own_store] + self.other  # the other store gets nothing
        seeds, ring[pit], at = ring[pit], 0, pit
        for _ in range(seeds):
            at = (at + 1) % len(ring)
            ring[at] += 1
        facing = 2 * pits - at
        if at < pits and ring[at] == 1 and ring[facing] > 0:  # capture
            ring[pits] += 1 + ring[facing]
            ring[at] = ring[facing] = 0
        own, own_store, other = ring[:pits], ring[pits], ring[pits + 1:]
        if not any(own) or not any(other):
            return Board([0] * pits, [0] * pits, own_store + sum(own), self.other_store + sum(other)), False
        return Board(own, other, own_store, self.other_store), at == pits

    def flipped(self):
        """The same board, seen from the other side."""
        return Board(self.other, self.own, self.other_store, self.own_store)


def main():
    """The protocol: see docs/protocol.md. You need not change it."""
    address = os.environ.get("KGP_HOST", "127.0.0.1"), int(os.environ.get("KGP_PORT", "2671"))
    server = socket.create_connection(address)
    seconds = 5.0  # for each move, unless the server says something else
    ids = iter(range(1, 1 << 62, 2))

    def send(command, ref=""):
        server.sendall(f"{next(ids)}{'@' + ref if ref else ''} {command}\r\n".encode())

    for line in server.makefile("r", encoding="utf-8", newline="\n"):
        words = line.split()
        if not words:
            continue
        prefix = words.pop(0) if words[0][0] in "@0123456789" else ""
        ident = prefix.partition("@")[0]  # of this line; answers refer to it
        if words[0] == "kgp":
            send(f'set info:name "{NAME}"')
            send("mode freeplay")
        elif words[0] == "set" and len(words) > 2 and words[1].strip('"') == "time:clock":
            seconds = float(words[2].strip('"'))
        elif words[0] == "set" and len(words) > 2 and words[1].strip('"') == "time:clock-ms":
            seconds = float(words[2].strip('"')) / 1000  # exact, where whole seconds are not
        elif words[0] == "state":
            send(f"move {choose(Board.parse(words[1]), seconds) + 1}", ident)
            send("yield", ident)
        elif words[0] == "ping":
            send("pong", ident)
        elif words[0] == "goodbye":
            break


if __name__ == "__main__":
    main()
