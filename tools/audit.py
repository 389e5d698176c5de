"""Audit of the built demo: Lighthouse and axe-core on a page of every kind, and figures of the whole site.

    python -m tools.audit                    build the demo and print the tables
    python -m tools.audit --site site        audit a site that was built before
    python -m tools.audit --only home,log    only these kinds of pages

axe-core looks at each page at 360 and 1280 pixels, light and dark; Lighthouse, which takes longer and asks axe-core
too, at 360 pixels in the light palette and at 1280 in the dark one. Lighthouse comes from npm, locked by
tools/lighthouse/package-lock.json; it is 12.8.2, since 13 needs Node 22, which Debian 13 does not have. Lighthouse's
performance is what a slow phone would measure, computed from a visit of this machine: other programs that run at the
same time make it worse.
"""

import argparse
import gzip
import http.server
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from tests import crawl
from tests.chromium import FLAGS, font_environment
from tests.website import DEMO_TODAY, ROOT, SITE_URL, build_apart
from tools import browser, vendor

PACKAGE = ROOT / "tools/lighthouse"
"""package.json and package-lock.json of Lighthouse."""
INSTALLED = ROOT / "build/lighthouse"
AXE = ROOT / "build/vendor/axe-core/axe.min.js"
PALETTES = ("light", "dark")
PHONE, SCREEN = (360, 740), (1280, 800)
VISITS = ((PHONE, "light"), (SCREEN, "dark"))
"""Windows and palettes in which Lighthouse opens each page."""
_DARK = "--blink-settings=preferredColorScheme=0"
# The sizes of `--preset=desktop`, and those of a phone as wide as in the other tests.
_LIGHTHOUSE = {
    PHONE: (
        "--form-factor=mobile",
        "--screenEmulation.mobile",
        f"--screenEmulation.width={PHONE[0]}",
        f"--screenEmulation.height={PHONE[1]}",
        "--screenEmulation.deviceScaleFactor=2",
    ),
    SCREEN: ("--preset=desktop", f"--screenEmulation.width={SCREEN[0]}", f"--screenEmulation.height={SCREEN[1]}"),
}
_COMPRESSED = (".html", ".css", ".js", ".json", ".xml", ".svg", ".ics", ".txt")


class AuditError(Exception):
    """The audit cannot run; its message says what is missing."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Measurements of Lighthouse on one page."""

    accessibility: int
    """0 to 100."""
    performance: int
    """0 to 100."""
    seo: int
    """0 to 100."""
    layout_shift: float
    bytes: int
    """Bytes of all answers, compressed."""
    failures: tuple[str, ...]
    """Names of the audits that failed, and shares of the performance that was lost."""


class _Compressing(http.server.SimpleHTTPRequestHandler):
    """Serves a site below /repo/ with gzip and HTTP/1.1, as hosts of static sites do."""

    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix("/repo")
        return super().translate_path("/no such file" if inside == path else inside)

    def send_head(self) -> Any:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.partition("?")[0].endswith("/") else path
        if not path.is_file() or path.suffix not in _COMPRESSED:
            return super().send_head()
        content = gzip.compress(path.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")  # as GitHub Pages
        self.end_headers()
        return io.BytesIO(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        """Print nothing."""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a site and yield the URL of its home page."""
    handler = partial(_Compressing, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/repo/"
        finally:
            server.shutdown()


def install() -> Path:
    """Install Lighthouse into build/lighthouse/ unless it is there, and return its command.

    Raises:
        AuditError: npm is missing or fails.
    """
    command = INSTALLED / "node_modules/lighthouse/cli/index.js"
    lock = (PACKAGE / "package-lock.json").read_bytes()
    stamp = INSTALLED / "installed.json"
    if stamp.is_file() and stamp.read_bytes() == lock:
        return command
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise AuditError("npm is missing, which brings Lighthouse and axe-core; on Debian: apt-get install npm")
    INSTALLED.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(PACKAGE / name, INSTALLED / name)
    arguments = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(arguments, cwd=INSTALLED, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise AuditError("npm could not bring Lighthouse" + (f": {lines[0]}" if lines else ""))
    stamp.write_bytes(lock)
    return command


def lighthouse(command: Path, chrome: str, url: str, size: tuple[int, int], palette: str) -> Visit:
    """Open a page with Lighthouse."""
    flags = [*FLAGS, "--headless=new", *([_DARK] if palette == "dark" else [])]
    node = shutil.which("node")
    if node is None:
        raise AuditError("node is missing, which runs Lighthouse; on Debian: apt-get install npm")
    done = subprocess.run(
        [
            node,
            str(command),
            url,
            "--quiet",
            "--output=json",
            "--output-path=stdout",
            "--only-categories=accessibility,performance,seo",
            f"--chrome-flags={' '.join(flags)}",
            "--no-enable-error-reporting",
            *_LIGHTHOUSE[size],
        ],
        env=os.environ | {"CHROME_PATH": chrome},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise AuditError(f"Lighthouse failed on {url}: {done.stderr.strip()[-500:]}")
    return read_report(json.loads(done.stdout))


def read_report(report: Mapping[str, Any]) -> Visit:
    """Return what a report of Lighthouse says."""
    categories, audits = report["categories"], report["audits"]
    faults = [
        f"{reference['id']}: {_elements(audits[reference['id']])}"
        for category in ("accessibility", "seo")
        for reference in categories[category]["auditRefs"]
        if reference["weight"] and audits[reference["id"]]["score"] == 0
    ]
    lost = [
        f"{reference['id']}: {audits[reference['id']].get('displayValue', '')}"
        for reference in categories["performance"]["auditRefs"]
        if reference["weight"] and (audits[reference["id"]]["score"] or 0) < 0.9
    ]
    requests = audits["network-requests"]["details"]["items"]
    return Visit(
        accessibility=round(100 * categories["accessibility"]["score"]),
        performance=round(100 * categories["performance"]["score"]),
        seo=round(100 * categories["seo"]["score"]),
        layout_shift=audits["cumulative-layout-shift"]["numericValue"],
        bytes=sum(request.get("transferSize", 0) for request in requests),
        failures=(*faults, *lost),
    )


def _elements(audit: Mapping[str, Any]) -> str:
    items = audit.get("details", {}).get("items", ())
    return "; ".join(item["node"]["selector"] for item in items[:3] if "node" in item)


def axe(chrome: str, home: str, kinds: Mapping[str, str]) -> dict[str, list[str]]:
    """Return what axe-core finds on each page, without a repetition, by kind."""
    from playwright.sync_api import sync_playwright

    found: dict[str, list[str]] = {kind: [] for kind in kinds}
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
        for width, height in (PHONE, SCREEN):
            for palette in PALETTES:
                size = {"width": width, "height": height}
                page = started.new_page(viewport=size, color_scheme=palette)  # type: ignore[arg-type]  # the two words
                for kind, address in kinds.items():
                    page.goto(home + address, wait_until="networkidle")
                    page.evaluate(crawl.OPEN_ALL)
                    page.add_script_tag(path=str(AXE))
                    for name, target in page.evaluate(
                        """async () =>
                            (await axe.run({resultTypes: ["violations"], rules: {"target-size": {enabled: true}}}))
                            .violations.flatMap(v => v.nodes.map(n => [v.id, String(n.target)]))"""
                    ):
                        found[kind].append(f"{name} ({width}, {palette}): {target}")
                page.close()
        started.close()
    return found


def phone_home(chrome: str, home: str) -> tuple[float, float]:
    """Return the height of the home page on a phone, and where its newest entry begins, both in screens."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
        page = started.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, is_mobile=True, has_touch=True)
        page.goto(home, wait_until="networkidle")
        height = page.evaluate("document.scrollingElement.scrollHeight")
        top = page.locator(".dt-hero__newest, .dt-newest__title").first.bounding_box()
        started.close()
    return height / PHONE[1], (top["y"] if top else height) / PHONE[1]


def table(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as a Markdown table; the first one is its head."""
    head, *rest = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in (head, *rest)) for column in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rest]
    return "\n".join("| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in lines)


def figures(visits: Mapping[tuple[str, int], Visit], chrome: str, home: str) -> list[Sequence[object]]:
    """Return the figures of the whole site, as rows of name, value and wanted value."""
    scores = ("accessibility", "performance", "seo")
    lowest = {name: min(visits, key=lambda key: getattr(visits[key], name)) for name in scores}
    shifted = max(visits, key=lambda key: visits[key].layout_shift)
    rows: list[Sequence[object]] = [
        ("figure", "now", "wanted"),
        *(
            (f"Lighthouse {name}, lowest", f"{getattr(visits[key], name)} ({key[0]}, {key[1]})", wanted)
            for (name, key), wanted in zip(lowest.items(), ("100", "97", "100"), strict=True)
        ),
        ("layout shift, highest", f"{visits[shifted].layout_shift:.3f} ({shifted[0]}, {shifted[1]})", "0"),
    ]
    if ("home", PHONE[0]) in visits:
        height, top = phone_home(chrome, home)
        rows += [
            ("bytes of a first visit", f"{visits['home', PHONE[0]].bytes / 1000:.0f} kB", "100 kB"),
            ("screens of the home page on a phone", f"{height:.1f}", ""),
            ("newest entry on a phone begins on screen", int(top) + 1, ""),
        ]
    return rows


def audit(folder: Path, kinds: Mapping[str, str], runs: int) -> int:
    """Print the tables of a site; return 1 if a page is not accessible."""
    command = install()
    vendor.vendor("axe-core", ROOT)
    chrome = browser.find()
    if chrome is None:
        raise AuditError(browser.ADVICE)
    visits: dict[tuple[str, int], Visit] = {}
    with serve(folder) as home, font_environment() as fonts, mock.patch.dict(os.environ, fonts):
        found = axe(chrome, home, kinds)
        for kind, address in kinds.items():
            for size, palette in VISITS:
                print(f"lighthouse: {kind}, {size[0]}, {palette}", file=sys.stderr, flush=True)
                measured = [lighthouse(command, chrome, home + address, size, palette) for _ in range(runs)]
                middle = statistics.median_low([visit.performance for visit in measured])
                visits[kind, size[0]] = next(visit for visit in measured if visit.performance == middle)
        print(table(_by_kind(kinds, visits, found)))
        print()
        print(table(figures(visits, chrome, home)))
    faults = [f"{kind}: axe: {fault}" for kind in kinds for fault in dict.fromkeys(found[kind])]
    faults += [f"{kind}, {width}: {failure}" for (kind, width), visit in visits.items() for failure in visit.failures]
    for fault in faults:
        print(fault, file=sys.stderr)
    return int(any(found.values()) or any(visit.accessibility < 100 for visit in visits.values()))


def _by_kind(
    kinds: Iterable[str], visits: Mapping[tuple[str, int], Visit], found: Mapping[str, Sequence[str]]
) -> Iterator[Sequence[object]]:
    yield "page", "accessibility", "performance 360", "1280", "SEO", "shift 360", "1280", "kB", "axe"
    for kind in kinds:
        phone, screen = visits[kind, PHONE[0]], visits[kind, SCREEN[0]]
        lowest = min(phone.accessibility, screen.accessibility)
        shifts = (f"{visit.layout_shift:.3f}" for visit in (phone, screen))
        size = f"{phone.bytes / 1000:.0f}"
        seo = min(phone.seo, screen.seo)
        yield kind, lowest, phone.performance, screen.performance, seo, *shifts, size, len(found[kind])


def main(arguments: list[str] | None = None) -> int:
    """Audit the demo. Return 1 if a page is not accessible, 2 if the audit cannot run."""
    parser = argparse.ArgumentParser(prog="audit", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--site", type=Path, help="a built site; by default the demo is built")
    parser.add_argument("--only", default="", help="kinds of pages, with commas between them")
    parser.add_argument("--runs", type=int, default=1, help="visits of each page, of which the middle one counts")
    options = parser.parse_args(arguments)
    kinds = {kind: crawl.DEMO_PAGES[kind] for kind in options.only.split(",") if kind} or crawl.DEMO_PAGES
    try:
        if options.site:
            return audit(options.site.resolve(), kinds, options.runs)
        install()  # before the build, since it may be what is missing
        with tempfile.TemporaryDirectory(prefix="daytrail-audit-") as folder:
            today = os.environ.get("DAYTRAIL_TODAY", DEMO_TODAY)
            built = build_apart(ROOT, into=Path(folder) / "site", DAYTRAIL_TODAY=today, SITE_URL=SITE_URL)
            if built.status:
                raise AuditError(built.output)
            return audit(built.site.folder, kinds, options.runs)
    except (AuditError, vendor.UnreachableError, vendor.TamperedError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
