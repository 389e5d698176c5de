"""Builds a small journal with each of the plugins that other sites use, and prints a table of how that went.

`make plugins` installs them, with `requirements/plugins.txt`, and runs this; `--write` puts the table into the manual.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/manual/plugins.md"
MARK = "<!-- table of plugins -->\n\n"
"""What is above the table on the page of the manual."""

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
    """What a reader of the table needs to know."""
    error: str = ""
    """What the build says if the two cannot be together."""


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
    Plugin("git-authors", "mkdocs-git-authors-plugin", note="Daytrail adds to `exclude` what was never committed."),
    Plugin("glightbox", "mkdocs-glightbox"),
    Plugin(
        "i18n",
        "mkdocs-static-i18n",
        "{languages: [{locale: en, name: English, default: true}, {locale: de, name: Deutsch}]}",
        error="error: the plugin `i18n` copies each page for each language",
        note="It cannot copy pages that have no file in `docs/`, and an error says so. "
        "`theme.language` sets the language of the site.",
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
    Plugin("privacy", "mkdocs-material", note="Daytrail adds Mermaid to `assets_exclude`, since it brings its own."),
    Plugin("redirects", "mkdocs-redirects", "{redirect_maps: {old.md: log.md}}", pages=("old/index.html",)),
    Plugin(
        "rss",
        "mkdocs-rss-plugin",
        "{use_git: false}",
        pages=("feed_rss_created.xml",),
        note="Daytrail sets `match_path` to pages that are files. The plugin asks for older versions of GitPython and "
        "tzdata than others need, so pip refuses them together; `uv` has `override-dependencies`.",
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


@dataclass(frozen=True)
class Result:
    """How the builds with a plugin went."""

    output: str
    """What the last of them said."""
    faults: tuple[str, ...]
    """What is wrong with the site; empty if it is right."""
    reuses_pages: bool
    """Whether a build with the plugin reuses the pages of the one before."""


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder."""
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8", newline="\n")


def build(plugin: Plugin, root: Path, *, is_first: bool, theme: str = "material") -> Result:
    """Build a journal with a plugin twice, listed before or after ours, and look at the site."""
    line = f"  - {plugin.name}{f': {plugin.options}' if plugin.options else ''}\n"
    listed = f"{line}  - daytrail\n" if is_first else f"  - daytrail\n{line}"
    settings = (
        f"site_name: Tides\nsite_url: https://learner.example/log/\ntheme: {theme}\nplugins:\n  - search\n{listed}"
    )
    write(root, {"mkdocs.yml": settings, **JOURNAL, **plugin.files})
    for target, source in plugin.copies.items():
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, root / target)
    for arguments in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "x"),
    ):
        subprocess.run(["git", *arguments], cwd=root, check=True)  # noqa: S607 - git is looked up on PATH on purpose
    env = os.environ | {"DAYTRAIL_TODAY": "2026-01-07", "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    output = ""
    for _ in range(2):
        done = subprocess.run(
            command, cwd=root, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
        )
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


def try_plugin(plugin: Plugin) -> Result:
    """Return how the builds with a plugin went: the first that failed, else the last."""
    with tempfile.TemporaryDirectory(prefix="daytrail-") as folder:
        result = build(plugin, Path(folder, "before"), is_first=True)
        return result if result.faults else build(plugin, Path(folder, "after"), is_first=False)


def rows(names: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield a row of the table for each plugin, and whether it went as it is to."""
    for plugin in PLUGINS:
        if names and plugin.name not in names:
            continue
        result = try_plugin(plugin)
        expected = bool(plugin.error) and plugin.error in result.output
        is_right = expected if plugin.error else not result.faults
        if not is_right:
            print(f"{plugin.name}: {'; '.join(result.faults)}\n{result.output}", file=sys.stderr)
        works = "no" if plugin.error else "yes" if not result.faults else "fails"
        reuse = "yes" if result.reuses_pages else "no"
        note = f" {plugin.note}" if plugin.note else ""
        yield f"| `{plugin.name}` | {plugin.package} {version(plugin.package)} | {works} | {reuse} |{note} |", is_right


def main() -> None:
    """Print the table, or write it into the manual."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these plugins")
    parser.add_argument("--write", action="store_true", help="write the table into the manual")
    arguments = parser.parse_args()
    head = "| Plugin | Package | Builds strictly | Pages are reused | |\n|---|---|---|---|---|\n"
    found = list(rows(arguments.names))
    table = head + "".join(f"{row}\n" for row, _ in found)
    print(table, end="")
    if arguments.write:
        above = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
        PAGE.write_text(above + MARK + table, encoding="utf-8", newline="\n")
    if not all(is_right for _, is_right in found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
