#!/usr/bin/env python3
"""Commands on stores in files and in databases.

    test_homes.py KALAH POSTGRES-FILE [CLASS]
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

KALAH = os.path.abspath(sys.argv.pop(1))
with open(sys.argv.pop(1), encoding="utf-8") as postgres_file:
    SERVER = postgres_file.read().strip()
FOLDER = tempfile.mkdtemp(prefix="kalah-homes-")
ENVIRONMENT = dict(os.environ, XDG_DATA_HOME=FOLDER)
PSQL = "/usr/lib/postgresql/15/bin/psql"


def run(*arguments, expect=0):
    done = subprocess.run([KALAH, *arguments], env=ENVIRONMENT, text=True, capture_output=True, timeout=120, check=False)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout[-500:], done.stderr)
    return done.stdout if expect == 0 else done.stderr


def sql(text):
    done = subprocess.run([PSQL, "-h", SERVER, "-U", "kalah", "-qAtc", text, "postgres"], check=True, capture_output=True,
                          text=True)
    return done.stdout.strip()


def sql_in(store, text):
    return sql(f"SET search_path = {store.split('%3D')[1]}; {text}")


def games_in(store):
    try:
        return int(sql_in(store, "SELECT count(*) FROM games"))
    except subprocess.CalledProcessError:
        return 0  # the table is not there yet


def database():
    """The address of a new, empty store."""
    schema = f"homes_{os.getpid()}_{random.getrandbits(32)}"
    sql(f"CREATE SCHEMA {schema}")
    unittest.addModuleCleanup(sql, f"DROP SCHEMA {schema} CASCADE")
    return f"postgresql://kalah@/postgres?host={SERVER}&options=-csearch_path%3D{schema}"


def file(name):
    return os.path.join(FOLDER, name + ".sqlite")


def exported(store):
    return run("games", "export", "--all", "--store", store, "--json")


TOURNAMENT = ["tournament", "random", "minimax:depth=2", "greedy", "--games", "12", "--board", "4x3", "--seed", "3"]


class Homes(unittest.TestCase):
    def test_a_tournament_is_the_same_in_a_file_and_in_a_database(self):
        moves, standings = [], []
        for store in file("tournament"), database():
            run(*TOURNAMENT, "--store", store)
            games = [json.loads(line) for line in exported(store).splitlines()]
            moves.append([(game["number"], game["names"], game["moves"]) for game in games])
            standings.append(json.loads(run("resume", "--store", store, "--json").splitlines()[-1])["standings"])
        self.assertGreater(len(moves[0]), 11)
        self.assertEqual(*moves)
        self.assertEqual(*standings)

    def test_a_killed_tournament_goes_on_in_a_database(self):
        whole, store = file("whole"), database()
        long = [word.replace("12", "120") for word in TOURNAMENT]
        run(*long, "--store", whole)
        run("store", "copy", file("nothing"), store, expect=1)  # no such store: nothing is made
        run("games", "list", "--store", store, expect=1)
        self.assertEqual(sql_in(store, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"), "0")
        played = 0
        for command in [*long, "--store", store], *[["resume", "--store", store]] * 3:
            with subprocess.Popen([KALAH, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as playing:
                while playing.poll() is None and games_in(store) <= played:
                    time.sleep(0.01)
                playing.kill()
            played = games_in(store)
            sql_in(store, "UPDATE referees SET expires = 0")  # its lease runs out
        self.assertGreater(played, 3)
        run("resume", "--store", store)
        games = [[(game["number"], game["moves"]) for game in map(json.loads, exported(each).splitlines())]
                 for each in (whole, store)]
        self.assertEqual(*games)

    def test_a_service_of_libpq_names_the_database(self):
        store = database()
        schema = store.split("%3D")[1]
        with open(os.path.join(FOLDER, "service"), "w", encoding="utf-8") as services:
            services.write(f"[kalah]\nhost={SERVER}\nuser=kalah\ndbname=postgres\noptions=-csearch_path={schema}\n")
        with unittest.mock.patch.dict(ENVIRONMENT, PGSERVICEFILE=services.name):
            run("match", "random", "greedy", "--games", "2", "--board", "4x3", "--store", "postgresql:///?service=kalah")
        self.assertEqual(games_in(store), 2)

    def test_copies_lose_nothing(self):
        first, second, third = file("first"), database(), file("third")
        run(*TOURNAMENT, "--store", first)
        self.assertRegex(run("store", "copy", first, second), r"^\d+ games copied, with 1 plan of tournaments$")
        run("store", "copy", second, third)
        self.assertEqual(exported(first), exported(second))
        self.assertEqual(exported(first), exported(third))
        rows = [json.loads(run("store", "info", "--store", store, "--json"))["rows"] for store in (first, second, third)]
        self.assertEqual(rows[0], rows[1])
        self.assertEqual(rows[0], rows[2])
        self.assertIn("not empty", run("store", "copy", first, second, expect=1))

    def test_info_check_and_vacuum(self):
        for store in file("care"), database():
            run(*TOURNAMENT, "--store", store)
            self.assertRegex(run("store", "info", "--store", store), r"^(SQLite|PostgreSQL), version \d+ of the store, [\d,]+ bytes\n")
            self.assertRegex(run("store", "check", "--store", store), r"^\d+ games replayed, 0 problems found\n$")
            self.assertRegex(run("store", "vacuum", "--store", store), r"^[\d,]+ bytes before, [\d,]+ after\n$")

    def test_check_names_damaged_games(self):
        store = database()
        run(*TOURNAMENT, "--store", store)
        sql_in(store, "UPDATE games SET moves = '9' WHERE id = 2")
        done = subprocess.run([KALAH, "store", "check", "--store", store], text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"(?m)^postgresql://kalah@\S+, game 2: moves \"9\", .*$")

    def test_servers_that_share_a_database_play_different_games(self):
        store = database()
        servers = [subprocess.Popen([KALAH, "serve", "--kgp-port", "0", "--http-port", "0", "--store", store],
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for _ in range(2)]
        for server in servers:
            self.assertTrue(re.match("ready ", server.stdout.readline()))
        for server in servers:
            server.terminate()
            self.assertEqual(server.wait(timeout=60), 0)
            server.stdout.close()


if __name__ == "__main__":
    unittest.main()
