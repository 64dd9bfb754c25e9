#!/usr/bin/env python3
"""How fast arrays of positions are, against the same loops in C++ in the same run.
    python_speed.py [LOOPS] [--seeds N] [--rows N]
LOOPS is the library of the target kalah_python_loops; without it, no ratios. `bench/python` builds and runs all."""

import argparse
import ctypes
import time

import numpy as np

import kalah


def random_rows(count, seeds, seed):
    """Positions of random games from 6x4, with at most so many seeds in the pits; drawn from 400,000."""
    choice = np.random.default_rng(seed)
    kept, rows = [], kalah.positions(["6x4"] * 4096)
    while sum(map(len, kept)) < min(count, 400_000):
        legal = kalah.legal_moves(rows)
        pits = (legal * choice.random(legal.shape)).argmax(axis=1) + 1
        rows, _, over = kalah.apply(rows, pits)
        rows[over] = kalah.positions(["6x4"])[0]
        kept.append(rows[(rows[:, :12].sum(axis=1) <= seeds) & rows[:, :6].any(axis=1)])
    pool = np.concatenate(kept)
    return pool[choice.integers(len(pool), size=count)]


def uniform_rows(count, seeds, seed):
    """Positions with so many seeds in the pits, each as likely as any other: no two reads are near each other."""
    choice = np.random.default_rng(seed)
    walls = np.sort(choice.random((count, seeds + 11)).argpartition(11, axis=1)[:, :11], axis=1)
    ends = np.hstack([np.full((count, 1), -1), walls, np.full((count, 1), seeds + 11)])
    rows = np.zeros((count, 14), dtype=np.uint8)
    rows[:, :12] = np.diff(ends, axis=1) - 1
    return rows


def best(rounds, *works):
    """The shortest time of each, in seconds, measured in turn. A work returns its own time, or None to be timed."""
    times = [[] for _ in works]
    for _ in range(rounds):
        for work, list_of in zip(works, times):
            began = time.perf_counter()
            own = work()
            list_of.append(own if isinstance(own, float) else time.perf_counter() - began)
    return [min(each) for each in times]


def measure_apply(rows, loops):
    legal = kalah.legal_moves(rows)
    moves = ((legal * np.random.default_rng(2).random(legal.shape)).argmax(axis=1) + 1).astype(np.uint8)
    works = [lambda: kalah.apply(rows, moves)]
    if loops:
        library = ctypes.CDLL(loops)
        for name in ("apply_public", "apply_fast"):
            getattr(library, name).restype = ctypes.c_double
        data, pits = rows.ctypes.data_as(ctypes.c_void_p), moves.ctypes.data_as(ctypes.c_void_p)
        count = ctypes.c_size_t(len(rows))
        works += [lambda: library.apply_public(data, count, 6, pits), lambda: library.apply_fast(data, count, pits)]
    times = best(9, *works)
    print(f"apply: {len(rows) / times[0] / 1e6:.1f} million moves a second")
    if loops:
        print(f"  {times[0] / times[1]:.2f} times the loop in C++ with the public interface, "
              f"{times[0] / times[2]:.2f} times the one with the searches' board")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("loops", nargs="?")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--rows", type=int, default=1_000_000)
    options = parser.parse_args()

    def rate(work):
        return options.rows / best(5, work)[0] / 1e6

    rows = random_rows(options.rows, 48, 1)
    measure_apply(rows, options.loops)
    print(f"legal_moves: {rate(lambda: kalah.legal_moves(rows)):.1f}, evaluate (simple): "
          f"{rate(lambda: kalah.evaluate(rows)):.1f} million positions a second")
    database = kalah.Database.build(options.seeds)
    played, uniform = random_rows(options.rows, options.seeds, 3), uniform_rows(options.rows, options.seeds, 4)
    print(f"probe: {rate(lambda: database.probe(played)):.1f} million positions of random games a second, "
          f"{rate(lambda: database.probe(uniform)):.1f} million with {options.seeds} seeds drawn at random, "
          f"of {database.positions:,} in the database")


if __name__ == "__main__":
    main()
