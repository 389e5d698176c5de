"""Benchmark of the search in a browser: what a visitor loads before and by the first search, and how long it takes.

A log of so many days is built, unless the folder of a built site is given, and served below a project path by a server
that compresses. A browser then asks for twenty days by date or title, of which each has to be the first result.

    python benchmarks/search.py                  10,000 days
    python benchmarks/search.py 1000             another size
    python benchmarks/search.py 1000 --site DIR  the same, of which DIR is the site
"""

import argparse
import gzip
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from urllib.parse import urlsplit

import corpus
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(corpus.ROOT))
from tools import browser as installed

FIELD, RESULT = "input.md-search__input", ".md-search-result__item a"
PREFIX = "/repo/"


class _Handler(SimpleHTTPRequestHandler):
    """Sends the files of a site below a project path, compressed unless they are so already."""

    def __init__(self, *arguments: object, sent: list[tuple[str, int]], **options: object) -> None:
        self._sent = sent
        super().__init__(*arguments, **options)  # type: ignore[arg-type] # as the server calls it

    def do_GET(self) -> None:
        path = Path(self.directory, urlsplit(self.path).path.removeprefix(PREFIX))
        file = path / "index.html" if path.is_dir() else path
        if not file.is_file():
            self.send_error(404)
            return
        content = file.read_bytes()
        packed = content.startswith(b"\x1f\x8b") or file.suffix in (".woff2", ".png")
        body = content if packed else gzip.compress(content, 6)
        self._sent.append((self.path, len(body)))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Length", str(len(body)))
        if not packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(site: Path) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Yield the URL of a site, and a list of the paths and bytes that are sent."""
    sent: list[tuple[str, int]] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(site), sent=sent))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}", sent
    finally:
        server.shutdown()


def questions(size: int) -> dict[str, str]:
    """Return twenty queries, each with the URL path of the day that has this date or title."""
    chance = random.Random(size)
    asked: dict[str, str] = {}
    for number, back in enumerate(chance.sample(range(size), min(size, 20))):
        day = corpus.LAST - timedelta(days=back)
        title = corpus.entry(day).split("title: ")[1].partition("\n")[0]
        query = (f"{day.day} {day:%B %Y}", day.isoformat(), title)[number % 3]
        asked[query] = f"log/{day:%Y/%m/%d}/"
    return asked


def ask(page: Page, query: str) -> tuple[float, str]:
    """Search; return the seconds until a result is shown, and its URL."""
    page.locator(FIELD).fill("")
    page.wait_for_function(f"!document.querySelector('{RESULT}')")
    began = time.perf_counter()
    page.locator(FIELD).fill(query)
    page.locator(RESULT).first.wait_for()
    return time.perf_counter() - began, str(page.locator(RESULT).first.evaluate("link => link.href"))


def measure(site: Path, size: int) -> Iterator[tuple[str, str]]:
    """Yield what was found, by name."""
    with served(site) as (home, sent), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed.find(), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(home)
        page.wait_for_load_state("networkidle")
        before = len(sent)
        yield "before a search, kB", _kb(entry for entry in sent if "search" in entry[0])
        asked = questions(size)
        (query, _), *others = asked.items()
        took, found = ask(page, query)
        page.wait_for_load_state("networkidle")
        loaded = sent[before:]
        yield "first search, kB", _kb(loaded)
        yield (
            "of it parts of the index and texts, kB",
            _kb(entry for entry in loaded if entry[0].endswith((".pf_index", ".pf_fragment"))),
        )
        yield "of it lists of pages, kB", _kb(entry for entry in loaded if entry[0].endswith(".pf_meta"))
        yield "first search, s", f"{took:.2f}"
        first, times = {query: found}, []
        for query, _ in others:
            took, first[query] = ask(page, query)
            times.append(took)
        right = [query for query, address in asked.items() if first[query].startswith(home + address)]
        yield "further searches, median s", f"{median(times or [0]):.2f}"
        yield "searches with the right day first", f"{len(right)} of {len(asked)}"
        yield "memory of the page, MB", f"{page.evaluate('performance.memory.usedJSHeapSize') / 1e6:.0f}"
        browser.close()


def _kb(sent: Iterator[tuple[str, int]] | list[tuple[str, int]]) -> str:
    return f"{sum(size for _, size in sent) / 1e3:.0f}"


def main(arguments: list[str]) -> None:
    """Measure a size, of a site that is built for it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("size", nargs="?", type=int, default=10_000, help="days; default: 10,000")
    parser.add_argument("--site", type=Path, help="a site of so many days that was built before")
    options = parser.parse_args(arguments)
    if installed.find() is None:
        raise SystemExit("no Chromium or Chrome on this machine: python tools/browser.py gets one")
    with TemporaryDirectory() as top:
        site = options.site
        if site is None:
            project = corpus.write(Path(top, "project"), options.size)
            environment = os.environ | {
                "DAYTRAIL_TODAY": str(corpus.TODAY),
                "SITE_URL": f"https://learner.example{PREFIX}",
            }
            command = [sys.executable, "-m", "daytrail", "build"]
            subprocess.run(command, cwd=project, env=environment, check=True, stdout=subprocess.DEVNULL)
            site = project / "site"
        print(f"| {options.size:,} days | |\n|---|---:|")
        for name, found in measure(site, options.size):
            print(f"| {name} | {found} |")


if __name__ == "__main__":
    main(sys.argv[1:])
