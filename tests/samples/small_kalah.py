"""Kalah by its rules, slow and plain, for tests: an oracle that shares no code with the program.

A position is (own pits, other pits, own store, other store), seen by its mover.
"""
import functools


def legal(position):
    return [pit for pit, seeds in enumerate(position[0]) if seeds > 0]


def play(position, pit, empty_capture=False):
    """The position after a move, seen by its next mover; whether that is the same player; the seeds captured; the end."""
    own, other = list(position[0]), list(position[1])
    stores = [position[2], position[3]]
    pits = len(own)
    seeds, own[pit] = own[pit], 0
    ring = [(own, i) for i in range(pits)] + [(stores, 0)] + [(other, i) for i in range(pits)]
    at = pit
    while seeds > 0:
        at = (at + 1) % len(ring)
        row, index = ring[at]
        row[index] += 1
        seeds -= 1
    captured = 0
    if at < pits and own[at] == 1:
        opposite = pits - 1 - at
        if other[opposite] > 0 or empty_capture:
            captured = 1 + other[opposite]
            stores[0] += captured
            own[at] = other[opposite] = 0
    again = at == pits
    over = sum(own) == 0 or sum(other) == 0
    if over:
        stores[0] += sum(own)
        stores[1] += sum(other)
        own, other = [0] * pits, [0] * pits
    if again:
        return (tuple(own), tuple(other), stores[0], stores[1]), True, captured, over
    return (tuple(other), tuple(own), stores[1], stores[0]), False, captured, over


@functools.lru_cache(maxsize=None)
def future(own, other, empty_capture):
    """What the mover wins from here on, minus what the opponent wins."""
    return max(value for _, value in future_of_moves(own, other, empty_capture))


def future_of_moves(own, other, empty_capture):
    values = []
    for pit in legal((own, other)):
        after, again, _, over = play((own, other, 0, 0), pit, empty_capture)
        gain = after[2] - after[3]
        if not over:
            gain += future(after[0], after[1], empty_capture)
        values.append((pit, gain if again else -gain))
    return values


def value_of_moves(position, empty_capture=False):
    """The final store difference for the mover after each legal move, by pit from 0."""
    lead = position[2] - position[3]
    return {pit: lead + value for pit, value in future_of_moves(position[0], position[1], empty_capture)}
