#!/usr/bin/env python3
"""`kalah page` writes every file that its service worker keeps, with names relative to the first
page, and replaces only folders of its own: test_page.py KALAH."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

KALAH = sys.argv[1]
MAGIC = b"\0asm"


def page(*arguments, code=0):
    done = subprocess.run([KALAH, "page", *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code, done
    if code != 0:
        assert done.stderr.startswith("kalah page: ") and done.stderr.count("\n") == 1, done
    return done


def main(folder):
    engine, site = folder / "kalah.wasm", folder / "site"
    engine.write_bytes(MAGIC + b"1")
    refused = page("--out", site, code=1).stderr
    assert "./start page --out" in refused and not site.exists(), refused
    (folder / "text").write_text("not a module")
    assert "not a file of WebAssembly" in page("--out", site, "--engine", folder / "text", code=1).stderr
    assert not site.exists()

    result = json.loads(page("--out", site, "--engine", engine, "--json").stdout)
    written = {str(each.relative_to(site)) for each in site.rglob("*") if each.is_file()}
    assert result["files"] == len(written), (result, written)
    worker = (site / "sw.js").read_text()
    kept = json.loads(re.search(r"^const files = (.*);$", worker, re.M)[1])
    assert {each[2:] for each in kept} == (written - {"sw.js"}) | {""}, kept
    html = (site / "index.html").read_text()
    assert not re.search(r'(src|href)="/', html), html
    linked = set(re.findall(r'(?:src|href)="\./([^"]+)"', html))
    assert linked and linked <= written, linked
    assert json.loads((site / "manifest.webmanifest").read_text())["start_url"] == "./"
    told = json.loads(re.search(r'id="site">(.*)</script>', html)[1])
    assert (site / told["engine"]).read_bytes() == engine.read_bytes()
    assert (site / told["book"]).read_text().startswith("kalah-book 1\n")
    assert (site / told["puzzles"]).read_text().startswith("kalah-puzzles 1\n")
    # Scripts find each other from where they are.
    for script in site.glob("assets/*.js"):
        assert '"/assets/' not in script.read_text(), script

    # A new version leaves nothing of the old one.
    engine.write_bytes(MAGIC + b"2")
    page("--out", site, "--engine", engine)
    assert not (site / told["engine"]).exists()
    assert (site / "sw.js").read_text() != worker
    now = {str(each.relative_to(site)) for each in site.rglob("*") if each.is_file()}
    assert len(now) == len(written), now ^ written

    foreign = folder / "foreign"
    foreign.mkdir()
    (foreign / "letter.txt").write_text("mine")
    assert "holds other files" in page("--out", foreign, "--engine", engine, code=1).stderr
    assert [each.name for each in foreign.iterdir()] == ["letter.txt"]
    page(code=2)


with tempfile.TemporaryDirectory() as name:
    main(pathlib.Path(name))
