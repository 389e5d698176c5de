"""Notes of Obsidian, and of Logseq, become a site as they are."""

import json
import re
from datetime import date, timedelta
from pathlib import Path
from string import Template

import pytest

from tests.command import run
from tests.engine import HAS_PAGEFIND
from tests.website import ROOT, SITE_URL, Built, build, make

SECRET = "heronmorse"
DAYS = [date(2026, 1, 5) + timedelta(days=number) for number in range(7)]
PLAN = """\
title: Kelp
public_tasks: true
start: 2026-01-05
parts:
  - id: sea
    title: Sea
    weeks:
      - week: 1
        title: Algae
        concepts: [{id: holdfast, text: How a holdfast holds}]
topics: [{id: light, title: Light under water, weeks: [1]}]
"""


def settings(options: str) -> str:
    return f"site_name: Kelp\nsite_url: {SITE_URL}\nplugins:\n  - search\n  - daytrail: {{{options}}}\n"


def note(program: str, day: date, **values: str) -> str:
    """Return a day with all that people type in a program, in a form that depends on the day."""
    template = (ROOT / f"tests/payloads/note_of_{program}.md").read_text(encoding="utf-8")
    own = {"number": day.day, "two": f"{day.day:02}", "before": (day - timedelta(days=1)).day, "paper": day.day % 2}
    return Template(template).substitute(own, date=day, **values)


def note_of_obsidian(day: date) -> str:
    before = day - timedelta(days=1)
    kind, fold = ("tip", "example", "QUESTION", "recipe")[day.day % 4], "+- "[day.day % 3]
    link = f"[[{before}|the day before]]" if before in DAYS else f"[[{day}#Depth]]"
    return note("obsidian", day, link=link, kind=kind, fold=fold)


def note_of_logseq(day: date) -> str:
    before = day - timedelta(days=1)
    return note("logseq", day, link=f"[[Jan {before.day}th, 2026]]" if before in DAYS else "[[w01/holdfast]]")


VAULT: dict[str, str | bytes] = {
    ".obsidian/app.json": "{}",
    "templates/daily.md": "---\ndate: {{date}}\n---\n[[{{yesterday}}]]\n",
    "attachments/Pasted image 1.png": b"picture",
    "attachments/dive.mp4": b"film",
    "attachments/notes 0.pdf": b"paper",
    "attachments/notes 1.pdf": b"paper",
    **{f"daily/{day}.md": note_of_obsidian(day) for day in DAYS},
}
GRAPH: dict[str, str | bytes] = {
    "logseq/config.edn": "{}",
    "pages/kelp.md": "type:: alga\n\n- green\n",
    **{f"journals/{day:%Y_%m_%d}.md": note_of_logseq(day) for day in DAYS},
}


def built(folder: Path, notes: dict[str, str | bytes], options: str) -> Built:
    files = {"mkdocs.yml": settings(options), "curriculum.yaml": PLAN, "docs/index.md": "# Kelp\n"}
    root = make(folder, files | {f"vault/{path}": content for path, content in notes.items()})
    result = build(root)
    assert result.status == 0, result.output
    assert run(root, "check", "--strict").out == ""
    for path, content in notes.items():
        assert (root / "vault" / path).read_bytes() == (content if isinstance(content, bytes) else content.encode()), (
            path
        )
    return result


@pytest.fixture(scope="module")
def obsidian(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("obsidian")
    return built(folder, VAULT, "entries: vault, exclude: [templates/], ignore_keys: [obsidian]")


@pytest.fixture(scope="module")
def logseq(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("logseq")
    return built(folder, GRAPH, "entries: vault, exclude: [pages/], hashtags: true")


def texts(result: Built) -> dict[str, str]:
    """Return the texts of a site without code: pages, feeds and data."""
    files = {path: content for path, content in result.site.bytes().items() if not path.startswith("assets/")}
    shown = {path: content.decode() for path, content in files.items() if path.endswith((".html", ".xml", ".json"))}
    code = re.compile(
        r"(?:<|&lt;)(code|pre|script|style)\\b.*?(?:<|&lt;)/\\1(?:>|&gt;)".replace("\\\\", "\\"), re.DOTALL
    )
    return {path: code.sub("", text) for path, text in shown.items()}


@pytest.mark.parametrize("program", ["obsidian", "logseq"])
def test_no_mark_of_a_notation_is_shown(program: str, request: pytest.FixtureRequest) -> None:
    """Pages, feeds and data have the marks in code only, and nothing that is hidden in any byte."""
    result = request.getfixturevalue(program)
    marks = re.compile(r"\[\[|\]\]|\[!|%%|::|!!!|===")
    assert {(path, found) for path, text in texts(result).items() for found in marks.findall(text)} == set()
    assert [path for path, content in result.site.bytes().items() if SECRET.encode() in content + path.encode()] == []
    assert result.site.broken() == []


def test_a_vault_has_its_links_pictures_and_boxes(obsidian: Built) -> None:
    """What Obsidian shows is on the page; items that a text names are touched, and files that it shows published."""
    page = obsidian.site.bytes()["log/2026/01/06/index.html"].decode()
    for part in (
        '<a href="../05/">the day before</a>',
        '<a href="../../../../curriculum/week-01/#holdfast">w01/holdfast</a>',
        ' src="../../../../vault/attachments/Pasted%20image%201.png"',
        'preload="none" src="../../../../vault/attachments/dive.mp4"',
        '<a href="../../../../vault/attachments/notes%200.pdf">notes 0.pdf</a>',
        '<details class="question" open="">',
        "<mark>five metres</mark> 🎉",
        '<span class="filename">depth.py</span>',
        '<a href="./">today</a>',
    ):
        assert part in page
    if HAS_PAGEFIND:
        assert "What sways A frond." in obsidian.site.searched["log/2026/01/06/"]["content"]
    feed = {item["url"]: item["content_html"] for item in json.loads(obsidian.site.bytes()["feed.json"])["items"]}
    assert f'<a href="{SITE_URL}curriculum/week-01/#holdfast">' in feed[f"{SITE_URL}log/2026/01/06/"]
    assert f'src="{SITE_URL}vault/attachments/dive.mp4"><a' in feed[f"{SITE_URL}log/2026/01/06/"]
    data = json.loads(obsidian.site.bytes()["data/log.json"])
    assert len(data["entries"]) == len(DAYS)
    assert data["entries"][0]["touched"] == ["w01/holdfast", "light"]
    assert {"vault/attachments/dive.mp4", "vault/attachments/notes 1.pdf"} <= obsidian.site.files


def test_a_graph_has_its_tasks_and_properties(logseq: Built) -> None:
    """Titles, tags and hours are those of the entries; a task is open until it is done."""
    data = json.loads(logseq.site.bytes()["data/log.json"])
    first, second = data["entries"][:2]
    assert (first["title"], first["hours"]) == ("Dive (day 5)", 1.5)
    assert first["tags"] == ["sea", "kelp forest", "brown algae", "algae"]
    assert '<a href="../05/">Jan 5th, 2026</a>' in logseq.site.bytes()["log/2026/01/06/index.html"].decode()
    assert second["date"] == "2026-01-06"
    assert [task["state"] for task in first["tasks"]] == ["open", "done", "dropped"]


def test_notations_that_are_switched_off_are_text(tmp_path: Path) -> None:
    """Pages and feeds show them as written, without a warning; those of the other program are read."""
    note = "%% shown %% [[nowhere]]\n\n> [!bug] Bug\n\n!!! note\n    a:: b\n\n- TODO read\n\n==mark==\n"
    entry = {"entries/2026-01-05.md": note, "docs/about.md": "%% shown %%\n", "docs/index.md": "# Kelp\n"}
    root = make(tmp_path, {"mkdocs.yml": settings("notations: []"), **entry})
    result = build(root)
    assert result.status == 0, result.output
    files = result.site.bytes()
    for path in ("log/2026/01/05/index.html", "feed.json"):
        text = files[path].decode()
        for part in ("%% shown %% [[nowhere]]", "[!bug] Bug", "!!! note", "a:: b", "TODO read", "==mark=="):
            assert part in text, path
    assert b"%% shown %%" in files["about/index.html"]
    (root / "mkdocs.yml").write_text(settings("notations: [material, obsidan]"), encoding="utf-8")
    assert "`obsidan` is not one of `obsidian`, `logseq`, `material`" in run(root, "check").out


BLOG = {
    "docs/blog/.authors.yml": "authors:\n  ada: {name: Ada Example}\n",
    "docs/blog/index.md": "# Blog\n",
    "docs/blog/posts/hello-world.md": "---\ndate: {created: 2024-01-31}\nauthors: [ada, Ben]\ncategories: [Tides]\n"
    "pin: true\nslug: hello\n---\n# Hello\n\n"
    "Text ![a](img/a.png), ![b](../../assets/b.png), see [later](2024/later.md).\n"
    '<img src="../../../../../assets/c.png">\n',
    "docs/blog/posts/2024/later.md": "---\ndate: 2024-02-05\n---\n# Ebb & *flow*\n\nTo [hello](../hello-world.md).\n",
    "docs/blog/posts/draft.md": f"---\ndate: 2024-02-06\ndraft: true\n---\n# {SECRET}\n\n![c](img/{SECRET}.png)\n",
    "docs/blog/posts/img/a.png": "picture",
    f"docs/blog/posts/img/{SECRET}.png": "picture",
    "docs/assets/b.png": "picture",
    "docs/assets/c.png": "picture",
    "docs/blog/posts/tides/index.md": "---\ndate: 2024-02-05\nmood: calm\n---\nIn a folder.\n",
}
OLD_ADDRESSES = [
    "blog/2024/01/31/hello",
    "blog/2024/02/05/ebb--flow",
    "blog/2024/02/05/index",
    "blog/archive/2024",
    "blog/category/tides",
]


def check_blog(built: Built, site: Path) -> None:
    """Check the site of the blog: its days, the old addresses, authors and pictures, and nothing of the draft."""
    assert built.status == 0, built.output
    for address in OLD_ADDRESSES:
        text = (site / address / "index.html").read_text(encoding="utf-8")
        [target] = re.findall('rel="canonical" href="([^"]+)"', text)
        assert (site / address / target / "index.html").resolve().is_file()
    day = built.site.page("log/2024/01/31-hello-world/").source
    assert "by Ada Example and Ben" in day
    for picture in re.findall('<img src="([^"]+)"', day):
        assert (site / "log/2024/01/31-hello-world" / picture).resolve().is_file()
    assert 'href="../05-later/"' in day.replace("../../02/", "../")
    entries = json.loads((site / "data/log.json").read_text(encoding="utf-8"))["entries"]
    assert [entry["authors"] for entry in entries] == [["Ada Example", "Ben"], [], []]
    assert "<name>Ada Example</name>" in (site / "feed.xml").read_text(encoding="utf-8")
    assert [path for path in site.rglob("*") if SECRET in path.name] == []
    assert [path for path in site.rglob("*.*ml") if SECRET in path.read_text(encoding="utf-8")] == []


def test_a_blog_of_material_stays_where_it_is(tmp_path: Path) -> None:
    options = "entries: docs/blog/posts, ignore_keys: [material, mood], old_addresses: 'blog/{date}/{slug}/'"
    home = "# Home\n\n[The first post](blog/posts/hello-world.md)\n"
    root = make(tmp_path, {**BLOG, "mkdocs.yml": settings(options), "docs/index.md": home})
    assert run(root, "check").status == 0
    built = build(root)
    check_blog(built, tmp_path / "site")
    assert "log/2024/01/31-hello-world/" in built.site.page("").source
    assert "blog/" in built.site.pages


def test_a_blog_of_material_becomes_a_journal(tmp_path: Path) -> None:
    blog = "{name: blog, post_url_date_format: yyyy/MM/dd}"
    make(
        tmp_path / "old", {**BLOG, "mkdocs.yml": f"site_name: Old\nplugins: [{blog.replace('name: blog', 'blog: ')}]\n"}
    )
    result = run(tmp_path, "init", "new", "--from", str(tmp_path / "old/docs/blog"))
    assert result.status == 0, result.err
    for name in BLOG.keys() - {"docs/blog/index.md"}:
        assert (tmp_path / "new" / name).read_bytes() == (tmp_path / "old" / name).read_bytes()
    check_blog(build(tmp_path / "new", SITE_URL=SITE_URL), tmp_path / "new/site")


OLD = {  # what has the address that a post had
    "slug: about": "about/index.html",
    "slug: tags": "tags/index.html",
    "permalink: /log/2024/02/01-1/": "log/2024/02/01-1/index.html",
    "permalink: /feed.xml": "feed.xml",
    "permalink: /index.html": "index.html",
    "permalink: /404.html": "404.html",
    "permalink: /assets/daytrail/daytrail.css": "assets/daytrail/daytrail.css/index.html",
    "slug: SAME": "entries/2024-02-01-0.md",
}


def test_an_old_address_takes_the_place_of_nothing(tmp_path: Path) -> None:
    """What is there stays, and the build and `check` name the line of the post. All other addresses lead."""
    posts = {
        f"entries/2024-02-01-{n}.md": f"---\ntags: [kelp]\n{key}\n---\nText.\n"
        for n, key in enumerate(["slug: same", *OLD])
    }
    options = "ignore_keys: [material], old_addresses: '{slug}/'"
    root = make(tmp_path, {**posts, "mkdocs.yml": settings(options), "docs/about.md": "# About\n"})
    built, checked = build(root), run(root, "check").out
    for number, owner in enumerate(OLD.values(), 1):
        message = f"entries/2024-02-01-{number}.md:3:1: warning: nothing leads here from the old address `/"
        for output in (built.output, checked):
            assert [line.endswith(f": {owner} is there") for line in output.splitlines() if message in line] == [True]
    leading = {path for path, content in built.site.bytes().items() if b'http-equiv="refresh"' in content}
    assert {path for path in leading if not path.startswith("2024")} == {"same/index.html"}
