"""`daytrail check` knows what a strict build refuses, and says where it is."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.command import run, write
from tests.conftest import Journal
from tests.website import build, settings

PLAN = (
    "title: Tides\nseries: [{id: tides, title: Tides}]\nparts: [{id: one, title: One, weeks: [{week: 1, title: Ebb, "
    "concepts: [{id: ridge, text: A ridge}], reading: [{title: Moon, url: 'https://example.org/moon'}]}]}]\n"
    "milestones: [{id: spring, title: Spring, text: A spring tide}]\n"
)
WORDS = (
    "",
    ".",
    "2026-01-13.md",
    "2026-01-14.md",
    "log.md",
    "log/2026/01/13/",
    "week-01.md",
    "index.md",
    "guide/index.md",
    "a%20b.md",
    "a b.md",
    "yes.png",
    "notes.txt",
    "feed.xml",
    "hidden.md",
)
FOLDERS = (
    "",
    "../",
    "../../",
    "/",
    "entries/2026/",
    "../../tags/",
    "../../curriculum/",
    "guide/",
)
ENDS = ("#größe", "#Größe", "#gr%C3%B6%C3%9Fe", "#ridge", "#nope", "?q=1", "#", "/")
LINKS = [
    *map("".join, product(FOLDERS, WORDS)),
    *map("".join, product(("", "../", "guide/", "/"), ("", "2026-01-13.md", "index.md", "no.png", "a b.md"), ENDS)),
]

PAYLOADS = Path(__file__).parents[1] / "payloads"
CONSTRUCTS, OF_DOCS = ((PAYLOADS / f"{name}.md").read_text(encoding="utf-8") for name in ("links", "links_of_docs"))
"""All ways to write a link, in an entry and on a docs page."""

REPORTED = re.compile(
    r"Doc file '(?P<path>.*?)' contains (?:a|an absolute|an unrecognized relative) link '(?P<url>.*?)', (?:but|it)"
)


def reported_by_build(output: str) -> set[tuple[str, str]]:
    """Return the source path and the URL of each link that MkDocs warns about."""
    warnings = (line for line in output.splitlines() if line.startswith("WARNING"))
    return {(match["path"], unquote(match["url"])) for line in warnings if (match := REPORTED.search(line))}


def problems(project: Path) -> list[dict[str, str | int]]:
    """Return what `daytrail check` prints."""
    found: list[dict[str, str | int]] = json.loads(run(project, "check", "--json").out)
    return found


def reported_by_check(project: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the source path, the URL and the line of each link that `daytrail check` warns about."""
    for problem in problems(project):
        if match := re.match(r"the link ``?(.*?)``? (?:leads|names|is absolute)", str(problem["message"])):
            path = str(problem["path"])
            line = (project / path).read_text(encoding="utf-8").split("\n")[int(problem["line"]) - 1]
            yield path.removeprefix("docs/"), unquote(match[1]), line[int(problem["column"]) - 1 :]


def links_project(journal: Journal, config: str) -> Path:
    """Write a project whose entry and docs page have all links, and all ways to write a link."""
    listed = "\n".join(f"* [x](<{link}>)" for link in LINKS)
    return journal(
        {
            "mkdocs.yml": config,
            "curriculum.yaml": PLAN,
            "entries/2026/2026-01-12.md": f"---\ntags: [moe]\nmilestone: spring\n---\n\n{listed}\n",
            "entries/2026/2026-01-13.md": f"# Größe\n\n{CONSTRUCTS}",
            "entries/2026/2026-01-14.md": "---\ndraft: true\n---\n\n[x](no.md)\n",
            "entries/2026/2026-01-16.md": "<!-- private -->\n[x](secret.md)\n\n<!-- /private -->\n[x](public.md)\n",
            "entries/2026/yes.png": b"png",
            "entries/2026/notes.txt": b"text",
            "docs/index.md": "# Home\n",  # without macros, which may give a page any anchor
            "docs/guide/index.md": f"# Guide\n\n{listed}\n",
            "docs/guide/yes.png": b"png",
            "docs/a b.md": f"---\ntitle: A b\n---\n\n## Größe\n\n{CONSTRUCTS}{OF_DOCS}",
            "docs/Größe.md": "# Größe\n\n[x](no.md)\n",
            "docs/templates/hidden.md": "[x](no.md)\n",
            "docs/proposed/hidden.md": "[x](no.md)\n",
        }
    )


CONFIGS = {
    "as in the repository": settings(),
    "relative to docs": settings().replace("absolute_links: warn", "absolute_links: relative_to_docs"),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_check_reports_the_links_that_a_strict_build_refuses_and_no_others(journal: Journal, name: str) -> None:
    """Of all links in an entry and in a docs page, and of links in any construct, both find the same ones wrong."""
    project = links_project(journal, CONFIGS[name])
    expected = reported_by_build(build(project).output)
    found = {(path, url): text for path, url, text in reported_by_check(project)}
    assert expected - found.keys() == set()
    # Of several links to one anchor, MkDocs reports the first.
    anchors = {(path, url.partition("#")[2]) for path, url in expected if "#" in url}
    assert {
        (path, url) for path, url in found.keys() - expected if (path, url.partition("#")[2]) not in anchors
    } == set()
    assert len(expected) > 100
    elsewhere = {url for (_, url), text in found.items() if not unquote(text).startswith(url)}
    # An entity is written in another way than the page has it, and the URL of a reference in another block.
    assert elsewhere <= {"a&b.md", "reference.md", "reference.png"}


TEMPLATE = "---\nrender_macros: true\n---\n\n"
MISTAKES: dict[str, tuple[dict[str, str | bytes], tuple[str, ...]]] = {
    "warnings": (
        {
            "mkdocs.yml": f"nav:\n  - Home: index.md\n  - Deep:\n      - lgo.md\n{settings()}",
            "docs/a/index.md": "# A\n",
            "docs/misspelt.md": "# X\n\n{{ timelin() }}\n",
            "docs/sentence.md": "# X\n\n`{{ now() }}`\nMy log: {{ timeline() }}\n",
            "docs/link.md": f"{TEMPLATE}{{{{ now() }}}}<b>x</b><div>[t](no.md)</div>\n",
            "entries/2026-01-12.md": "One.\n\nA ![tide](tide.png).\nTo [[2026-01-13#Eb|x]], [[#No]].\n",
            "entries/2026-01-13.md": "# Ebb\n\n## Ebb\n",
        },
        (
            "mkdocs.yml:4:9: warning: the navigation names `lgo.md`",
            "docs/misspelt.md:3:1: warning: the call of `timelin` is shown as text\n  hint: did you mean `timeline`?",
            "docs/sentence.md:4:9: warning: the call of `timeline` is shown as text\n  hint: write the whole call",
            "docs/link.md:5:29: warning: the link `no.md`",
            "entries/2026-01-12.md:3:11: warning: ",
            (
                "entries/2026-01-12.md:4:4: warning: the link `[[2026-01-13#Eb]]` names the anchor `#eb`, which "
                "`entries/2026-01-13.md` does not have\n  hint: did you mean `ebb`?"
            ),
            "entries/2026-01-12.md:4:25: warning: the link `[[#No]]` names the anchor `#no`",
        ),
    ),
    "macros": (
        {
            "docs/x.md": f"{TEMPLATE}# X\n\n{{{{ timelin() }}}}\n",
            "docs/y.md": f"{TEMPLATE}Text.\n{{{{ timeline( }}}}\n",
            "docs/z.md": f"{TEMPLATE}- {{{{ now() }}}} and {{{{ timeline(lmit=3) }}}}\n\n{{{{ checklist(9) }}}}\n",
        },
        (
            "docs/x.md:7:4: error: ",
            "docs/y.md:6:1: error: ",
            "docs/z.md:5:22: error: macro `timeline`: unknown argument `lmit`",
            "docs/z.md:7:4: error: ",
        ),
    ),
    "a page in the place of a generated one": (
        {"docs/tags/moe.md": "# A\n", "entries/2026-01-12.md": "---\ntags: [moe]\n---\n"},
        ("docs/tags/moe.md:1:1: error: ",),
    ),
    "an unknown setting": (
        {"mkdocs.yml": "site_nam: x\n" + settings()},
        ("mkdocs.yml:1:11: warning: `site_nam`: Unrecognised configuration name: site_nam",),
    ),
    "an unknown plugin": (
        {"mkdocs.yml": "plugins: [daytrail, maros]\nsite_name: x\n"},
        ('mkdocs.yml:1:21: error: `plugins`: The "maros" plugin is not installed',),
    ),
    "an unknown level": (
        {"mkdocs.yml": "validation: {anchors: wran}\n" + settings().partition("validation:")[0]},
        ("mkdocs.yml:1:23: error: `validation`: ",),
    ),
    "an unknown tag": (
        {"mkdocs.yml": "extra:\n  a: !nothing x\n" + settings()},
        ("mkdocs.yml:2:6: error: MkDocs cannot read this: ",),
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_what_a_strict_build_refuses_is_reported_with_its_location(journal: Journal, name: str) -> None:
    """A strict build fails, and `check` has file, line and column of each mistake; it knows calls of macros too."""
    files, expected = MISTAKES[name]
    project = journal({"curriculum.yaml": PLAN, **files})
    report = run(project, "check").out
    assert [message for message in expected if message not in report] == []
    built = build(project)
    assert built.status != 0
    if name == "warnings":
        said = " ".join(line for line in built.output.splitlines() if line.startswith("WARNING"))
        named = ("lgo.md", "link.md", "2026-01-12.md", "#eb", "#no")
        assert [word for word in named if word not in said] == []


RIGHT: dict[str, str | bytes] = {
    "entries/2026/2026-01-12.md": "[a](../../curriculum/week-01.md#ridge) [b](2026-01-13.md#größe) ![c](c.png) "
    "[d](d.txt) [e](../../log.md) [f](../../tags/moe.md) [g](../../series/tides.md) [h](../../log/2026.md) "
    "[i](#here) [j](../../milestones/spring.md) [k](?x=1) <a href='../../map.md'>l</a> [^1]\n\n"
    "## Here\n\n[^1]: A note.\n",
    "entries/2026/2026-01-13.md": "---\ntags: [moe]\n---\n\n## Größe\n",
    "entries/2026/c.png": b"png",
    "entries/2026/d.txt": b"text",
    "docs/links.md": "[a](entries/2026/2026-01-13.md#größe) [b](tags/moe.md) [c](index.md) [d](#x)\n\n# X\n",
    "macros.py": "from daytrail.site.macros import define_env as ours\n\ndef define_env(env):\n    ours(env)\n"
    "    env.variables['tide'] = 'high'\n    @env.macro\n    def moon():\n        return 'full'\n",
    "docs/own.md": "---\nrender_macros: true\nown: 1\n---\n\n{{ moon() }} {{ tide }} {{ config.site_name }} "
    "{{ own }}\n{% for i in range(2) %}{{ i }}{% endfor %}{{ nothing | default('') }}{% set y = 1 %}{{ y }}\n",
    "docs/braces.md": "# X\n\n{{ x( }} and {% nonsense, `{{ timelin() }}`\n\n    {{ timelin() }}\n\n"
    "```\n{{ timeline(}}\n```\n\n<!-- My log: {{ timeline() }} --> <code>{{ timelin() }}</code>\n",
    "docs/off.md": "---\nrender_macros: false\n---\n\n{{ timelin() }}\n",
    "docs/proposed/x.md": "[x](no.md)\n\n{{ x( }}\n",
    "docs/templates/x.md": "[x](no.md)\n",
}


def test_without_a_problem_the_strict_build_passes(journal: Journal) -> None:
    """What is right is neither reported nor refused, and links lead to pages."""
    project = journal({"curriculum.yaml": PLAN, **RIGHT})
    assert problems(project) == []
    built = build(project)
    assert built.status == 0, built.output
    assert built.site.broken() == []


def test_check_needs_no_docs_folder_and_no_settings(tmp_path: Path) -> None:
    """A project of one entry has no problem."""
    write(tmp_path, {"mkdocs.yml": "", "entries/2026-01-12.md": "[x](#x) [y](2026-01-12.md)\n\n# X\n"})
    assert problems(tmp_path) == []


def test_what_a_plugin_of_the_owner_may_add_is_not_reported(tmp_path: Path) -> None:
    """With a plugin that Daytrail does not know, only links to entries and to files beside them are certain."""
    entry = "[x](../made.md) [y](2026-01-13.md) [z](../made.md#x)\n"
    config = "site_name: x\nplugins: [daytrail, gen-files]\nnav: [made.md]\n"
    write(tmp_path, {"mkdocs.yml": config, "entries/2026-01-12.md": entry, "docs/x.md": "[x](made.md)\n"})
    found = [f"{problem['path']}: {problem['message']}" for problem in problems(tmp_path)]
    missing = "the link `2026-01-13.md` leads to no file: there is no `entries/2026-01-13.md`"
    plugin = 'mkdocs.yml: `plugins`: The "gen-files" plugin is not installed'
    assert found == [f"entries/2026-01-12.md: {missing}", plugin]


def test_errors_elsewhere_hide_no_wrong_link_and_cause_none(tmp_path: Path) -> None:
    """With an error in an entry, links to it and to pages that are not known then are not reported."""
    links = "[a](2026-01-13.md) [b](2026-01-14.md) [c](../tags/no.md) [d](no.png) [e](../map.md) [f](2026-01-13.md#x)\n"
    write(
        tmp_path,
        {
            "mkdocs.yml": "site_name: x\nplugins: [daytrail, macros: {render_by_default: true}]\n",
            "entries/2026-01-12.md": links,
            "entries/2026-01-13.md": "---\ntagz: [no]\n---\n",
            "docs/x.md": "[a](no.md) {{ timeline(lmit=3) }} {{ timeline(tag='no') }}\n",
        },
    )
    found = [f"{problem['path']}:{problem['line']}:{problem['column']}" for problem in problems(tmp_path)]
    assert found == [
        "docs/x.md:1:5",
        "docs/x.md:1:15",
        "entries/2026-01-12.md:1:24",
        "entries/2026-01-12.md:1:62",
        "entries/2026-01-12.md:1:74",
        "entries/2026-01-13.md:2:1",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{{ " + "(" * 3_000 + "1" + ")" * 3_000 + " }}",
        "{{ timeline(limit='a' * 10**10) }} {{ 'a' * 10**10 }}",
        "{{ timeline(limit=9**9**9) }}",
        "{% if a %}" * 2_000,
        "{{ timeline(limit=-'a') }} {{ timeline(limit=--1) }} {{ timeline(*x, **y) }}",
        f"[x]({'a' * 5_000}.md) ![x]({'a/' * 3_000}.png)",
        "[x](a%00b.md) ![y](%00.png) [z](//[x) [z](http://[x]/)",
        ">" * 5_000 + " x",
    ],
    ids=["deep", "multiplied", "power", "open", "minus", "long", "null", "quoted"],
)
def test_check_ends_whatever_a_docs_page_says(tmp_path: Path, text: str) -> None:
    """No expression is computed, and what is too deep or too long is a problem or none."""
    config = "site_name: x\nplugins: [daytrail, macros: {on_error_fail: true, render_by_default: true}]\n"
    write(tmp_path, {"mkdocs.yml": config, "docs/x.md": f"{text}\n", "entries/2026-01-12.md": f"{text}\n"})
    assert run(tmp_path, "check").status in (0, 1)
