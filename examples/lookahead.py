#!/usr/bin/env python3
"""A bot that looks ahead with its own rules of Kalah, and can have the server check them.

  lookahead.py [GAMES]        play this many games, or forever
  lookahead.py verify COUNT   solve this many of the server's problems

Needs only the standard library. KGP_HOST and KGP_PORT give the server's address.
"""
import os
import socket
import sys

DEPTH = 5  # sowings; some 10,000 positions per move on six pits


def sow(board, pit):
    """Plays a pit (from 0) of the side to move, which is always the first half of the board.

    A board is ([own pits, own store], [other pits, other store]). Returns the next board from
    the same side, whether the mover moves again, and whether the game is over.
    """
    own, other = list(board[0]), list(board[1])
    pits = len(own) - 1
    ring = [(own, i) for i in range(pits + 1)] + [(other, i) for i in range(pits)]
    seeds, own[pit], at = own[pit], 0, pit
    for _ in range(seeds):
        at = (at + 1) % len(ring)
        row, index = ring[at]
        row[index] += 1
    again = at == pits
    if at < pits and own[at] == 1 and other[pits - 1 - at] > 0:  # capture
        own[pits] += 1 + other[pits - 1 - at]
        own[at] = other[pits - 1 - at] = 0
    majority = 2 * max(own[pits], other[pits]) > sum(own) + sum(other)
    over = majority or not any(own[:pits]) or not any(other[:pits])
    if over:  # remaining seeds belong to the owners of their pits
        own, other = [0] * pits + [sum(own)], [0] * pits + [sum(other)]
    return (own, other), again, over


def search(board, depth, alpha, beta):
    """Returns the best lead in seeds that the mover can reach, and the pit for it."""
    best = None
    own, other = board
    for pit in reversed(range(len(own) - 1)):
        if own[pit] == 0:
            continue
        after, again, over = sow(board, pit)
        if over or depth == 1:
            value = after[0][-1] - after[1][-1]
        elif again:
            value = search(after, depth - 1, alpha, beta)[0]
        else:
            value = -search((after[1], after[0]), depth - 1, -beta, -alpha)[0]
        if best is None or value > best[0]:
            best = value, pit
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


def parse(literal):
    pits, own, other, *seeds = map(int, literal.strip("<>").split(","))
    return seeds[:pits] + [own], seeds[pits:] + [other]


def literal(board):
    own, other = board
    numbers = [len(own) - 1, own[-1], other[-1], *own[:-1], *other[:-1]]
    return "<" + ",".join(map(str, numbers)) + ">"


def lines(wire):
    """Yields the id, command and arguments of each line from the server."""
    for line in wire:
        words = line.split()
        if words:
            prefix = words.pop(0) if words[0][0] in "@0123456789" else ""
            yield prefix.partition("@")[0], words[0], words[1:]


def main(verify, count):
    address = os.environ.get("KGP_HOST", "127.0.0.1"), int(os.environ.get("KGP_PORT", "2671"))
    server = socket.create_connection(address)
    own_ids = iter(range(1, 1 << 62, 2))

    def send(command, ref=""):
        server.sendall(f"{next(own_ids)}{'@' + ref if ref else ''} {command}\r\n".encode())

    done = wrong = 0
    for ident, command, arguments in lines(server.makefile("r", encoding="utf-8", newline="\n")):
        if command == "kgp":
            send('set info:name "lookahead"')
            send("mode " + ("verify" if verify else "freeplay"))
        elif command == "state":
            value, pit = search(parse(arguments[0]), DEPTH, -10**9, 10**9)
            send(f'set info:comment "depth {DEPTH}, lead {value:+}"')
            send(f"move {pit + 1}", ident)
            send("yield", ident)
        elif command == "problem":
            after, again, _ = sow(parse(arguments[0]), int(arguments[1]))
            send(f"solution {literal(after)} {'true' if again else 'false'}", ident)
        elif command == "ping":
            send("pong", ident)
        elif command == "goodbye":
            break
        elif command == "error":
            wrong += 1
            print("error", *arguments, file=sys.stderr)
        elif command == "set" and "game:result" in arguments[0]:
            print("result", *arguments[1:])
        finished = command in ("ok", "error") if verify else arguments[:1] == ['"game:result"']
        done += finished
        if count and done == count:
            send("goodbye")
            break
    print(f"{done} {'problems' if verify else 'games'}, {wrong} errors")
    return 1 if wrong or (count and done < count) else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    verifying = words[:1] == ["verify"]
    numbers = words[1:] if verifying else words
    sys.exit(main(verifying, int(numbers[0]) if numbers else 0))
