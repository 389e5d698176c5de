"""What a cache key does not know: after any change of it the site equals a clean build."""

import os
import re
from pathlib import Path

import pytest

from tests.engine import THEME
from tests.rebuild import Edit, commit, differing, rebuild
from tests.site.test_page_cache import both, nothing, put, swap
from tests.website import build, make

ABOUT = "docs/about.md"


def extension(options: str) -> Edit:
    """Add a Markdown extension."""
    return swap("mkdocs.yml", "markdown_extensions:\n", f"markdown_extensions:\n  - {options}\n")


def setting(text: str) -> Edit:
    """Add a setting."""
    return swap("mkdocs.yml", "site_name:", f"{text}\nsite_name:")


def override(text: str, block: str = "announce") -> Edit:
    """Show a text with a template in each page."""
    return both(
        swap("mkdocs.yml", f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n"),
        put("overrides/main.html", f"{{% extends 'base.html' %}}{{% block {block} %}}{text}{{% endblock %}}"),
    )


def fence(keys: str) -> Edit:
    """Give code blocks of a language, which a docs page has, a format or a validator of the project's own."""
    own = f"        - name: own\n          class: own\n          {keys}\n"
    return both(
        swap("mkdocs.yml", "        - name: mermaid\n", f"{own}        - name: mermaid\n"),
        put(ABOUT, "# About\n\n```own\ntext\n```\n"),
    )


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
OBJECT = """
from daytrail.site.macros import define_env as own


def define_env(env):
    own(env)

    @env.macro
    def word():
        env.page.meta["own"] = object()
        return "Word"
"""
MACROS = """
from pathlib import Path
from daytrail.site.macros import define_env as own
from helper import WORD


def define_env(env):
    own(env)
    env.macro(lambda: f"{WORD} " + (Path(env.project_dir) / "data.txt").read_text(), "word")
"""
FILES = both(
    put("own.py", EXTENSION),
    put("fences.py", FENCE),
    put("helper.py", "WORD = 'ebb'\n"),
    put("data.txt", "first\n"),
)
HELPER = put("helper.py", "WORD = 'high tide'\n")
DATA = put("data.txt", "second\n")
SLUGS = "toc:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}"
LOCALS = "from helper import WORD\n\n\ndef make():\n    return lambda text, separator: WORD + text\n"


def in_place(project: Path) -> None:
    """Replace the text of an entry by one of the same length, and give the file its old time."""
    path = project / "entries/2026-01-06.md"
    before = path.stat()
    text = path.read_bytes()
    with path.open("r+b") as file:
        file.write(text.replace(b"A table", b"A chair"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_page_with_a_value_that_cannot_be_compared_is_built_each_time(tmp_path: Path) -> None:
    """Only that page is; each build says so once."""
    own = project(tmp_path)
    put("macros.py", OBJECT)(own)
    put(ABOUT, "---\nrender_macros: true\nsubtitle: 2026-01-05\n---\n\n# About\n\n{{ word() }}\n")(own)
    for is_first in (True, False):
        output = build(own).output
        [(built, pages)] = re.findall(r"(\d+) of (\d+) pages were built", output)
        assert built == (pages if is_first else "1")
        assert output.count("'about.md' is built in each build: an object of `builtins.object` may") == 1


CASES: dict[str, tuple[Edit, Edit]] = {
    "a module that a local extension imports": (both(FILES, extension("own")), HELPER),
    "a file that a local extension reads": (both(FILES, extension("own")), DATA),
    "a local extension": (both(FILES, extension("own")), swap("own.py", "Added:", "Changed:")),
    "a module that a fence's format imports": (
        both(FILES, fence("format: !!python/name:fences.draw")),
        HELPER,
    ),
    "a fence's format": (both(FILES, fence("format: !!python/name:fences.draw")), swap("fences.py", "<p>", "<p>My ")),
    "a module that a fence's validator imports": (
        both(FILES, fence("validator: !!python/name:fences.valid")),
        HELPER,
    ),
    "a module that a macro imports": (
        both(FILES, put("macros.py", MACROS), put(ABOUT, "---\nrender_macros: true\n---\n\n# About\n\n{{ word() }}\n")),
        HELPER,
    ),
    "a file that a macro reads": (
        both(FILES, put("macros.py", MACROS), put(ABOUT, "---\nrender_macros: true\n---\n\n# About\n\n{{ word() }}\n")),
        DATA,
    ),
    "slugify with arguments": (
        both(swap("mkdocs.yml", "toc:", SLUGS), put(ABOUT, "# About\n\n## High Tide\n")),
        swap("mkdocs.yml", "case: lower", "case: none"),
    ),
    "slugify of a local module": (
        both(
            FILES,
            put("slugs.py", LOCALS),
            swap("mkdocs.yml", "toc:", "toc:\n      slugify: !!python/object/apply:slugs.make {}"),
        ),
        HELPER,
    ),
    "a snippet": (
        both(extension("pymdownx.snippets"), put("a.md", "Ebb.\n"), put(ABOUT, '# About\n\n--8<-- "a.md"\n')),
        put("a.md", "Flood.\n"),
    ),
    "a template that shows a neighbour's headings": (
        override("{{ page.next_page.toc|map(attribute='title')|join if page.next_page }}"),
        put("docs/curriculum.md", "# Plan\n\n# New\n"),
    ),
    "a template that shows a neighbour's metadata": (
        override("{{ page.next_page.meta.mood if page.next_page }}"),
        put("docs/curriculum.md", "---\nmood: good\n---\n\n# Plan\n"),
    ),
    "a template that shows the metadata of the homepage": (
        override("{{ nav.homepage.meta.mood }}"),
        put("docs/index.md", "---\nmood: good\n---\n\n# Home\n"),
    ),
    "a template that shows all pages": (
        override("{% for item in nav %}{{ item.meta.mood }}{% endfor %}"),
        put(ABOUT, "---\nmood: good\n---\n\n# About\n"),
    ),
    "a template that shows a git date of another page": (
        both(override("{{ nav.pages[1].meta.git_revision_date_localized }} "), commit),
        both(put(ABOUT, "# About\n\nMore.\n"), lambda project: commit(project, day="2026-01-14")),
    ),
    "a theme": (
        swap("mkdocs.yml", "name: material", "name: readthedocs"),
        put(ABOUT, "# About me\n"),
    ),
    "an entry with the same size and time": (nothing, in_place),
}


def project(folder: Path) -> Path:
    """Write a project with an entry and three docs pages."""
    made = make(folder / "project", {"entries/2026-01-06.md": "A table.\n", ABOUT: "# About\n"})
    for name in ("log", "milestones", "map", "reading"):
        (made / f"docs/{name}.md").unlink()
    put("docs/index.md", "# Home\n")(made)
    put("docs/curriculum.md", "# Plan\n")(made)
    return made


@pytest.mark.parametrize("name", CASES)
def test_after_a_change_of_what_no_key_knows_the_site_equals_a_clean_build(tmp_path: Path, name: str) -> None:
    """A page that was built before the change is not reused if it would come out otherwise."""
    before, change = CASES[name]
    own = project(tmp_path)
    before(own)
    rebuild(own, SOURCE_DATE_EPOCH="0")
    change(own)
    assert differing(own, SOURCE_DATE_EPOCH="0") == []
