#!/usr/bin/env python3
"""Runs the recipe "Three machines from nothing" of docs/many-machines.md, as it stands.

    test_machines.py KALAH PROJECT

The machines are network namespaces with their own addresses, host names, home folders, and folders of PostgreSQL. In the
middle the link to one of the workers goes down. Skipped (77) without KALAH_TEST_FULL=1, and for users other than root."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

if not os.environ.get("KALAH_TEST_FULL") or os.getuid() != 0:
    print("skipped: it needs KALAH_TEST_FULL=1, and root for network namespaces")
    sys.exit(77)

KALAH, PROJECT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="kalah-machines-"))
FOLDER.chmod(0o755)
NETWORK = f"kalah{os.getpid()}"
ADDRESSES = {"db": "192.0.2.1", "one": "192.0.2.2", "two": "192.0.2.3"}
STORE = "postgresql://kalah@db.example/kalah?sslmode=verify-full"
PATIENCE = 300  # seconds; everything should take only a few

# In a mount namespace of its own: the folders of the machine take the place of those of this one.
ENTER = """
[ ! -e /run/systemd ] || mount -t tmpfs tmpfs /run/systemd  # Debian's scripts must not ask it to start servers
for folder in etc/postgresql var/lib/postgresql var/log/postgresql run/postgresql usr/share/doc etc/hosts; do
    mount --bind "$MACHINE/$folder" "/$folder"
done
hostname "$(basename "$MACHINE").example"
cd
exec "$@"
"""


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True)


class Machine:
    def __init__(self, name):
        self.name, self.folder, self.space = name, FOLDER / name, f"{NETWORK}-{name}"
        for folder in ("etc/postgresql", "var/lib/postgresql", "var/log/postgresql", "run/postgresql", "usr/share/doc/kalah",
                       "root"):
            (self.folder / folder).mkdir(parents=True)
            if folder.endswith("postgresql"):
                shutil.chown(self.folder / folder, "postgres", "postgres")
        shutil.copytree(PROJECT / "examples", self.folder / "usr/share/doc/kalah/examples")
        (self.folder / "etc/hosts").write_text("127.0.0.1 localhost\n" + "".join(
            f"{address} {each}.example\n" for each, address in ADDRESSES.items()))
        ip("netns", "add", self.space)
        ip("-n", f"{NETWORK}-switch", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        ip("-n", f"{NETWORK}-switch", "link", "set", name, "master", "bridge", "up")
        ip("-n", self.space, "link", "set", "lo", "up")
        ip("-n", self.space, "address", "add", f"{ADDRESSES[name]}/24", "dev", "eth0")
        ip("-n", self.space, "link", "set", "eth0", "up")

    def start(self, script, log=subprocess.PIPE):
        environment = {"PATH": f"{KALAH.parent}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(self.folder / "root"),
                       "MACHINE": str(self.folder), "LC_ALL": "C.UTF-8"}
        return subprocess.Popen(["ip", "netns", "exec", self.space, "unshare", "--uts", "bash", "-ec", ENTER, "enter", "bash",
                                 "-ec", script], env=environment, stdin=subprocess.DEVNULL, stdout=log,
                                stderr=subprocess.STDOUT, text=True)

    def run(self, script):
        process = self.start(script)
        text, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, f"{self.name}: {script}\n{text}"
        return text

    def background(self, script):
        """The one command of the script takes the place of the shell."""
        log = (self.folder / "log").open("w")
        return self.start("exec " + script, log)

    def log(self):
        return (self.folder / "log").read_text()

    def link(self, state):
        ip("-n", f"{NETWORK}-switch", "link", "set", self.name, state)


def recipe():
    text = (PROJECT / "docs/many-machines.md").read_text()
    section = re.search(r"(?ms)^## Three machines from nothing\n(.*?)^## ", text)[1]
    blocks = re.findall(r"(?ms)^```sh\n(.*?)^```$", section)
    assert len(blocks) == 9, len(blocks)
    return blocks


def wait_until(what, true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what + "".join(f"\n{log}: {log.read_text()}" for log in FOLDER.glob("*/log"))
        time.sleep(0.05)


def outcome(export, summary):
    """Everything but clock readings."""
    games = [json.loads(line) for line in export.splitlines()]
    return ([(game["number"], game["names"], game["start"], game["moves"], game["points"]) for game in games],
            re.sub(r'"overhead_us":[0-9.e+-]+', "", summary.splitlines()[-1]))


def play(machines, started):
    server, roles, owner, begin, rights, worker, work, backup, restore = recipe()
    db, one, two = machines

    def ask(sql):
        return db.run(f"runuser -u postgres -- psql -d kalah -qAtc \"{sql}\"").strip()

    # What installing the package does, though not on this machine.
    db.run("pg_createcluster 15 main")
    started.append(lambda: db.run("pg_ctlcluster 15 main stop -m immediate"))
    db.run(server)
    db.run(roles)
    db.run("cp /etc/postgresql/15/main/ca.crt .")
    db.run(owner)
    follower = db.background(begin)
    started.append(follower.kill)
    wait_until("no queue is opened", lambda: "worker" in db.log() or follower.poll())
    assert follower.poll() is None, db.log()
    db.run(rights)

    crew = []
    for machine in (one, two):
        for file in ("ca.crt", "worker.password"):
            shutil.copy(db.folder / "root" / file, machine.folder / "root")
        machine.run(worker)
        crew.append(machine.background(work))
        started.append(crew[-1].kill)
    with_tls = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND usename = 'kalah_worker'"
    wait_until("the workers do not come", lambda: ask(with_tls) == "2")
    for refused, why in (("sslmode=disable", "no encryption"), ("sslmode=verify-full&hostaddr=192.0.2.1&host=other.example",
                                                               "does not match host name")):
        said = two.run(f"kalah jobs list --store 'postgresql://kalah_worker@db.example/kalah?{refused}' 2>&1 || true")
        assert why in said, said

    # The link goes down while the database knows of a game that the worker plays.
    held = "SELECT count(*) FROM jobs WHERE worker = (SELECT number FROM workers WHERE name LIKE 'two.%')"
    while True:
        wait_until("no game begins", lambda: ask(held) != "0")
        two.link("down")
        time.sleep(0.1)
        if ask(held) != "0":
            break
        two.link("up")
    cut = int(ask("SELECT count(*) FROM jobs WHERE state = 'waiting'"))
    assert cut > 0, "all games were played before the link went down"
    follower.wait(timeout=PATIENCE)
    assert follower.returncode == 0, db.log()
    again = int(ask("SELECT sum(attempts - 1) FROM jobs"))
    assert again > 0, "no game was played again"
    two.link("up")
    wait_until("the worker does not come back", lambda: "the lease has run out" in two.log() or "refused" in two.log())
    for process in crew:
        process.terminate()
        process.wait(timeout=PATIENCE)

    # The same plan, alone and in a file, begun with the recipe's own words.
    alone = begin.replace("--queue", "--concurrency 1").replace(f"'{STORE}'", "alone.sqlite")
    assert "alone.sqlite" in alone
    db.run(alone)
    said = {store: (db.run(f"kalah games export --all --json --store '{store}'"),
                    db.run(f"kalah resume --json --store '{store}'")) for store in ("alone.sqlite", STORE)}
    assert outcome(*said[STORE]) == outcome(*said["alone.sqlite"])

    db.run(backup)
    db.run(restore)
    assert db.run(f"kalah games export --all --json --store '{STORE}'") == said[STORE][0]
    one.run("kalah jobs list --store 'postgresql://kalah_worker@db.example/kalah?sslmode=verify-full'")
    print(f"{len(said[STORE][0].splitlines())} games; {cut} were left when the link went down, {again} were played again")


def main():
    started = [lambda: shutil.rmtree(FOLDER)]  # what is to be undone, last first
    try:
        ip("netns", "add", f"{NETWORK}-switch")
        started.append(lambda: ip("netns", "delete", f"{NETWORK}-switch"))
        ip("-n", f"{NETWORK}-switch", "link", "add", "bridge", "type", "bridge")
        ip("-n", f"{NETWORK}-switch", "link", "set", "bridge", "up")
        for name in ADDRESSES:
            started.append(lambda space=f"{NETWORK}-{name}": ip("netns", "delete", space))
        play([Machine(name) for name in ADDRESSES], started)
    finally:
        for undo in reversed(started):
            try:
                undo()
            except (OSError, AssertionError, subprocess.SubprocessError) as error:
                print(f"not undone: {error}", file=sys.stderr)


main()
