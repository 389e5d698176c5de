"""What is between markers of a private passage, or `%%` in an entry or docs page, is in no byte of the site."""

import re
from pathlib import Path

import pytest

from tests.command import run
from tests.for_each import for_each
from tests.website import Built, build, make, settings

pytestmark = pytest.mark.site

WORDS = """
    above answer backup comment draft draftanswer draftlink draftpage draftpicture drafttag excluded goal heading hidden
    hiddenfile item link list meta note page pagefile partgoal percentblock percentline percentlist percentpage picture
    question raw snippet stray svgtext table tag taskword templatepage title why
    """
SECRETS = {name: f"heron{name}" for name in WORDS.split()}


def secret(name: str) -> str:
    return f"<!-- private -->{SECRETS[name]}<!-- /private -->"


FILES: dict[str, str | bytes] = {
    "mkdocs.yml": settings().replace("draft_docs: proposed/", "draft_docs: |\n  proposed/\nexclude_docs: |\n  left/\n"),
    "docs/about.md": (
        f"---\ntitle: About {secret('title')}us\ndescription: 'Open. {secret('meta')} End.'\n"
        "render_macros: true\n---\n\n"
        f"# About\n\nOpen. {secret('page')} End.\n\n<!-- private -->\n## {SECRETS['heading']}\n\n"
        f"[x](https://example.org/{SECRETS['link']}) {{{{ recent() }}}}\n<!-- /private -->\n\nThe end.\n\n"
        f"Open %%{SECRETS['percentpage']}%% `%%x` end.\n\n```mermaid\n%% a comment\n```\n"
    ),
    "docs/answers/moon.md": f"---\nmilestone: pull\n---\n\n# Moon {secret('answer')}\n\nIt pulls {secret('answer')}.\n",
    "docs/left/pull.md": f"---\nmilestone: pull\n---\n\n# {SECRETS['excluded']}\n",
    "docs/templates/pull.md": f"---\nmilestone: pull\n---\n\n# {SECRETS['templatepage']}\n",
    "docs/proposed/pull.md": f"---\nmilestone: pull\n---\n\n# {SECRETS['draftanswer']}\n",
    "docs/later.md": f"---\ndraft: true\nmilestone: pull\n---\n\n# {SECRETS['draftpage']}\n",
    "docs/raw.html": f"<p>Open. {secret('raw')} End.</p>\n",
    "docs/data.csv": f"a,b\n<!-- private -->\n{SECRETS['table']},1\n<!-- /private -->\n",
    "curriculum.yaml": f"""\
title: Tides {secret("title")}
start: 2026-01-12
parts:
  - id: one
    title: One
    goal: "Know. {secret("goal")}"
    weeks:
      - week: 1
        title: Ebb
        concepts:
          - Gravity {secret("item")}
          # <!-- private -->
          - {{id: hidden, text: {SECRETS["hidden"]}}}
          # <!-- /private -->
  - file: curriculum/two.yaml
milestones:
  - {{id: pull, weeks: [1], text: 'What pulls? {secret("question")}'}}
""",
    "curriculum/two.yaml": (
        f"id: two\ntitle: Two\ngoal: See {secret('partgoal')}\n"
        "weeks: [{week: 2, title: Flood, concepts: [{id: moon, text: M}]}]\n"
    ),
    "reading.yaml": f"""\
categories:
  - id: sea
    title: Sea
    items:
      - title: The moon
        url: https://example.org/moon
        why: "Because. {secret("why")}"
        notes: ["Open {secret("note")}"]
      <!-- private -->
      - {{title: {SECRETS["list"]}, url: 'https://example.org/{SECRETS["list"]}'}}
      <!-- /private -->
      # {secret("comment")}
""",
    "entries/2026-01-12.md": (
        f"---\ntitle: 'Open {secret('title')} water'\ntags: [tide, 'sea{secret('tag')}']\n---\n\n"
        f"Open water. {secret('hidden')}\n\n- [ ] buy {secret('taskword')} a gauge\n\n"
        f"[table](table.csv) ![drawing](drawing.svg)\n\n<!-- private -->\n![x]({SECRETS['picture']}.png)\n"
        f"[y]({SECRETS['pagefile']}.txt)\n<!-- /private -->\n\n"
        f"Shown %% {SECRETS['percentline']} %% text.\n\n%%\n## {SECRETS['percentblock']}\n\n```\nx\n```\n%%\n\n"
        "`%%time x%%`\n\n"
        f"- [ ] weigh %%{SECRETS['percentlist']} [x](https://example.org/{SECRETS['percentlist']})%% it\n"
    ),
    "entries/2026-01-13.md": (
        f"---\ntitle: {SECRETS['draft']}\ndraft: true\ntags: [{SECRETS['drafttag']}]\ndone: [w02/moon]\n"
        f"links: ['https://example.org/{SECRETS['draftlink']}']\n---\n\n![x]({SECRETS['draftpicture']}.png)\n"
    ),
    "entries/2026-01-14.md": "![a](../../above.png) ![b](../notes.txt) [c](../mkdocs.yml) ![d](..%2Fnotes.txt)\n",
    "notes.txt": SECRETS["above"],
    "docs/about.md.orig": f"{SECRETS['backup']}, as git kept it before a merge",
    "docs/about.md.rej": f"{SECRETS['backup']}, as patch could not put it in",
    f"entries/{SECRETS['draftpicture']}.png": b"only in a draft",
    f"entries/{SECRETS['stray']}.txt": b"nobody refers to it",
    f"entries/.{SECRETS['hiddenfile']}.png": b"hidden",
    "entries/table.csv": f"a,b\n{secret('table')},c\n",
    "entries/drawing.svg": f"<svg xmlns='http://www.w3.org/2000/svg'>{secret('svgtext')}</svg>",
    f"entries/{SECRETS['picture']}.png": b"picture",
    f"entries/{SECRETS['pagefile']}.txt": b"text",
}
COMMANDS = [
    ("check",),
    ("check", "--json"),
    ("status",),
    ("status", "--json"),
    ("review",),
    ("share", "2026-01-12"),
    ("reading", "--bibtex"),
    ("reading", "--links"),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("project"), FILES)


@pytest.fixture(scope="module")
def built(project: Path) -> Built:
    built = build(project, strict=False)
    assert built.status == 0, built.output
    return built


@pytest.fixture(scope="module")
def published(built: Built) -> dict[str, bytes]:
    """Return all that readers may see: the files of the site with their paths, and what the build prints."""
    files = {path: content + path.encode() for path, content in built.site.bytes().items()}
    return files | {"output of the build": built.output.encode()}


@for_each(SECRETS)
def test_a_private_passage_is_in_no_byte_of_the_site(name: str, published: dict[str, bytes]) -> None:
    """Pages, their metadata and tables of contents, the search index, feeds, data and file names are without it."""
    assert [path for path, content in published.items() if SECRETS[name].encode() in content] == []


def test_the_text_around_passages_is_published(built: Built) -> None:
    """Only the passages are missing."""
    files = built.site.bytes()
    about = files["about/index.html"].decode()
    assert re.search("About +us", about)
    assert "The end." in about
    assert "It pulls" in files["milestones/pull/index.html"].decode()
    assert "Gravity" in files["curriculum/week-01/index.html"].decode()
    assert "Because." in files["reading/index.html"].decode()
    assert files["raw.html"] == b"<p>Open.  End.</p>\n"
    assert files["data.csv"] == b"a,b\n"
    assert files["entries/table.csv"] == b"a,b\n,c\n"
    day = files["log/2026/01/12/index.html"]
    assert b"<p>Shown  text.</p>" in day
    assert b"<code>%%time x%%</code>" in day
    assert b"%" not in re.sub(rb"%%(?:time x%%|x| a comment)|%2F|\d%", b"", day + files["about/index.html"])
    assert not [path for path in files if path.endswith(("above.png", "notes.txt", "mkdocs.yml"))]
    [item] = built.site.page("curriculum/week-02/").find("li.dt-item")
    assert item.get("class") == "dt-item dt-item--planned"  # though a draft says that it is done
    assert b"private" not in b"".join(content for path, content in files.items() if path.endswith(".html"))


@for_each(COMMANDS, " ".join)
def test_no_command_prints_a_private_passage(command: tuple[str, ...], project: Path) -> None:
    """What a command prints may go into a log that everybody reads."""
    result = run(project, *command, DAYTRAIL_TODAY="2026-01-13")
    assert result.status == 0, result.err
    assert [word for word in SECRETS.values() if word in result.out + result.err] == []


def test_a_passage_of_a_file_that_a_page_includes_stops_the_build(tmp_path: Path) -> None:
    """A page that a Markdown extension puts together is not published with a marker in it."""
    config = settings().replace("  - tables\n", "  - tables\n  - pymdownx.snippets\n")
    root = make(
        tmp_path,
        {
            "mkdocs.yml": config,
            "docs/code.md": '# About\n\n```yaml\n--8<-- "part.txt"\n```\n',
            "part.txt": f"Open.\n\n<!-- private -->\n\n{SECRETS['snippet']}\n\n<!-- /private -->\n",
        },
    )
    built = build(root, strict=False)
    assert built.status != 0
    assert "code.md includes a text with a private passage" in built.output
    assert not built.site.folder.exists() or SECRETS["snippet"].encode() not in b"".join(built.site.bytes().values())
