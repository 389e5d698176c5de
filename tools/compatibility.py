"""Tables of the engines and plugins that Daytrail is tried with, and their versions, in requirements/COMPATIBILITY.md.

`python tools/run.py compatibility` sets up an environment for each engine and one for the plugins, and runs this. Each
engine builds the demo, and a small journal is built with each plugin. With names, only those are tried and nothing is
written.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple, TypeVar

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "requirements/COMPATIBILITY.md"
MKDOCS = ".venv"
"""The environment with MkDocs and Material."""
WITH_PLUGINS = ".venv-plugins"
DEMO = ("curriculum", "curriculum.yaml", "docs", "entries", "macros.py", "mkdocs.yml", "reading.yaml")
"""The files of the demo."""


class Engine(NamedTuple):
    """Program that builds a site."""

    name: str
    title: str
    venv: str
    packages: tuple[str, ...]
    """The packages that make up the engine."""
    theme: str = "material"


ENGINES = (
    Engine("mkdocs", "MkDocs with Material", MKDOCS, ("mkdocs", "mkdocs-material")),
    Engine("properdocs", "ProperDocs with Material", ".venv-properdocs", ("properdocs", "mkdocs-material")),
    Engine(
        "materialx", "ProperDocs with MaterialX", ".venv-materialx", ("properdocs", "mkdocs-materialx"), "materialx"
    ),
)

JOURNAL: Mapping[str, str] = {
    "curriculum.yaml": "title: Tides\nparts:\n  - id: ebb\n    title: Ebb\n    weeks:\n      - week: 1\n"
    "        title: The moon\n        reading: [{title: The moon, url: 'https://example.org/moon'}]\n",
    "entries/2026/2026-01-05.md": "---\ntitle: First\ntags: [moon]\n---\n\n"
    "Text {{ now() }} and <script>alert(1)</script>.\n\n![A wave](wave.svg)\n\n- [ ] read https://example.org/moon\n",
    "entries/2026/wave.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>\n',
    "docs/index.md": "# Home\n\n{{ now() }}\n",
    "docs/log.md": "# Log\n\n{{ timeline() }}\n",
    "docs/guide/index.md": "# Guide\n\n[The log](../log.md)\n",
}
ENTRY = "log/2026/01/05/index.html"


@dataclass(frozen=True)
class Plugin:
    """A plugin, and what a site needs to use it."""

    name: str
    package: str
    options: str = ""
    """Its options, in brackets; empty for none."""
    files: Mapping[str, str] = field(default_factory=dict)
    pages: tuple[str, ...] = ()
    """Files that only this plugin adds to the site."""
    copies: Mapping[str, str] = field(default_factory=dict)
    """Files of this repository that it needs, by their paths in the site's project."""
    note: str = ""
    """Remark for readers of the table."""
    error: str = ""
    """Message of a build in which the two cannot be together."""


_FONTS = "src/daytrail/assets/fonts"
PLUGINS = (
    Plugin("awesome-nav", "mkdocs-awesome-nav", files={"docs/.nav.yml": "nav: [index.md, log.md, guide]\n"}),
    Plugin(
        "blog",
        "mkdocs-material",
        files={
            "docs/blog/index.md": "# Blog\n",
            "docs/blog/posts/one.md": "---\ndate: 2026-01-06\n---\n\n# One\n\nA post.\n",
        },
        pages=("blog/2026/01/06/one/index.html",),
    ),
    Plugin("git-authors", "mkdocs-git-authors-plugin", "{exclude: [log/*, tags/*, series/*]}"),
    Plugin("glightbox", "mkdocs-glightbox"),
    Plugin(
        "i18n",
        "mkdocs-static-i18n",
        "{languages: [{locale: en, name: English, default: true}, {locale: de, name: Deutsch}]}",
        error="Error",
        note="It cannot copy pages that have no file in `docs/`. `theme.language` sets the language of the site.",
    ),
    Plugin(
        "literate-nav",
        "mkdocs-literate-nav",
        files={"docs/SUMMARY.md": "* [Home](index.md)\n* [Log](log.md)\n* [Guide](guide/index.md)\n"},
    ),
    Plugin(
        "macros",
        "mkdocs-macros-plugin",
        "{module_name: own}",
        files={
            "own.py": "def define_env(env):\n    @env.macro\n    def own():\n        return 'A macro of the owner.'\n",
            "docs/own.md": "# Own\n\n{{ own() }}\n",
        },
        pages=("own/index.html",),
    ),
    Plugin("minify", "mkdocs-minify-plugin", "{minify_html: true, minify_js: true, minify_css: true}"),
    Plugin("privacy", "mkdocs-material"),
    Plugin("redirects", "mkdocs-redirects", "{redirect_maps: {old.md: log.md}}", pages=("old/index.html",)),
    Plugin(
        "rss",
        "mkdocs-rss-plugin",
        "{use_git: false, match_path: blog/.*}",
        pages=("feed_rss_created.xml",),
        note="`match_path` names pages that are files. The plugin asks for older versions of GitPython and tzdata than "
        "others need, so pip refuses them together; `uv` has `override-dependencies`.",
    ),
    Plugin("section-index", "mkdocs-section-index"),
    Plugin(
        "social",
        "mkdocs-material",
        copies={
            f".cache/plugin/social/fonts/Roboto/{style}.ttf": f"{_FONTS}/Inter-{style}.ttf"
            for style in ("Regular", "Bold")
        },
        note="It fetches fonts from Google while it builds. Daytrail draws cards of its own: `og_cards: false` leaves "
        "them to this plugin.",
    ),
    Plugin(
        "tags",
        "mkdocs-material",
        files={
            "docs/tags.md": "# All tags of the site\n\n<!-- material/tags -->\n",
            "docs/guide/index.md": "---\ntags: [guide]\n---\n\n# Guide\n",
        },
    ),
)


Named = TypeVar("Named", Engine, Plugin)


class Row(NamedTuple):
    """A row of a table."""

    cells: tuple[str, ...]
    is_right: bool
    """Whether all went as it is to."""


def run(venv: str, folder: Path, *arguments: str, today: str) -> "subprocess.CompletedProcess[str]":
    """Run a module of Python in an environment, and return its status and output."""
    return subprocess.run(
        [str(ROOT / venv / "bin/python"), "-m", *arguments],
        cwd=folder,
        env=os.environ | {"DAYTRAIL_TODAY": today, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


@cache
def versions(venv: str) -> Mapping[str, str]:
    """Return the versions of the packages in an environment."""
    (packages,) = (ROOT / venv).glob("[Ll]ib/python*/site-packages")
    return {found.name.lower(): found.version for found in distributions(path=[str(packages)])}


def engine_row(engine: Engine) -> Row:
    """Build the demo with an engine, and return its row."""
    found = ", ".join(f"{name} {versions(engine.venv)[name]}" for name in engine.packages)
    with tempfile.TemporaryDirectory(prefix="daytrail-") as folder:
        output, results = build_demo(engine, Path(folder))
    if not results:
        print(f"{engine.name}: the strict build fails\n{output}", file=sys.stderr)
    return Row((engine.title, found, *(results or ("fails", ""))), bool(results))


def build_demo(engine: Engine, folder: Path) -> tuple[str, tuple[str, str] | None]:
    """Return what the builds said, and how a first and a second one ended; None instead if one failed."""
    project = folder / "project"
    project.mkdir()
    for name in DEMO:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, project / name)
    settings = project / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("theme: material\n", f"theme: {engine.theme}\n"), encoding="utf-8")
    outputs = []
    for _ in range(2):
        done = run(engine.venv, project, "daytrail", "build", "--strict", today="2026-06-01")
        outputs.append(done.stdout)
        if done.returncode:
            return done.stdout[-2000:], None
    return outputs[-1], (amount_built(outputs[0]), amount_built(outputs[1]))


def amount_built(output: str) -> str:
    """Return how many pages a build says that it has built, in words."""
    built, pages = (re.findall(r"(\d+) of (\d+) pages were built", output) or [("all", "all")])[-1]
    return {pages: "all pages", "0": "no page"}.get(built, f"{built} of {pages} pages") + " built"


@dataclass(frozen=True)
class Result:
    """How the builds with a plugin went."""

    output: str
    """Output of the last build."""
    faults: tuple[str, ...]
    """Faults of the site; empty if it is right."""
    reuses_pages: bool
    """Whether a build with the plugin reuses the pages of the one before."""


def plugin_row(plugin: Plugin) -> Row:
    """Build a journal with a plugin, listed before and after ours, and return its row."""
    with tempfile.TemporaryDirectory(prefix="daytrail-") as folder:
        result = build_journal(plugin, Path(folder, "before"), is_first=True)
        if not result.faults:
            result = build_journal(plugin, Path(folder, "after"), is_first=False)
    is_right = plugin.error in result.output if plugin.error else not result.faults
    if not is_right:
        print(f"{plugin.name}: {'; '.join(result.faults)}\n{result.output}", file=sys.stderr)
    works = "no" if plugin.error else "fails" if result.faults else "yes"
    package = f"{plugin.package} {versions(WITH_PLUGINS)[plugin.package]}"
    return Row((f"`{plugin.name}`", package, works, "yes" if result.reuses_pages else "no", plugin.note), is_right)


def build_journal(plugin: Plugin, root: Path, *, is_first: bool) -> Result:
    """Build a journal with a plugin twice, listed before or after ours, and look at the site."""
    line = f"  - {plugin.name}{f': {plugin.options}' if plugin.options else ''}\n"
    listed = f"{line}  - daytrail\n" if is_first else f"  - daytrail\n{line}"
    settings = (
        f"site_name: Tides\nsite_url: https://learner.example/log/\ntheme: material\nplugins:\n  - search\n{listed}"
    )
    for name, content in {"mkdocs.yml": settings, **JOURNAL, **plugin.files}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8", newline="\n")
    for target, source in plugin.copies.items():
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, root / target)
    for arguments in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x"),
    ):
        subprocess.run(["git", *arguments], cwd=root, check=True)  # noqa: S607 - git is looked up on PATH on purpose
    output = ""
    for _ in range(2):
        done = run(WITH_PLUGINS, root, "mkdocs", "build", "--strict", today="2026-01-07")
        output = done.stdout
        if done.returncode:
            return Result(output, ("the strict build fails",), reuses_pages=False)
    return Result(output, tuple(faults(root / "site", plugin)), "0 of " in output)


def faults(site: Path, plugin: Plugin) -> Iterator[str]:
    """Yield what is wrong with a site that was built with a plugin."""
    missing = [name for name in (ENTRY, "index.html", "log/index.html", *plugin.pages) if not (site / name).is_file()]
    yield from (f"{name} is missing" for name in missing)
    if missing:
        return
    entry, home, log = ((site / name).read_text(encoding="utf-8") for name in (ENTRY, "index.html", "log/index.html"))
    if "{{ now() }}" not in entry:
        yield "braces in an entry are executed"
    if "<script>alert(1)" in entry:
        yield "a script in an entry is published"
    if "dt-newest" not in home or "First" not in log:
        yield "macros are not rendered"
    if not re.search(r'id="?__search', home):  # minified HTML has no quotes
        yield "the search is missing"


def chosen(things: Collection[Named], names: Collection[str]) -> list[Named]:
    """Return the things with these names; all of them without names."""
    return [thing for thing in things if not names or thing.name in names]


def table(head: tuple[str, ...], rows: Collection[Row]) -> str:
    """Return a table in Markdown."""
    first, *others = (
        "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)
        for cells in (head, *(row.cells for row in rows))
    )
    return "\n".join([first, f"|{'---|' * len(head)}", *others, ""])


def main() -> None:
    """Try what is named on the command line and print the rows; without names, write all of them into the page."""
    names = sys.argv[1:]
    engines = [engine_row(engine) for engine in chosen(ENGINES, names)]
    plugins = [plugin_row(plugin) for plugin in chosen(PLUGINS, names)]
    tables = {
        "engines": table(("Engine", "Versions", "Strict build of the demo", "Second build"), engines),
        "plugins": table(("Plugin", "Package", "Builds strictly", "Pages are reused", "Remarks"), plugins),
    }
    print("\n".join(tables.values()))
    if not names:
        text = PAGE.read_text(encoding="utf-8")
        for name, rows in tables.items():
            above, mark, rest = text.partition(f"<!-- {name} -->\n\n")
            text = above + mark + rows + rest[rest.index(f"\n<!-- end of {name} -->") :]
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    if not all(row.is_right for row in (*engines, *plugins)):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
