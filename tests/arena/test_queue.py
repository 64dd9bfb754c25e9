#!/usr/bin/env python3
"""Tournaments that workers play end like those of one program, whatever happens to the workers.

    test_queue.py KALAH POSTGRES.SH POSTGRES-FILE WORKER.SQL [CLASS]

Workers are killed by SIGKILL while they play. What shows that a kill hits a game: the worker is
stopped first, and killed only if the store has a game that it plays. KALAH_TEST_FULL=1 plays 120 games with three
workers, of which at least 20 are killed, on a server of its own that is restarted twice as after a
crash."""
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

KALAH, SCRIPT, SERVER_FILE, RIGHTS = (os.path.abspath(sys.argv.pop(1)) for _ in range(4))
FULL = bool(os.environ.get("KALAH_TEST_FULL"))
FOLDER = tempfile.mkdtemp(prefix="kalah-queue-")
ENVIRONMENT = dict(os.environ, XDG_DATA_HOME=FOLDER)
PSQL = "/usr/lib/postgresql/15/bin/psql"
PATIENCE = 3000 if FULL else 300  # seconds; everything should take only a few
CHANCE = random.Random(int(os.environ.get("KALAH_SEED", "1")))


class Database:
    """A new, empty store on a PostgreSQL server."""
    def __init__(self, case, file=SERVER_FILE):
        with open(file, encoding="utf-8") as text:
            self.folder = text.read().strip()
        self.schema = f"queue_{os.getpid()}_{CHANCE.getrandbits(32)}"
        self.run(f"CREATE SCHEMA {self.schema}")
        case.addCleanup(self.run, f"DROP SCHEMA {self.schema} CASCADE")
        self.store = f"postgresql://kalah@/postgres?host={self.folder}&options=-csearch_path%3D{self.schema}"

    def run(self, text):
        done = subprocess.run([PSQL, "-h", self.folder, "-U", "kalah", "-qAtc", text, "postgres"], check=True,
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.stdout.strip()

    def ask(self, text):
        return self.run(f"SET search_path = {self.schema}; {text}")

    def tell(self, user, *arguments):
        """psql as this user; what it prints on standard error."""
        done = subprocess.run([PSQL, self.store.replace("kalah@", user + "@"), "-qAt", *arguments], check=False,
                              capture_output=True, text=True, timeout=PATIENCE)
        return done.stderr.strip()


class File:
    """The same in a file."""
    def __init__(self, name):
        self.store = os.path.join(FOLDER, name + ".sqlite")

    def ask(self, text):
        database = sqlite3.connect(self.store, timeout=30, isolation_level=None)
        try:
            rows = database.execute(text).fetchall()
        finally:
            database.close()
        return "\n".join(str(row[0]) for row in rows)


def run(*arguments, expect=0):
    done = subprocess.run([KALAH, *arguments], env=ENVIRONMENT, text=True, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout[-500:], done.stderr[-2000:])
    return done.stdout if expect == 0 else done.stderr


def wait_until(what, true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


class Worker:
    count = 0

    def __init__(self, home, *options, slots=1, folder=None):
        Worker.count += 1
        self.home, self.name = home, f"w{Worker.count}"
        with open(os.path.join(FOLDER, self.name), "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([KALAH, "worker", "--store", home.store, "--name", self.name, "--slots",
                                             str(slots), *options], stdout=log, stderr=log, env=ENVIRONMENT, cwd=folder)

    def log(self):
        with open(os.path.join(FOLDER, self.name), encoding="utf-8") as log:
            return log.read()

    def runs(self):
        """How many games it has, by the store."""
        return int(self.home.ask("SELECT count(*) FROM jobs JOIN workers ON workers.number = jobs.worker "
                                 f"WHERE workers.name = '{self.name}'") or 0)

    def kill(self):
        """Kills it while it plays; how many games that cut off, by the store."""
        self.process.send_signal(signal.SIGSTOP)
        cut = min(self.runs(), self.runs())  # twice: a commit may have been on its way
        if cut == 0:  # between two games
            self.process.send_signal(signal.SIGCONT)
            return 0
        self.process.kill()
        self.process.wait()
        return cut

    def end(self, expect=-signal.SIGTERM):
        self.process.terminate()
        code = self.process.wait(timeout=PATIENCE)
        assert code in (expect, 128 - expect), (code, self.log())


def begin(home, *command, folder=None):
    """Begins a tournament for workers; returns once its queue is open."""
    follower = subprocess.Popen([KALAH, *command, "--store", home.store, "--queue"], stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, env=ENVIRONMENT, cwd=folder, text=True)
    for line in follower.stderr:
        if "worker" in line:
            break
    return follower


def stop_following(follower):
    follower.send_signal(signal.SIGINT)
    _, errors = follower.communicate(timeout=PATIENCE)
    assert follower.returncode == 130, (follower.returncode, errors)
    return errors


def finished(home, crew=()):
    for worker in crew:
        assert worker.process.poll() is None, worker.log()
    return home.ask("SELECT count(*) FROM tournaments WHERE finished = 0") == "0"


def outcome(store):
    """Everything but clock readings: games with their numbers, and the summary."""
    games = []
    for line in run("games", "export", "--all", "--store", store, "--json").splitlines():
        game = json.loads(line)
        games.append((game["number"], game["names"], game["start"], game["moves"], game["ending"], game["points"],
                      [fault["kind"] for fault in game["faults"]]))
    summary = run("resume", "--store", store, "--json").splitlines()[-1]
    return games, re.sub(r'"overhead_us":[0-9.e+-]+', "", summary)


PLAYERS = ["alphabeta:depth=6", "random", "greedy:ties=random", "minimax:depth=4"]
SLOW = ["alphabeta:depth=9", "champion:nodes=60000,memory=1M", "alphabeta:depth=8", "minimax:depth=6"]
SWISS = ["tournament", *PLAYERS, "random:seed=5", "--kind", "swiss", "--games", "2", "--rounds", "3", "--board", "4x3",
         "--seed", "8"]
SPRT = ["match", "alphabeta:depth=5", "random", "--sprt", "elo0=0,elo1=100", "--board", "4x3", "--seed", "9"]
FAULTS = ["tournament", "cmd:exit 3", "random", "greedy", "--games", "6", "--max-faults", "3", "--board", "4x3", "--seed", "2"]


class Queue(unittest.TestCase):
    def alone(self, name, command):
        alone = File(name)
        run(*command, "--store", alone.store, "--concurrency", "1")
        return outcome(alone.store)

    def disturbed(self, home, workers, kills, options=("--lease", "1s"), also=lambda: None):
        """Kills workers that play until so many games were cut off, and lets the others end it."""
        crew = [Worker(home, *options) for _ in range(workers)]
        hit = killed = 0
        while hit < kills and not finished(home):
            victim = CHANCE.choice(crew)
            time.sleep(CHANCE.uniform(0, 0.03))
            if victim.process.poll() is None:  # else it began while the database was away
                cut = victim.kill()
                if cut == 0:
                    continue
                hit += cut
                killed += 1
                also()
            crew.remove(victim)
            crew.append(Worker(home, *options))
        wait_until("it does not end", lambda: finished(home))
        for worker in crew:
            if worker.process.poll() is None:
                worker.end()
        return hit, killed


class Alike(Queue):
    def test_killed_workers_play_the_same_tournament_as_one_program(self):
        command = ["tournament", *SLOW, "--games", "2", "--board", "6x4", "--openings", "2-ply", "--seed", "7"]
        expected = self.alone("alike", command)
        home = Database(self)
        stop_following(begin(home, *command))
        hit, killed = self.disturbed(home, 2, 2)
        self.assertEqual(hit, 2)
        self.assertEqual(outcome(home.store), expected)
        again = int(home.ask("SELECT sum(attempts - 1) FROM jobs"))
        self.assertGreaterEqual(again, hit)
        print(f"{killed} kills, {hit} of them while a game ran, {again} games begun again: all alike", file=sys.stderr)

    def test_a_file_is_shared_by_workers_of_one_machine(self):
        expected = self.alone("file", SWISS)
        home = File("shared")
        followers = [begin(home, *SWISS)]
        followers.append(subprocess.Popen([KALAH, "resume", "--queue", "--store", home.store, "--slots", "1"],
                                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT, text=True))
        worker = Worker(home)
        text, _ = followers[1].communicate(timeout=PATIENCE)
        followers[0].communicate(timeout=PATIENCE)
        self.assertEqual([each.returncode for each in followers], [0, 0])
        self.assertIn("swiss of 5 players", text)
        worker.end()
        self.assertEqual(outcome(home.store), expected)


class Experiments(Queue):
    """`kalah lab run --queue` ends like a run of one program."""
    MEASURED = "SELECT key || ' ' || trial || ' ' || CAST(value AS INTEGER) FROM measurements WHERE unit <> 's' ORDER BY key, trial"
    PLAYED = ("SELECT schedule.tournament || ' ' || number || ' ' || moves FROM schedule JOIN games ON games.id = schedule.game "
              "ORDER BY schedule.tournament, number")

    def lab(self, home, name, *options, expect=0):
        return run("lab", "run", name, "--scale", "tiny", "--store", home.store, "--out-dir", os.path.join(FOLDER, "lab"), *options,
                   expect=expect)

    def report(self, home, name):
        """Without what the clock and the machine say."""
        out = os.path.join(FOLDER, "lab")
        run("lab", "report", "--store", home.store, "--out-dir", out)
        with open(os.path.join(out, name + ".md"), encoding="utf-8") as file:
            return [line for line in file if not re.search("Ours lasted|^kalah lab run|Load, least|Begun", line)]

    def begin(self, home, name, *options):
        follower = subprocess.Popen([KALAH, "lab", "run", name, "--scale", "tiny", "--store", home.store, "--out-dir",
                                     os.path.join(FOLDER, "lab"), "--queue", *options], stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, env=ENVIRONMENT, text=True)
        for line in follower.stderr:
            if "no worker" in line:
                break
        return follower

    def test_workers_that_are_killed_come_to_the_same_report(self):
        alone = File("thesis")
        self.lab(alone, "thesis")
        home = Database(self)
        follower = self.begin(home, "thesis")
        crew = [Worker(home, "--lease", "1s") for _ in range(2)]
        cut = 0
        while cut == 0 and follower.poll() is None:
            cut = crew[0].kill()
        crew[0] = Worker(home, "--lease", "1s")
        _, errors = follower.communicate(timeout=PATIENCE)
        self.assertEqual(follower.returncode, 0, errors)
        for query in self.MEASURED, self.PLAYED:
            self.assertEqual(home.ask(query), alone.ask(query))
        self.assertEqual(self.report(home, "thesis"), self.report(alone, "thesis"))
        self.assertEqual(home.ask("SELECT count(*) FROM queues WHERE state <> 'done'"), "0")
        for worker in crew:
            worker.end()
        self.assertRegex(crew[1].log(), r"(?m)^task trees-differing/.*, trial 1$")
        print(f"{cut} jobs cut off", file=sys.stderr)

    def test_times_are_measured_here_and_files_are_looked_for(self):
        for name in ("depths", "improvements"):
            with self.subTest(name):
                alone, home = File(name + "-alone"), File(name)
                self.lab(alone, name)
                self.lab(home, name, "--queue", "--slots", "2")
                for query in self.MEASURED, self.PLAYED:
                    self.assertEqual(home.ask(query), alone.ask(query))
                self.assertEqual(home.ask("SELECT count(*) FROM measurements WHERE unit = 's'"),
                                 alone.ask("SELECT count(*) FROM measurements WHERE unit = 's'"))
        self.assertIn("database", home.ask("SELECT plan FROM tournaments"))

    def test_only_one_program_or_workers_measure_at_a_time(self):
        home = File("either")
        follower = self.begin(home, "exactness")
        self.assertRegex(self.lab(home, "exactness", expect=1),
                         "workers do tasks of it: follow them with --queue, or stop them with 'kalah jobs stop 1'")
        follower.send_signal(signal.SIGINT)
        _, errors = follower.communicate(timeout=PATIENCE)
        self.assertEqual(follower.returncode, 130)
        self.assertIn("stopped following, and the workers go on; run the same command again to continue", errors)
        worker = Worker(home)
        wait_until("no task is done", lambda: home.ask("SELECT count(*) > 0 FROM measurements") == "1")
        run("jobs", "stop", "--store", home.store)
        worker.end()
        self.lab(home, "exactness")
        alone = File("exactness-alone")
        self.lab(alone, "exactness")
        self.assertEqual(home.ask(self.MEASURED), alone.ask(self.MEASURED))

    def test_a_task_that_fails_ends_the_run_with_its_reason(self):
        home = File("fails")
        follower = self.begin(home, "thesis")
        home.ask("UPDATE jobs SET state = 'done', result = 'trees/x: no such thing' WHERE number = 3")
        worker = Worker(home)
        _, errors = follower.communicate(timeout=PATIENCE)
        self.assertEqual(follower.returncode, 1)
        self.assertIn("kalah lab run: thesis: trees/x: no such thing", errors)
        worker.end()
        self.lab(home, "thesis", "--queue", "--slots", "1")  # tries it again
        self.assertEqual(home.ask("SELECT count(DISTINCT key) FROM measurements"), "14")

    def test_what_does_not_go_together_is_one_line(self):
        path = os.path.join(FOLDER, "all.sqlite")
        for arguments, message in [
                (["all", "--store", path], "--store: one store holds one experiment, so name one"),
                (["thesis", "--queue"], "--queue: name the --store that the workers share"),
                (["thesis", "--queue", "--store", path, "--concurrency", "2"], "with --queue, say --slots instead")]:
            said = run("lab", "run", *arguments, expect=2)
            self.assertIn(message, said)
            self.assertEqual(len(said.splitlines()), 1, said)
        self.assertFalse(os.path.exists(path))


@unittest.skipUnless(FULL, "KALAH_TEST_FULL=1 runs it")
class Long(Queue):
    def test_120_games_with_20_kills_and_two_restarts_of_the_database(self):
        players = ["alphabeta:depth=10", "champion:nodes=200000,memory=1M", "alphabeta:depth=9", "minimax:depth=7"]
        command = ["tournament", *players, "--games", "20", "--board", "6x4", "--seed", "7"]
        expected = self.alone("long", command)
        self.assertEqual(len(expected[0]), 120)
        file = os.path.join(FOLDER, "server")
        subprocess.run([SCRIPT, "start", file], check=True)
        self.addCleanup(subprocess.run, [SCRIPT, "stop", file], check=True)
        home = Database(self, file)
        stop_following(begin(home, *command))
        cut = [0]

        def restart():
            cut[0] += 1
            if cut[0] in (7, 14):
                subprocess.run([SCRIPT, "restart", file], check=True)

        hit, killed = self.disturbed(home, 3, 20, also=restart)
        self.assertGreaterEqual(hit, 20)
        self.assertGreaterEqual(cut[0], 14)
        self.assertEqual(outcome(home.store), expected)
        print(f"{killed} kills, {hit} of them while a game ran, 2 restarts: all alike", file=sys.stderr)


class Steering(Queue):
    def setUp(self):
        self.home = Database(self)
        self.command = ["tournament", *SLOW, "--games", "4", "--board", "6x4", "--seed", "5"]

    def state(self):
        return json.loads(run("jobs", "list", "--store", self.home.store, "--json"))["queues"][0]

    def test_a_paused_queue_waits_and_a_stopped_one_is_played_by_one_program(self):
        stop_following(begin(self.home, *self.command))
        refused = run("resume", "--store", self.home.store, expect=1)
        self.assertRegex(refused, "workers play tournament 1: follow it with 'kalah resume --queue'")
        self.assertEqual(run("jobs", "pause", "--store", self.home.store), "queue 1 is paused\n")
        worker = Worker(self.home)
        wait_until("the worker is not there", lambda: self.state()["workers"])
        time.sleep(0.3)
        self.assertEqual(self.state()["running"] + self.state()["done"], 0)
        run("jobs", "resume", "--store", self.home.store)
        wait_until("no game begins", worker.runs)
        run("jobs", "stop", "--store", self.home.store)
        self.assertEqual(self.state()["running"], 0)
        self.assertRegex(run("jobs", "resume", "--store", self.home.store, "1", expect=1), "queue 1 is stopped")
        worker.end()
        run("resume", "--store", self.home.store)
        self.assertEqual(outcome(self.home.store), self.alone("stopped", self.command))

    def test_a_game_that_comes_in_after_jobs_stop_is_refused_with_these_words(self):
        stop_following(begin(self.home, *self.command))
        worker = Worker(self.home, "--lease", "10m")  # it does not ask before the game is over
        wait_until("no game begins", worker.runs)
        run("jobs", "stop", "--store", self.home.store)
        wait_until("the game does not come in", lambda: "refused" in worker.log())
        self.assertRegex(worker.log(), r"(?m)^kalah worker: game \d+ was refused: its queue was stopped$")
        worker.end()

    def test_games_that_kill_their_workers_are_given_up_and_others_go_on(self):
        with open(os.path.join(FOLDER, "kills.sh"), "w", encoding="utf-8") as file:
            file.write("p=$PPID\nwhile [ $p -gt 1 ] && ! grep -aq worker.--store /proc/$p/cmdline; do\n"
                       "    p=$(awk '/^PPid/ {print $2}' /proc/$p/status)\ndone\n[ $p -gt 1 ] && kill -9 $p\n")
        follower = begin(self.home, "tournament", "Kills=cmd:sh kills.sh", "random", "greedy", "--games", "2", "--board", "4x3",
                         folder=FOLDER)
        # Four workers have died of them before.
        self.home.ask("UPDATE jobs SET attempts = 4 WHERE needs <> ''")
        dead = Worker(self.home, "--lease", "300ms", slots=4, folder=FOLDER)
        self.assertEqual(dead.process.wait(timeout=PATIENCE), -signal.SIGKILL)
        lives = Worker(self.home, "--lease", "300ms", slots=4)
        _, errors = follower.communicate(timeout=PATIENCE)
        self.assertEqual(follower.returncode, 1, errors)
        self.assertRegex(errors, r"(?m)^4 games given up, each lost by 5 workers$")
        self.assertRegex(errors, r"(?m)^kalah tournament: game 1, .* given up: each was lost by 5 workers; all else is done$")
        self.assertRegex(errors, "go on with 'kalah resume --queue")
        self.assertIn("2 of 6 jobs done, 0 running, 0 waiting, 4 given up", run("jobs", "list", "--store", self.home.store))
        again = subprocess.Popen([KALAH, "resume", "--queue", "--store", self.home.store], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, env=ENVIRONMENT, cwd=FOLDER)
        wait_until("they are not tried again", lambda: self.state()["waiting"] == 4)
        stop_following(again)
        lives.end()

    def test_a_worker_ends_its_games_on_sigterm_and_gives_them_back_on_a_second(self):
        stop_following(begin(self.home, *self.command))
        worker = Worker(self.home)
        wait_until("no game begins", worker.runs)
        worker.end()
        self.assertEqual(self.state()["running"], 0)
        self.assertEqual(self.state()["again"], 0)
        self.assertRegex(worker.log(), r"(?m)^[1-9]\d* games? played$")
        worker = Worker(self.home, "--grace", "1ms")
        wait_until("no game begins", worker.runs)
        worker.end()
        self.assertEqual((self.state()["running"], self.state()["again"]), (0, 0))

    def test_a_worker_that_hangs_loses_its_games(self):
        stop_following(begin(self.home, *self.command))
        worker = Worker(self.home, "--lease", "300ms")
        wait_until("no game begins", worker.runs)
        worker.process.send_signal(signal.SIGSTOP)
        other = Worker(self.home, "--lease", "300ms")
        wait_until("nobody takes its games", lambda: worker.runs() == 0)
        worker.process.send_signal(signal.SIGCONT)
        wait_until("it does not notice", lambda: "the lease has run out" in worker.log())
        for each in worker, other:
            each.end()

    def test_a_worker_that_lacks_a_file_says_so_and_plays_other_games(self):
        folders = [os.path.join(FOLDER, name) for name in ("with", "without", "other")]
        for folder, script in zip(folders, ("exit 3\n", None, "exit 4\n")):
            os.mkdir(folder)
            if script:
                with open(os.path.join(folder, "quits.sh"), "w", encoding="utf-8") as file:
                    file.write(script)
        follower = begin(self.home, "tournament", "Quits=cmd:sh quits.sh", "random", "greedy", "--games", "2", "--board",
                         "4x3", "--max-faults", "3", folder=folders[0])
        lacking = [Worker(self.home, folder=folder) for folder in folders[1:]]
        wait_until("it does not show that games wait", lambda: self.state()["lacking"])
        wait_until("the other games are not played", lambda: self.state()["done"] == 2)
        files = self.state()["lacking"]
        self.assertEqual([each["jobs"] for each in files], [4])
        self.assertRegex(files[0]["needs"], "^program quits.sh [0-9a-f]{16}$")
        self.assertRegex(lacking[0].log(), "Quits needs program quits.sh [0-9a-f]{16}: it is not here; takes other jobs")
        self.assertRegex(lacking[1].log(), "here is program quits.sh [0-9a-f]{16}; takes other jobs")
        told = next((line for line in follower.stderr if "wait for" in line), "")
        self.assertRegex(told, "4 games wait for program quits.sh [0-9a-f]{16}")
        has_it = Worker(self.home, folder=folders[0])
        follower.communicate(timeout=PATIENCE)
        for worker in [*lacking, has_it]:
            worker.end()

    def test_a_worker_of_another_build_says_so_and_takes_no_games(self):
        stop_following(begin(self.home, *self.command))
        self.home.ask("UPDATE queues SET signature = 'another'")
        worker = Worker(self.home)
        wait_until("it does not say so", lambda: "wants another build of kalah" in worker.log())
        worker.end()
        self.assertEqual(self.state()["done"], 0)


class Rights(Queue):
    """Workers in the role of examples/postgres/worker.sql."""
    FORBIDDEN = [
        "DROP TABLE games", "TRUNCATE games CASCADE", "DELETE FROM games", "DELETE FROM faults", "DELETE FROM schedule",
        "DELETE FROM tournaments", "DELETE FROM jobs", "UPDATE games SET loser = NULL", "UPDATE faults SET side = 'north'",
        "UPDATE schedule SET game = 1", "UPDATE tournaments SET plan = ''", "ALTER TABLE games DROP COLUMN moves",
        "CREATE TRIGGER t BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "CREATE TABLE more (n INTEGER)", "SELECT token FROM identities", "SELECT host FROM saved_games"]

    def setUp(self):
        home = Database(self)
        home.run("CREATE ROLE kalah_worker LOGIN")
        self.addCleanup(home.run, "DROP ROLE kalah_worker")
        self.addCleanup(home.run, "DROP OWNED BY kalah_worker")

    def give_rights(self, home):
        """Returns the store as the worker's role sees it."""
        home.run(f"GRANT USAGE ON SCHEMA {home.schema} TO kalah_worker")
        self.assertEqual(home.tell("kalah", "-f", RIGHTS), "")
        store = File("")
        store.store = home.store.replace("kalah@", "kalah_worker@")
        store.ask = home.ask
        return store

    def test_rounds_tests_and_withdrawals_follow_the_schedule(self):
        # Games that do not count are left out, although no worker may delete a game.
        for name, command in {"swiss": SWISS, "sprt": SPRT, "faults": FAULTS}.items():
            with self.subTest(name):
                expected = self.alone(name, command)
                home = Database(self)
                stop_following(begin(home, *command))
                store = self.give_rights(home)
                crew = [Worker(store, slots=3) for _ in range(2)]
                wait_until("it does not end", lambda: finished(home, crew))
                run("jobs", "list", "--store", store.store)
                for worker in crew:
                    worker.end()
                    self.assertNotIn("denied", worker.log())
                self.assertEqual(outcome(home.store), expected)

    def test_the_role_of_a_worker_can_neither_drop_tables_nor_change_games(self):
        home = Database(self)
        run(*SWISS, "--store", home.store)
        self.give_rights(home)
        before = outcome(home.store)
        self.assertEqual(home.tell("kalah_worker", "-c", "SELECT moves FROM games"), "")
        for text in self.FORBIDDEN:
            with self.subTest(text):
                self.assertRegex(home.tell("kalah_worker", "-c", text), "ERROR:  (permission denied|must be owner)")
        self.assertEqual(outcome(home.store), before)

    def test_a_worker_without_rights_says_so_in_one_line(self):
        home = Database(self)
        run(*SWISS, "--store", home.store)
        home.run(f"GRANT USAGE ON SCHEMA {home.schema} TO kalah_worker")
        said = run("worker", "--store", home.store.replace("kalah@", "kalah_worker@"), expect=1)
        self.assertRegex(said, r"^kalah worker: postgresql://kalah_worker@.*: permission denied for table \w+ "
                               r"\(roles: docs/many-machines.md\)\n$")


class Faults(unittest.TestCase):
    def test_bad_input_gives_one_line(self):
        for arguments, message, code in [
                (["tournament", "random", "greedy", "--queue"], "--queue: name the --store that the workers share", 2),
                (["tournament", "random", "greedy", "--slots", "2"], "--slots: it needs --queue", 2),
                (["worker", "--store", os.path.join(FOLDER, "nothing.sqlite")], "there is no such store", 1),
                (["jobs", "pause", "--store", os.path.join(FOLDER, "nothing.sqlite")], "there is no such store", 1)]:
            with self.subTest(message):
                said = run(*arguments, expect=code)
                self.assertIn(message, said)
                self.assertEqual(len(said.splitlines()), 1, said)


if __name__ == "__main__":
    unittest.main()
