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
    """Positions after random moves from 6x4, with at most so many seeds in the pits, repeated to `count`."""
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


def best(repeats, work):
    """The shortest time, in seconds: the least disturbed."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("loops", nargs="?")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--rows", type=int, default=2_000_000)
    options = parser.parse_args()

    rows = random_rows(options.rows, 48, 1)
    legal = kalah.legal_moves(rows)
    moves = ((legal * np.random.default_rng(2).random(legal.shape)).argmax(axis=1) + 1).astype(np.uint8)
    in_python = best(7, lambda: kalah.apply(rows, moves))
    print(f"apply: {options.rows / in_python / 1e6:.1f} million moves a second")
    if options.loops:
        library = ctypes.CDLL(options.loops)
        for name in ("apply_public", "apply_fast"):
            getattr(library, name).restype = ctypes.c_double
        data, pits = rows.ctypes.data_as(ctypes.c_void_p), moves.ctypes.data_as(ctypes.c_void_p)
        count = ctypes.c_size_t(options.rows)
        public = min(library.apply_public(data, count, 6, pits) for _ in range(7))
        fast = min(library.apply_fast(data, count, pits) for _ in range(7))
        print(f"  {in_python / public:.2f} times the loop in C++ with the public interface, "
              f"{in_python / fast:.2f} times the one with the searches' board")

    database = kalah.Database.build(options.seeds)
    rows = random_rows(options.rows, options.seeds, 3)
    print(f"probe: {options.rows / best(5, lambda: database.probe(rows)) / 1e6:.1f} million positions a second, "
          f"of {database.positions:,} in the database")
    rows = random_rows(options.rows, 48, 4)
    print(f"legal_moves: {options.rows / best(5, lambda: kalah.legal_moves(rows)) / 1e6:.1f} million, evaluate (simple): "
          f"{options.rows / best(3, lambda: kalah.evaluate(rows)) / 1e6:.1f} million positions a second")


if __name__ == "__main__":
    main()
