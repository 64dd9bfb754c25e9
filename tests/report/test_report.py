"""kalah report as people use it: real stores, real files, and the pages read by an HTML parser.

    test_report.py KALAH [CLASS]

Ends with 77 if it skipped a test.
"""
import contextlib
import html
import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
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
            file.write('games = 0\nboards = ["3x2"]\nopenings = "1-ply"\n'
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

    def test_a_report_is_replaced(self):
        run("report", "--store", self.match, "--out", self.path("twice.html"))
        run("report", "--store", self.store, "--out", self.path("twice.html"))
        with open(self.path("twice.html"), encoding="utf-8") as file:
            self.assertIn("Crosstable", file.read())


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
        self.assertIn("#PlayerPointsPlayedWonDrewLostMarginRatingFaults1", text)
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
