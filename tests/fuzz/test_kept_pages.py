"""After random edits in any order, a build that keeps pages equals a clean build."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine import THEME
from tests.rebuild import PLAN, again, commit, differing
from tests.website import settings as mkdocs_yml

Step: TypeAlias = Callable[[Path, dict[str, str]], None]
"""Changes a project or the environment of its builds."""

EXAMPLES = (settings.default.max_examples if settings.default else 20) // 5
"""Projects that are edited two to four times each; `make fuzz` tries more of them."""
FIRST = date(2026, 1, 5)
WORDS = ("tide", "Moon & sea", "<b>wave</b>", "{{ x }}", "größe", "C#")
BODIES = (
    "Text.\n",
    "# Title\n\nSee https://example.org/moon.\n",
    "A [link](https://example.org/waves) and [another](2026-01-05.md).\n",
    "- [ ] look\n- [x] done\n",
    "Open <!-- private -->secret<!-- /private --> end.\n",
    "![A chart](chart.svg)\n\n```python\nprint(1)\n```\n",
    "## What\n\n[there](2026-01-07.md#what), [here](#what), [away](none.md)\n",
    "",
)


def path(project: Path, number: int) -> Path:
    return project / f"entries/{FIRST + timedelta(days=number)}.md"


@st.composite
def written(draw: st.DrawFn) -> Step:
    """Return a step that writes an entry."""
    number, body = draw(st.integers(0, 9)), draw(st.sampled_from(BODIES))
    front = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "title": st.sampled_from(WORDS),
                "tags": st.lists(st.sampled_from(WORDS), unique=True, max_size=2),
                "hours": st.sampled_from([0.5, 1, 3]),
                "series": st.sampled_from(["tides", "exam"]),
                "done": st.just(["w01/moon"]),
                "started": st.just(["w02/gauge"]),
                "milestone": st.just("spring"),
                "draft": st.just(True),
                "description": st.sampled_from(WORDS),
            },
        )
    )
    lines = [f"{key}: {quoted(value)}" for key, value in front.items()]
    text = "---\n{}\n---\n\n{}".format("\n".join(lines), body)
    return lambda project, _: _write(path(project, number), text)


def quoted(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(quoted, value))}]"
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def removed(number: int) -> Step:
    return lambda project, _: path(project, number).unlink(missing_ok=True)


def renamed(numbers: tuple[int, int]) -> Step:
    def step(project: Path, _: dict[str, str]) -> None:
        if path(project, numbers[0]).exists():
            path(project, numbers[0]).replace(path(project, numbers[1]))

    return step


def planned(change: tuple[str, str]) -> Step:
    return lambda project, _: _write(project / "curriculum.yaml", PLAN.replace(*change))


def configured(changes: list[tuple[str, str]]) -> Step:
    def step(project: Path, _: dict[str, str]) -> None:
        text = mkdocs_yml()
        for change in changes:
            text = text.replace(*change, 1)
        _write(project / "mkdocs.yml", text)

    return step


def themed(text: str) -> Step:
    def step(project: Path, _: dict[str, str]) -> None:
        block = f"{{% extends 'base.html' %}}{{% block announce %}}{text}{{% endblock %}}"
        _write(project / "overrides/main.html", block)
        settings = (project / "mkdocs.yml").read_text(encoding="utf-8")
        if "custom_dir" not in settings and "name: material" in settings:
            custom = settings.replace(f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n")
            _write(project / "mkdocs.yml", custom)

    return step


def put(file: tuple[str, str]) -> Step:
    """Return a step that writes a file which extensions, fences, macros or snippets read."""
    return lambda project, _: _write(project / file[0], file[1])


def replaced_in_place(number: int) -> Step:
    """Return a step that changes the text of an entry, but neither the size nor the time of its file."""

    def step(project: Path, _: dict[str, str]) -> None:
        file = path(project, number)
        if file.exists():
            before, text = file.stat(), file.read_text(encoding="utf-8")
            with file.open("r+", encoding="utf-8") as opened:
                opened.write(text.replace("Text", "Next").replace("look", "gaze").replace("What", "When"))
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    return step


def listed(title: str) -> Step:
    text = f"categories: [{{id: sea, title: The sea, items: [{{title: {title}, url: https://example.org/waves}}]}}]\n"
    return lambda project, _: _write(project / "reading.yaml", text)


def drawn(width: int) -> Step:
    """Return a step that changes a picture that entries show."""
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="9"/>'
    return lambda project, _: _write(project / "entries/chart.svg", text)


def dated(days: int) -> Step:
    return lambda _, outside: outside.update(DAYTRAIL_TODAY=str(FIRST + timedelta(days=days)))


def committed(day: int) -> Step:
    return lambda project, _: commit(project, day=f"2026-01-{day:02d}")


def tampered(name: str) -> Step:
    def step(project: Path, _: dict[str, str]) -> None:
        found = sorted((project / "site").rglob(name))
        if found:
            found[len(found) // 2].write_text("x", encoding="utf-8")

    return step


def read_about(text: str) -> Step:
    return lambda project, _: _write(project / "docs/about.md", text)


EXTENSION = """
from pathlib import Path
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from helper import WORD

class Added(Preprocessor):
    def run(self, lines):
        return [*lines, "", f"Added: {WORD} " + (Path(__file__).parent / "data.txt").read_text()]

class Own(Extension):
    def extendMarkdown(self, md):
        md.preprocessors.register(Added(md), "own", 5)

def makeExtension(**options):
    return Own(**options)
"""
FENCE = """
from helper import WORD

def draw(source, language, css_class, options, md, **others):
    return f"<p>{WORD}</p>"

def valid(language, inputs, options, attributes, md):
    return WORD == "ebb"
"""
MACROS = """
from pathlib import Path
from daytrail.site.macros import define_env as own
from helper import WORD


def define_env(env):
    own(env)
    env.macro(lambda: f"{WORD} " + (Path(env.project_dir) / "data.txt").read_text(), "word")
"""
PLANS = [("Ebb", "Low water"), ("hours: 2}", "hours: 2, done: 2026-01-08}"), ("Tides}", "Waves}"), ("gauge", "meter")]
SLUGS = "toc:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: "
CONFIGS = [
    ("site_name: ", "site_name: My "),
    ("timezone: UTC", "timezone: Asia/Tokyo"),
    ("slate", "other"),
    ("markdown_extensions:\n", "markdown_extensions:\n  - own\n"),
    ("markdown_extensions:\n", "markdown_extensions:\n  - pymdownx.snippets: {auto_append: [helper.py]}\n"),
    ("toc:", SLUGS + "lower}}"),
    ("toc:", SLUGS + "none}}"),
    ("- name: mermaid\n", "- name: own\n          class: own\n          format: !!python/name:fences.draw\n"),
    ("name: material", "name: readthedocs"),
]
"""Replacements in mkdocs.yml."""
FILES = {"own.py": EXTENSION, "fences.py": FENCE, "helper.py": "WORD = 'ebb'\n", "data.txt": "1\n", "macros.py": MACROS}
"""Files that these settings and the pages need."""
LATER_FILES = [
    ("own.py", EXTENSION.replace("Added:", "Changed:")),
    ("fences.py", FENCE.replace("<p>", "<p>My ")),
    ("helper.py", "WORD = 'high tide'\n"),
    ("data.txt", "2\n"),
    ("macros.py", MACROS.replace("{WORD} ", "My {WORD} ")),
]
SHOWN = [
    "Hello",
    "{% for item in nav %}{{ item.meta.mood }}{% endfor %}",
    "{{ page.next_page.toc|map(attribute='title')|join if page.next_page }}",
    "{{ nav.homepage.meta.mood }}",
    "{{ nav.pages[1].meta.git_revision_date_localized }}",
]
"""Templates of the announcement on each page."""
ABOUTS = [
    "# About\n",
    "# About us\n\n[first](entries/2026-01-05.md)\n",
    "---\nmood: good\nrender_macros: true\n---\n\n# About\n\n# {{ word() }}\n",
    "---\nmood: bad\n---\n\n# About\n\n```own\ntext\n```\n",
]
STEPS: st.SearchStrategy[Step] = st.one_of(
    written(),
    written(),
    written(),
    st.integers(0, 9).map(removed),
    st.tuples(st.integers(0, 9), st.integers(0, 9)).map(renamed),
    st.sampled_from(PLANS).map(planned),
    st.lists(st.sampled_from(CONFIGS), max_size=2, unique_by=itemgetter(0)).map(configured),
    st.sampled_from(SHOWN).map(themed),
    st.sampled_from(LATER_FILES).map(put),
    st.sampled_from(LATER_FILES).map(put),
    st.integers(0, 9).map(replaced_in_place),
    st.sampled_from(["Waves", "Rollers"]).map(listed),
    st.integers(1, 3).map(drawn),
    st.integers(-1, 60).map(dated),
    st.integers(1, 28).map(committed),
    st.sampled_from(["*.html", "*.json", "feed.xml"]).map(tampered),
    st.sampled_from(ABOUTS).map(read_about),
)


@pytest.fixture
def new_folder() -> Iterator[Callable[[], Path]]:
    """Return a function that makes a temporary folder."""
    made: list[str] = []

    def place() -> Path:
        made.append(tempfile.mkdtemp())
        return Path(made[-1])

    yield place
    for folder in made:
        shutil.rmtree(folder)


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEPS, min_size=2, max_size=4))
def test_a_build_after_random_edits_equals_a_clean_build(
    built_project: Path, new_folder: Callable[[], Path], steps: list[Step]
) -> None:
    """The sites are equal after each edit of entries, plan, settings, theme, modules, date, history and site."""
    project = again(built_project, new_folder())
    for file in FILES.items():
        put(file)(project, {})
    outside = {"SOURCE_DATE_EPOCH": "0"}  # which other themes show
    for step in steps:
        step(project, outside)
        assert differing(project, **outside) == []
