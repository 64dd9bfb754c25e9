"""kalah report as people use it: real stores, real files, and the pages read by an HTML parser.

    test_report.py KALAH [CLASS]

Ends with 77 if it skipped a test.
"""
import contextlib
import csv
import html
import io
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from html.parser import HTMLParser

KALAH = sys.argv.pop(1)
VOID = {"meta", "input", "br", "line", "circle", "path"}


class Page(HTMLParser):
    """Fails on tags that do not match; keeps the parts of a page that the tests check."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.data, self.cells = [], [], [], {}, []
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag not in VOID:
            self.open.append((tag, attributes))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        for key in ("src", "href", "xlink:href", "action", "data", "srcset", "poster"):
            if key in attributes:
                self.links.append(attributes[key])

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data):
        self.text += data
        tag, attributes = self.open[-1] if self.open else ("", {})
        if tag == "script" and attributes.get("type") == "application/json":
            self.data[attributes["id"]] = json.loads(data)


def pages_of_pdf(path):
    """The text of each page of a PDF by Chromium, without blanks between its pieces."""
    with open(path, "rb") as file:
        data = file.read()
    objects = {int(number): body for number, body in re.findall(rb"(?s)(\d+) 0 obj\s*(.*?)\s*endobj", data)}

    def stream(number):
        head, _, raw = objects[number].partition(b"stream\n")
        return zlib.decompress(raw) if b"FlateDecode" in head else raw

    def letters(font):
        """The letters of a font by glyph code, from its ToUnicode table."""
        table = stream(int(re.search(rb"/ToUnicode (\d+) 0 R", objects[font])[1])).decode()
        found = {}
        for block in re.findall(r"(?s)beginbfchar(.*?)endbfchar", table):
            for code, text in re.findall(r"<(\w+)> <(\w+)>", block):
                found[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be")
        for block in re.findall(r"(?s)beginbfrange(.*?)endbfrange", table):
            for first, last, text in re.findall(r"<(\w+)> <(\w+)> <(\w+)>", block):
                for i in range(int(last, 16) - int(first, 16) + 1):
                    found[int(first, 16) + i] = chr(int(text, 16) + i)
        return found

    pages = []
    for body in objects.values():
        if not re.search(rb"/Type /Page\b", body):
            continue
        fonts = {name.decode(): int(number) for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", body)}
        content = stream(int(re.search(rb"/Contents (\d+) 0 R", body)[1])).decode("latin-1")
        text, font = "", {}
        for name, codes in re.findall(r"/(F\d+) \S+ Tf|<([0-9A-F]+)> Tj", content):
            if name:
                font = letters(fonts[name])
            else:
                text += "".join(font.get(int(codes[i:i + 4], 16), "?") for i in range(0, len(codes), 4))
        pages.append(text)
    return pages


def run(*arguments, expect=0):
    done = subprocess.run([KALAH, *map(str, arguments)], capture_output=True, text=True, timeout=300)
    assert done.returncode == expect, (arguments, done.returncode, done.stderr)
    return done


def last_json(done):
    return json.loads(done.stdout.splitlines()[-1])


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.store = os.path.join(cls.folder.name, "many.sqlite")
        cls.summary = last_json(run("tournament", "random", "greedy", "minimax:depth=2", "--games", 4, "--board",
                                    "4x3,6x4", "--store", cls.store, "--json"))
        cls.match = os.path.join(cls.folder.name, "match.sqlite")
        cls.match_summary = last_json(run("match", "A=random", "B=greedy", "--board", "4x3", "--games", 30, "--sprt",
                                          "elo0=0,elo1=200", "--store", cls.match, "--json"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def page(self, store, name="page.html"):
        told = last_json(run("report", "--store", store, "--out", self.path(name), "--json"))
        with open(self.path(name), encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(told["bytes"], len(text.encode()))
        return Page(text), told


class Report(ReportTest):
    def test_a_page_is_whole_and_loads_nothing(self):
        page, told = self.page(self.store)
        self.assertEqual(told["games"], 24)
        self.assertTrue(told["finished"])
        for link in page.links:
            self.assertTrue(link.startswith("#"), link)
        self.assertEqual(len(page.ids), len(set(page.ids)))
        for link in page.links:
            if not link.startswith("#game-"):
                self.assertIn(link[1:], page.ids)

    def test_every_game_is_there_with_its_last_position(self):
        page, _ = self.page(self.store)
        rows, games = page.data["report-data"]["games"], page.data["report-moves"]
        self.assertEqual((len(rows), len(games)), (24, 24))
        names = page.data["report-data"]["players"]
        for row, game in zip(rows, games):
            kept = last_json(run("games", "show", row[0], "--store", self.store, "--json"))
            self.assertEqual((names[row[3]], names[row[4]]), (kept["names"]["south"], kept["names"]["north"]))
            self.assertEqual((row[5], row[6]), (kept["points"]["south"], kept["points"]["north"]))
            moves = game["m"].split()
            self.assertEqual(len(moves), len(kept["played"]))
            self.assertEqual([re.match(r"([sn])(\d+)", move).groups() for move in moves],
                             [(move["side"][0], str(move["pit"])) for move in kept["played"]])
            pits = int(re.match(r"<(\d+)", kept["position"]).group(1))
            pit, store = game["w"]
            last = game["p"][-(2 * pits * pit + 2 * store):]
            cells = [int(last[i * pit:(i + 1) * pit], 36) for i in range(2 * pits)]
            stores = [int(last[2 * pits * pit + i * store:][:store], 36) for i in range(2)]
            self.assertEqual(kept["position"].split()[0], f"<{pits},{','.join(map(str, stores + cells))}>")

    def test_numbers_are_those_of_the_summary(self):
        page, _ = self.page(self.store)
        text = page.text.replace("\u2212", "-")
        for standing in self.summary["standings"]:
            self.assertIn(f"{standing['margin']:+.2f}", text)
            self.assertIn(f"{standing['rating']:+.0f} \u00b1 {standing['rating_error']:.0f}", text)
        page, _ = self.page(self.match)
        text, summary = page.text.replace("\u2212", "-"), self.match_summary
        self.assertIn(f"{100 * summary['score']:.1f} %", text)
        self.assertIn(f"{summary['margin']:+.2f}", text)
        self.assertIn(f"won {summary['wins']}, drew {summary['draws']}, lost {summary['losses']}", text)
        self.assertIn(f"{summary['sprt']['llr']:+.2f}", text)
        self.assertIn(summary["sprt"]["decision"], text)

    def test_the_command_of_a_page_plays_the_same_games_again(self):
        page, _ = self.page(self.store)
        command = next(line for line in page.text.splitlines() if line.startswith("kalah tournament")
                       or "againkalah tournament" in line)
        words = shlex.split(command[command.index("kalah tournament"):])
        again = self.path("again.sqlite")
        run(*words[1:], "--store", again)
        other, _ = self.page(again, "again.html")
        self.assertEqual([game["m"] for game in page.data["report-moves"]],
                         [game["m"] for game in other.data["report-moves"]])

    def test_what_a_page_says_of_repeating_makes_the_same_plan(self):
        plan = self.path("all.toml")
        with open(plan, "w", encoding="utf-8") as file:
            file.write('games = 0\nboard = ["3x2"]\nopenings = "1-ply"\n'
                       '[[player]]\nspec = "random"\n[[player]]\nspec = "greedy"\n')
        for number, words in enumerate((
                ["match", "minimax:depth=2", "minimax:depth=2", "--board", "3x2"],
                ["match", "A=random", "greedy", "--board", "3x2,<3,0,0,2,2,2,2,2,1>", "--games", "4", "--seed", "9",
                 "--majority-stop", "yes", "--sprt", "elo0=-1.5,elo1=2", "--margin", "30ms"],
                ["tournament", "random", "random", "greedy", "--kind", "swiss", "--rounds", "2", "--board", "3x2"],
                ["tournament", plan])):
            stores = [self.path(f"repeat-{number}-{i}.sqlite") for i in range(2)]
            run(*words, "--store", stores[0])
            text = run("report", "--store", stores[0], "--out", "-", "--format", "markdown").stdout
            command, toml = re.findall(r"```\n(.*?)\n```", text, re.DOTALL)[-2:]
            if command == "kalah tournament plan.toml":
                with open(self.path("plan.toml"), "w", encoding="utf-8") as file:
                    file.write(toml)
                command = "kalah tournament " + shlex.quote(self.path("plan.toml"))
            run(*shlex.split(command)[1:], "--store", stores[1])
            plans = []
            for store in stores:
                with contextlib.closing(sqlite3.connect(store)) as database:
                    plans.append(database.execute("SELECT plan FROM tournaments").fetchall())
            self.assertEqual(plans[0], plans[1])

    def test_markdown_has_the_same_tables(self):
        run("report", "--store", self.store, "--out", self.path("page.md"))
        with open(self.path("page.md"), encoding="utf-8") as file:
            text = file.read()
        for title in ("Standings", "Crosstable", "Ratings", "Margins", "Games", "Plan"):
            self.assertIn(f"\n## {title}\n", text)
        self.assertNotIn("<svg", text)
        printed = run("report", "--store", self.store, "--out", "-", "--format", "markdown").stdout
        self.assertEqual(printed, text)

    def test_an_unfinished_tournament_says_so(self):
        store = self.path("cut.sqlite")
        process = subprocess.Popen([KALAH, "match", "random", "greedy", "--games", "100000", "--openings", "6-ply",
                                    "--store", store, "--json", "--concurrency", "1"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        for _ in range(3):
            process.stdout.readline()
        process.kill()
        process.communicate()
        page, told = self.page(store, "cut.html")
        self.assertFalse(told["finished"])
        self.assertGreaterEqual(told["games"], 1)
        self.assertIn("Not finished", page.text)
        self.assertEqual(len(page.data["report-moves"]), told["games"])

    def test_what_cannot_be_done_is_one_clear_line(self):
        empty = self.path("empty.sqlite")
        with open(empty, "w", encoding="utf-8"):
            pass
        for arguments, code in (
                (("--store", self.path("none.sqlite"), "--out", self.path("x.html")), 1),
                (("--store", empty, "--out", self.path("x.html")), 1),
                (("--store", self.store, "--tournament", 9, "--out", self.path("x.html")), 1),
                (("--store", self.store, "--out", "/nonexistent/x.html"), 1),
                (("--store", self.store, "--out", self.store, "--format", "html"), 2),
                (("--store", self.store, "--out", "x.pdf"), 2),
                (("--store", self.store, "--out", "x.html", "--format", "pdf"), 2),
                (("--store", self.store, "--out", "-", "--json"), 2),
                (("--store", self.store), 2)):
            done = run("report", *arguments, expect=code)
            self.assertEqual(done.stdout, "")
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertTrue(done.stderr.startswith("kalah report: "), done.stderr)
        self.assertFalse(os.path.exists(self.path("x.html")))

    def test_games_that_were_all_forfeited_say_nothing_of_strength(self):
        arguments = ("match", "A=cmd:exit 3", "B=greedy", "--board", "4x3", "--games", 2)
        text = run(*arguments).stdout
        self.assertIn("2 games (0 played, 2 forfeited)", text)
        self.assertIn("\nforfeits  A won 0, B won 2\nno game was played on the board: ", text)
        for figure in "score", "Elo", "margin", "nan", "%":
            self.assertNotIn(figure, text)
        summary = last_json(run(*arguments, "--json"))
        for key in "score", "elo", "superiority", "margin", "first_player_score":
            self.assertIsNone(summary[key], key)
        store = self.path("forfeits.sqlite")
        text = run("tournament", "A=cmd:exit 3", "B=cmd:exit 4", "C=cmd:exit 5", "--board", "4x3", "--games", 2,
                   "--store", store).stdout
        self.assertIn("no game was played on the board: ", text)
        self.assertNotIn("cannot be compared", text)
        page, told = self.page(store, "forfeits.html")
        self.assertEqual(told["games"], 6)
        self.assertNotIn("nan", page.text.lower().split())

    def test_resuming_removes_the_output_of_games_that_a_kill_cut_off(self):
        store, kept = self.path("killed.sqlite"), self.path("kept")
        with subprocess.Popen([KALAH, "match", "A=cmd:sleep 100", "B=greedy", "--board", "4x3", "--games", "2",
                               "--start-time", "3s", "--concurrency", "1", "--store", store, "--keep-output", kept],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while not (os.path.isdir(kept) and os.listdir(kept)):
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            process.kill()
        left = os.listdir(kept)
        self.assertEqual(left, ["running-1"])
        os.rename(os.path.join(kept, "running-1"), os.path.join(kept, "running-77"))  # as of another thread
        with open(os.path.join(kept, "running-notes.txt"), "w", encoding="utf-8"):
            pass
        run("resume", "--store", store, "--keep-output", kept)
        self.assertEqual(sorted(os.listdir(kept)), ["game-0001-south-A.txt", "game-0002-north-A.txt", "profile.jsonl",
                                                    "running-notes.txt"])

    def test_a_report_is_replaced(self):
        run("report", "--store", self.match, "--out", self.path("twice.html"))
        run("report", "--store", self.store, "--out", self.path("twice.html"))
        with open(self.path("twice.html"), encoding="utf-8") as file:
            self.assertIn("Crosstable", file.read())


NAMES = {
    "html": "<img src=x onerror=alert(1)>",
    "formula": "=cmd()|'/C calc'!A0",
    "path": "../../etc/Quxley",
    "twin": "ANN ADA",
    "ann": "Ann-Ada",
    "crash": "Zebulon Quirk",
}
# What must not be found anywhere in an anonymous folder.
SECRETS = ("img src", "cmd()", "quxley", "ann ada", "ann-ada", "zebulon", "quirk", "/home/", "secret_bot", "hush",
           "minimax", "greedy", "depth=")


class Folder(unittest.TestCase):
    """A course: six players with odd names, one of which crashes."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.store = os.path.join(cls.folder.name, "course.sqlite")
        specs = dict.fromkeys(NAMES, "random")
        specs.update(ann="minimax:depth=2", twin="greedy",
                     crash="cmd:sh -c 'echo hush: /home/zq/secret_bot.py by zebulon quirk >&2; exit 3'")
        with open(cls.path("plan.toml"), "w", encoding="utf-8") as file:
            file.write('kind = "round-robin"\ngames = 2\nboard = ["4x3"]\nopenings = "2-ply"\nmax-faults = 2\n')
            for key, name in NAMES.items():
                file.write(f"[[player]]\nname = {json.dumps(name)}\nspec = {json.dumps(specs[key])}\n")
        cls.summary = last_json(run("tournament", cls.path("plan.toml"), "--store", cls.store, "--concurrency", 1,
                                    "--json"))
        cls.told = last_json(cls.report("course", "--review", "--nodes", 3000, "--json"))
        cls.reviews = [json.loads(line) for line in
                       run("games", "review", "--all", "--nodes", 3000, "--store", cls.store,
                           "--json").stdout.splitlines()]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.folder.name, *names)

    @classmethod
    def report(cls, name, *arguments, expect=0):
        return run("report", "--store", cls.store, "--out-dir", cls.path(name), *arguments, expect=expect)

    def text(self, *names):
        with open(self.path(*names), encoding="utf-8", newline="") as file:
            return file.read()

    def files(self, name):
        found = {}
        for folder, _, names in os.walk(self.path(name)):
            for file in names:
                path = os.path.join(folder, file)
                found[os.path.relpath(path, self.path(name))] = self.text(path)
        return found

    def player_page(self, name):
        for file, text in self.files("course").items():
            if file.startswith("players/") and f"<h1>{html.escape(name)}</h1>" in text.replace("&#39;", "&#x27;"):
                return text
        raise AssertionError(name)

    def test_the_folder_is_whole_and_its_links_lead_somewhere(self):
        files = self.files("course")
        self.assertEqual(self.told["files"], len(files))
        pages = [file for file in files if file.endswith(".html")]
        self.assertEqual(len(pages), 1 + len(NAMES))
        ids = {file: Page(files[file]).ids for file in pages}
        self.assertIn("accuracy", ids["index.html"])
        for file in pages:
            page = Page(files[file])
            self.assertEqual(len(page.ids), len(set(page.ids)), file)
            for link in page.links:
                target, _, place = link.partition("#")
                target = os.path.normpath(os.path.join(os.path.dirname(file), target)) if target else file
                self.assertIn(target, pages, (file, link))
                if not place.startswith("game-"):
                    self.assertTrue(not place or place in ids[target], (file, link))
                else:
                    self.assertIn(re.match(r"game-\d+", place)[0], ids["index.html"])
        self.assertEqual(len([link for link in Page(files["index.html"]).links if link.startswith("players/")]),
                         len(NAMES))

    def test_names_are_text_and_files_have_safe_names(self):
        files = self.files("course")
        for file, text in files.items():
            self.assertRegex(file, r"^(players/|games/)?[a-z0-9-]+\.(html|csv|kalah)$")
            if file.endswith(".html"):
                self.assertNotIn("<img", text)
        for name in NAMES.values():
            self.assertIn(name, Page(files["index.html"]).text)
            self.assertIn(name, Page(self.player_page(name)).text)
        self.assertEqual(len({file.lower() for file in files}), len(files))

    def test_a_page_has_the_faults_with_the_last_words(self):
        text = Page(self.player_page(NAMES["crash"])).text
        self.assertIn("exited with code 3: hush: /home/zq/secret_bot.py by zebulon quirk", text)
        self.assertIn("Withdrawn", text)
        self.assertIn("No move to judge", text)
        self.assertIn("None: every move was legal", Page(self.player_page(NAMES["html"])).text)

    def test_results_by_opponent_add_up(self):
        for standing in self.summary["standings"]:
            rows = re.search(r'<section id="opponents">.*?</section>', self.player_page(standing["name"]), re.DOTALL)[0]
            cells = [[html.unescape(re.sub("<.*?>", "", cell)) for cell in re.findall("<td.*?>(.*?)</td>", row)]
                     for row in re.findall("<tr><td.*?</tr>", rows)]
            self.assertEqual(len(cells), len(NAMES) - 1)
            for column, key in ((1, "games"), (2, "wins"), (3, "draws"), (4, "losses")):
                self.assertEqual(sum(int(row[column]) for row in cells), standing[key], (standing, key))

    def test_worst_moves_are_those_of_the_review(self):
        for name in NAMES.values():
            worst = last_json(run("games", "review", "--player", name, "--nodes", 3000, "--store", self.store,
                                  "--json"))["worst"]
            page = self.player_page(name)
            headings = re.findall(r"<h3>Game (\d+), move (\d+): (\w+), costs", page)
            self.assertEqual(headings, [(str(move["number"]), str(move["move"]), move["word"]) for move in worst])
            self.assertEqual(page.count('<svg class="position"'), len(worst))
            for move in worst:
                self.assertIn(move["position"], html.unescape(page))

    def test_no_move_of_an_opening_is_judged(self):
        forced = 0
        for review in self.reviews[:-1]:
            kept = last_json(run("games", "show", review["number"], "--store", self.store, "--json"))
            self.assertEqual(len(review["moves"]), len(kept["played"]))
            for move, note, played in zip(review["moves"], kept["notes"], kept["played"], strict=True):
                self.assertEqual((move["pit"], move["side"]), (played["pit"], played["side"]))
                if note["source"] == "forced":
                    forced += 1
                    self.assertEqual(move["skipped"], "opening")
                if move["skipped"]:
                    self.assertNotIn("cost", move)
                else:
                    self.assertGreaterEqual(move["cost"], 0)
        self.assertEqual(forced, 2 * len(self.reviews[:-1]))
        judged = {player["name"]: player["moves"] for player in self.reviews[-1]["players"]}
        self.assertEqual(judged[NAMES["crash"]], 0)

    def test_forfeits_are_not_judged_but_counted(self):
        self.assertGreater(self.summary["forfeited"], 0)
        said = f"{self.summary['forfeited']} forfeits, whose loser made no move"
        self.assertIn(f"In {said}, nothing is judged.", html.unescape(self.text("course", "index.html")))
        text = run("games", "review", "--all", "--nodes", 1000, "--worst", 0, "--store", self.store).stdout
        self.assertIn(f"\nnot judged: {said}\n", text)

    def test_players_whose_names_differ_in_case_only_are_two(self):
        store = self.path("case.sqlite")
        run("tournament", "Ann=random", "ann=greedy", "Bob=random", "--board", "4x2", "--games", 2, "--store", store)

        def players(name):
            done = last_json(run("games", "review", "--player", name, "--nodes", 100, "--store", store, "--json"))
            return sorted(player["name"] for player in done["players"]), done["games"]

        self.assertEqual(players("Ann"), (["Ann"], 4))
        self.assertEqual(players("ann"), (["ann"], 4))
        self.assertEqual(players("ANN"), (["Ann", "ann"], 6))
        self.assertEqual(players("bob"), (["Bob"], 4))
        for name, games in ("Ann", 4), ("ANN", 6), ("Cid", 0):
            found = last_json(run("games", "list", "--player", name, "--store", store, "--json"))
            self.assertEqual(found["games"], games)

    def test_lines_of_best_play_that_are_cut_end_in_dots(self):
        store = self.path("lines.sqlite")
        run("match", "random", "greedy", "--board", "6x4", "--games", 2, "--store", store)
        review = ("games", "review", "--all", "--nodes", 1000, "--worst", 1000, "--store", store)
        shown = re.findall(r", line (.*)", run(*review).stdout)
        worst = last_json(run(*review, "--json"))["worst"]
        self.assertEqual([line.removesuffix(" \u2026") for line in shown], [move["line"] for move in worst])
        self.assertTrue(any(line.endswith(" \u2026") for line in shown))
        for line, move in zip(shown, worst, strict=True):
            game = f"kalah-game 1\nrules standard\nstart {move['position']}\nmoves {move['line']}\n"
            with open(self.path("line.kalah"), "w", encoding="utf-8") as file:
                file.write(game)
            with open(os.devnull, encoding="utf-8") as nothing:
                end = subprocess.run([KALAH, "play", "--load", self.path("line.kalah")], stdin=nothing, text=True,
                                     capture_output=True, timeout=60, check=True).stdout.splitlines()[-1]
            self.assertEqual(end.startswith("unfinished"), line.endswith("\u2026"), (line, end))

    def test_seconds_in_tables_are_exact(self):
        for more, columns in ((), ("south_seconds", "north_seconds")), (("--moves",), ("seconds",)):
            rows = list(csv.DictReader(io.StringIO(
                run("games", "export", "--all", "--csv", *more, "--store", self.store).stdout, newline="")))
            cells = [row[column] for row in rows for column in columns if row[column]]
            self.assertTrue(cells)
            for cell in cells:
                self.assertRegex(cell, r"^\d+\.\d{1,6}$")
                self.assertGreater(float(cell), 0)

    def test_reviews_are_the_same_again_with_any_number_of_threads(self):
        for threads in (1, 3):
            again = run("games", "review", "--all", "--nodes", 3000, "--store", self.store, "--json", "--threads",
                        threads).stdout.splitlines()
            self.assertEqual([json.loads(line) for line in again], self.reviews)

    def test_a_table_of_moves_has_what_json_has(self):
        table = run("games", "review", "--all", "--nodes", 3000, "--store", self.store, "--csv").stdout
        rows = list(csv.DictReader(io.StringIO(table, newline="")))
        moves = [(review, move) for review in self.reviews[:-1] for move in review["moves"]]
        self.assertEqual(len(rows), len(moves))
        for row, (review, move) in zip(rows, moves):
            self.assertEqual((int(row["game"]), int(row["move"]), row["position"]),
                             (review["number"], move["move"], move["position"]))
            self.assertEqual(row["skipped"], move["skipped"] or "")
            if not move["skipped"]:
                self.assertEqual((float(row["cost"]), row["word"], row["kind"], row["source"]),
                                 (move["cost"], move["word"], move["kind"], move["source"]))

    def test_standings_are_those_of_the_tournament(self):
        text = self.text("course", "standings.csv")
        self.assertTrue(text.endswith("\n") and "\r" not in text)
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        printed = run("report", "--store", self.store, "--csv").stdout
        self.assertEqual([row["name"] for row in csv.DictReader(io.StringIO(printed))], [row["name"] for row in rows])
        for rank, (row, standing) in enumerate(zip(rows, self.summary["standings"], strict=True), 1):
            name = standing["name"]
            self.assertEqual(row["name"], "'" + name if name.startswith("=") else name)
            self.assertEqual([int(row[key]) for key in ("rank", "played", "won", "drawn", "lost")],
                             [rank] + [standing[key] for key in ("played", "wins", "draws", "losses")])
            self.assertEqual(int(row["forfeited"]), standing["forfeits_lost"])
            self.assertEqual(float(row["points"]), standing["points"])
            if standing["played"]:
                self.assertAlmostEqual(float(row["elo"]), standing["rating"], delta=0.06)
                self.assertAlmostEqual(float(row["elo_high"]) - float(row["elo_low"]), 2 * standing["rating_error"],
                                       delta=0.2)
            else:
                self.assertEqual((row["elo"], row["elo_low"]), ("", ""))
        accuracies = {player["name"]: player for player in self.reviews[-1]["players"]}
        for row, standing in zip(rows, self.summary["standings"]):
            player = accuracies.get(standing["name"], {"accuracy": None, "moves": 0})
            self.assertEqual(int(row["moves_judged"]), player["moves"])
            if player["accuracy"] is not None:
                self.assertAlmostEqual(float(row["accuracy"]), player["accuracy"], delta=0.06)

    def test_an_anonymous_folder_names_nobody(self):
        self.report("anonymous", "--anonymous", "--review", "--nodes", 1000, "--key", self.path("key.csv"))
        files = self.files("anonymous")
        for file, text in files.items():
            content = html.unescape(text).lower()
            if file.endswith(".html"):  # without the style and the script of all pages
                content = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", content, flags=re.DOTALL)
            for secret in SECRETS:
                self.assertNotIn(secret, file.lower())
                self.assertNotIn(secret, content, file)
        self.assertEqual(sorted(file for file in files if file.startswith("players/")),
                         [f"players/player-{i}.html" for i in range(1, 7)])
        with open(self.path("key.csv"), encoding="utf-8", newline="") as file:
            key = {row["name"].removeprefix("'"): row["player"] for row in csv.DictReader(file)}
        self.assertEqual(set(key), set(NAMES.values()))
        rows = list(csv.DictReader(io.StringIO(files["standings.csv"], newline="")))
        self.assertEqual([row["name"] for row in rows], [key[row["name"]] for row in self.summary["standings"]])
        number = key[NAMES["crash"]].split()[1]
        self.assertIn("exited with code 3", files[f"players/player-{number}.html"])
        # With the key, the same numbers again; a key of other players is kept.
        self.report("anonymous", "--anonymous", "--review", "--nodes", 1000, "--key", self.path("key.csv"))
        self.assertEqual(self.files("anonymous"), files)
        other = self.path("other.csv")
        with open(other, "w", encoding="utf-8") as file:
            file.write(self.text("key.csv").replace("Player 1", "Player 0"))
        done = self.report("anonymous", "--anonymous", "--key", other, expect=1)
        self.assertIn("not the key of these players", done.stderr)
        self.assertIn("Player 0", self.text("other.csv"))

    def test_a_key_is_for_its_owner_only(self):
        key = self.path("own.csv")
        self.report("owned", "--anonymous", "--key", key)
        self.assertEqual(os.stat(key).st_mode & 0o777, 0o600)
        os.chmod(key, 0o640)  # shared on purpose
        before = self.text("own.csv")
        self.report("owned", "--anonymous", "--key", key)
        self.assertEqual((os.stat(key).st_mode & 0o777, self.text("own.csv")), (0o640, before))
        done = run("report", "--store", self.store, "--anonymous", "--out", key, "--key", key, expect=2)
        self.assertIn("--key and --out name the same file", done.stderr)
        self.assertEqual(self.text("own.csv"), before)
        self.assertFalse([name for name in os.listdir(self.path()) if name.startswith("own.csv.")])

    def test_nothing_in_an_anonymous_folder_follows_the_plan(self):
        self.report("hidden", "--anonymous", "--review", "--nodes", 1000, "--key", self.path("hidden.csv"))
        files = self.files("hidden")
        numbered = [f"Player {i}" for i in range(1, 1 + len(NAMES))]
        page = Page(files["index.html"])
        data = page.data["report-data"]
        self.assertEqual(data["players"], numbered)
        for folder, told in (("course", True), ("hidden", False)):
            self.assertEqual(re.findall(">Seed<|, seed 1;", self.text(folder, "index.html")) != [], told)
        rows = list(csv.DictReader(io.StringIO(files["games.csv"], newline="")))
        self.assertEqual([int(row["game"]) for row in rows], list(range(1, 1 + len(rows))))
        met = [sorted((row["south"], row["north"])) + [row["opening"]] for row in rows]
        self.assertEqual(met, sorted(met))
        self.assertEqual([(numbered[row[3]], numbered[row[4]]) for row in data["games"]],
                         [(row["south"], row["north"]) for row in rows])
        # They are the games of the store, each with its own players, reviews and file.
        key = {row["player"]: row["name"].removeprefix("'")
               for row in csv.DictReader(io.StringIO(self.text("hidden.csv"), newline=""))}
        named = csv.DictReader(io.StringIO(self.files("course")["games.csv"], newline=""))
        fields = ("south", "north", "opening", "moves", "margin", "ending", "loser")
        self.assertEqual(sorted([key[row["south"]], key[row["north"]]] + [row[field] for field in fields[2:]]
                                for row in rows),
                         sorted([row[field].removeprefix("'") for field in fields] for row in named))
        for row, game in zip(data["games"], page.data["report-moves"]):
            moves = [f"{move[1]}" for move in game["m"].split()]
            self.assertEqual(moves, re.findall(r"\d+", rows[row[0] - 1]["moves"]))

    def test_numbers_are_drawn_by_chance(self):
        keys = set()
        for i in range(4):  # all alike by chance: once in 720 ** 3
            run("report", "--store", self.store, "--out", self.path("chance.csv"), "--anonymous", "--key",
                self.path(f"chance-{i}.csv"))
            keys.add(self.text(f"chance-{i}.csv"))
        self.assertGreater(len(keys), 1)

    def test_a_single_anonymous_page_names_nobody(self):
        for file in ("one.html", "one.md", "one.csv"):
            run("report", "--store", self.store, "--out", self.path(file), "--anonymous")
            content = html.unescape(self.text(file)).lower()
            content = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", content, flags=re.DOTALL)
            for secret in SECRETS:
                self.assertNotIn(secret, content.replace("\\", ""), file)

    def test_what_cannot_be_done_is_one_clear_line(self):
        os.makedirs(self.path("old", "players"))
        with open(self.path("old", "players", "zoe.html"), "w", encoding="utf-8"):
            pass
        with open(self.path("file"), "w", encoding="utf-8"):
            pass
        for name, arguments, code in (
                ("old", (), 1),
                ("file", (), 1),
                ("new", ("--key", self.path("key.csv")), 2),
                ("new", ("--anonymous", "--key", self.path("new", "key.csv")), 2),
                ("new", ("--out", self.path("x.html")), 2),
                ("new", ("--csv",), 2),
                ("new", ("--nodes", 5), 2)):
            done = self.report(name, *arguments, expect=code)
            self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1), done.stderr)
            self.assertFalse(os.path.exists(self.path("new")))
        self.assertEqual(os.listdir(self.path("old")), ["players"])

    def test_an_interrupted_review_prints_what_is_done(self):
        store = self.path("long.sqlite")
        run("match", "random", "greedy", "--board", "6x4", "--games", 2, "--store", store)
        process = subprocess.Popen([KALAH, "games", "review", "--all", "--nodes", "1000000000", "--store", store,
                                    "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        caught = 0
        while not caught & 1 << signal.SIGINT - 1:
            with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
                caught = int(re.search(r"SigCgt:\s*(\w+)", file.read())[1], 16)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(err, "kalah games review: interrupted: 0 of 2 games reviewed\n")
        self.assertEqual(json.loads(out.splitlines()[-1])["games"], 0)


class InBrowser(ReportTest):
    @unittest.skipUnless(os.environ.get("KALAH_TEST_FULL"), "needs a browser: ./test full")
    def test_the_command_of_the_help_makes_a_pdf_that_cuts_no_table(self):
        names = [f"{'a_long_name_' * 4}{i}" for i in range(9)]
        store = self.path("wide.sqlite")
        run("tournament", *(f"{name}=random" for name in names), "--games", 2, "--board", "3x2", "--store", store)
        run("report", "--store", store, "--out", self.path("report.html"))
        command = re.search(r"chromium .*report\.html", run("report", "--help").stdout)[0].split()
        # For tests run by root, and with its own profile folder.
        command[1:1] = ["--no-sandbox", "--disable-gpu", f"--user-data-dir={self.path('printer')}"]
        subprocess.run(command, cwd=self.path(""), check=True, capture_output=True, timeout=120)
        text = "".join(pages_of_pdf(self.path("report.pdf")))
        self.assertRegex(text, r"#PlayerPointsPlayedWonDrewLostMarginRatingLost\s*by\s*faults1")
        self.assertIn("#Player1234567891", text)  # the crosstable
        self.assertIn("\u2212", text)
        for name in names:
            self.assertIn(name, text)

    @unittest.skipUnless(os.environ.get("KALAH_TEST_FULL"), "needs a browser: ./test full")
    def test_a_browser_steps_through_a_game(self):
        page, _ = self.page(self.store, "steps.html")
        steps = """<script>
            const texts = [], seeds = [];
            const note = () => {
                texts.push(document.querySelector(".literal").textContent);
                seeds.push(document.querySelectorAll(".board .seed").length);
            };
            location.hash = "#game-3";
            const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
            setTimeout(async () => {
                note();
                const forward = document.querySelector("[aria-label='Next move']");
                while (forward.getAttribute("aria-disabled") !== "true") {
                    forward.click();
                    await soon();
                    note();
                }
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
                await soon();
                note();
                document.body.innerHTML = "";
                const pre = document.createElement("pre");
                pre.id = "seen";
                pre.textContent = JSON.stringify([texts, seeds, location.hash]);
                document.body.append(pre);
            }, 100);
        </script></body>"""
        with open(self.path("steps.html"), encoding="utf-8") as file:
            text = file.read()
        with open(self.path("steps.html"), "w", encoding="utf-8") as file:
            file.write(steps.join(text.rsplit("</body>", 1)))
        seen = subprocess.run(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
                               f"--user-data-dir={self.path('browser')}", "--virtual-time-budget=5000",
                               "file://" + self.path("steps.html")], capture_output=True, text=True, timeout=120)
        dom = html.unescape(re.search(r'<pre id="seen">(.*?)</pre>', seen.stdout, re.DOTALL).group(1))
        texts, seeds, place = json.loads(dom)
        kept = last_json(run("games", "show", page.data["report-data"]["games"][2][0], "--store", self.store, "--json"))
        plies = len(kept["played"])
        self.assertEqual(len(texts), plies + 2)
        self.assertEqual(texts[plies].split()[0], kept["position"].split()[0])
        self.assertEqual((texts[-1], place), (texts[plies - 1], f"#game-3-{plies - 1}"))
        self.assertEqual(set(seeds), {24})


if __name__ == "__main__":
    done = unittest.main(exit=False).result
    sys.exit(not done.wasSuccessful() or 77 * bool(done.skipped))
