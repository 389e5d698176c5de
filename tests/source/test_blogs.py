"""Front matter of posts of blogs, and the addresses that these had."""

from pathlib import Path

import pytest

from daytrail.source.load import load
from daytrail.source.notations.blogs import old_pattern, wrong_hole
from daytrail.source.project_paths import ProjectPaths
from tests.command import write

MATERIAL = """\
---
date:
  created: 2024-01-31 08:00:00
  updated: 2024-02-02
authors: [ada, Ben]
categories: [Tide tables]
tags: [kelp]
slug: hello
pin: true
links:
  - Elsewhere: https://example.org/x
  - blog/index.md
---
# Hello

An intro.

<!-- more -->

The rest.
"""
JEKYLL = "---\ntitle: Low water\npermalink: /notes/low.html\nredirect_from: [/a/b, '/x y/']\nauthor: Cy\n---\nText.\n"
HUGO = "---\ndate: 2023-05-06T10:11:12Z\naliases: [/old/, kelp]\ncategories: Sea\n---\n# Ebb & *flow*, twice\n"
PATHS = ProjectPaths(ignore_keys=("material", "hugo"), old_addresses="blog/{date}/{slug}/")


def test_posts_are_read_as_their_programs_read_them(tmp_path: Path) -> None:
    files = {
        "entries/hello-world.md": MATERIAL,
        "entries/2022-01-02-low.md": JEKYLL,
        "entries/ebb.md": HUGO,
        ".authors.yml": "authors:\n  ada: {name: Ada Example, avatar: x}\n",
    }
    loaded = load(write(tmp_path, files), PATHS)
    assert loaded.problems == ()
    jekyll, hugo, material = loaded.journal.entries
    assert (str(material.date), material.tags, material.excerpt) == ("2024-01-31", ("kelp", "Tide tables"), "An intro.")
    assert material.authors == ("Ada Example", "Ben")
    assert [(link.url, link.title) for link in material.listed_links] == [("https://example.org/x", "Elsewhere")]
    assert (jekyll.authors, hugo.tags) == (("Cy",), ("Sea",))
    assert [entry.old_addresses for entry in loaded.journal.entries] == [
        ("notes/low.html", "a/b/", "x y/", "blog/2022/01/02/low-water/"),
        ("old/", "blog/2023/05/06/ebb--flow-twice/"),
        ("blog/2024/01/31/hello/",),
    ]


SLUGS = {
    "hello-world/index.md": ("title: A [b](c)\ndraft: False\ndescription: ' '\n", "# Other", "a-bc"),
    "hello-sea/index.md": ("", "\n# The **[sea](a.md)**\n", "the-seaamd"),
    "2024-01-31_low water.md": ("", "<!-- a -->\n# Not first\n", "2024-01-31-low-water"),
    "own.md": ("slug: notes/Own\n", "# Own", "notes/Own"),
}


def test_a_slug_is_made_of_what_material_makes_it_of(tmp_path: Path) -> None:
    """A post in a folder is called as this, and several of one day have addresses of their own."""
    posts = {f"entries/{name}": f"---\ndate: 2024-01-31\n{yaml}---\n{text}" for name, (yaml, text, _) in SLUGS.items()}
    loaded = load(write(tmp_path, posts), PATHS)
    assert {problem.message[:10] for problem in loaded.problems} == {"2024-01-31"}  # it has others
    found = {entry.path.removeprefix("entries/"): entry for entry in loaded.journal.entries}
    assert {name: entry.old_addresses for name, entry in found.items()} == {
        name: (f"blog/2024/01/31/{slug}/",) for name, (_, _, slug) in SLUGS.items()
    }
    assert found["hello-sea/index.md"].address == "log/2024/01/31-hello-sea/"


@pytest.mark.parametrize(
    "address", ["/../x", "//host/x", "/a/./b", "/a\\b", "/%2e%2e/x", "/.git/HEAD", "/", "/a.html/b", "/" + "a" * 256]
)
def test_an_address_that_leads_elsewhere_is_reported_at_its_line(tmp_path: Path, address: str) -> None:
    text = f"---\ndate: 2024-01-31\npermalink: '{address}'\n---\nText.\n"
    loaded = load(write(tmp_path, {"entries/a.md": text}))
    [problem] = loaded.problems
    assert (str(problem.location), problem.severity.name) == ("entries/a.md:3:12", "WARNING")
    assert [entry.old_addresses for entry in loaded.journal.entries] == [()]


def test_patterns_have_the_holes_that_are_known() -> None:
    assert old_pattern("", "") == "{yyyy}/{mm}/{dd}/{slug}"
    assert old_pattern("{categories}/{date}/{file}", "yyyy/M") == "{categories}/{yyyy}/{m}/{file}"
    assert [wrong_hole(f"blog/{hole}/") for hole in ("{slug}", "{slgu}", "x", "{slug.__class__}")] == [
        "",
        "did you mean `slug`?",
        "write one as in `blog/{date}/{slug}/`",
        wrong_hole("{y}"),
    ]
