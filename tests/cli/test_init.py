"""`daytrail init`: the files of a new journal, documents that it begins with, and where its Daytrail comes from."""

import json
import re
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest
import yaml

from daytrail.cli.common import files as files_of_commands
from daytrail.cli.common.origin import installed_origin
from tests.command import CommandResult, run, texts, write
from tests.website import Site, build, one, text

TODAY = "2026-02-16"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
MOST_FILES = 17
LOG = "## 2026-02-02\n\nEbb, see https://example.org/moon\n\n## 2026-02-03\n\nFlood\n"


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let documents be named as seen from the folder of a test."""
    monkeypatch.chdir(tmp_path)


def init(folder: Path, *options: str, **environment: str) -> CommandResult:
    return run(folder.parent, "init", folder.name, *options, DAYTRAIL_TODAY=TODAY, TZ="UTC", **environment)


def files(folder: Path) -> list[str]:
    return sorted(texts(folder))


def test_a_new_journal_has_few_files_and_no_problem(tmp_path: Path) -> None:
    """The command names what it writes, at most seventeen files, in which `daytrail check` finds nothing."""
    result = init(tmp_path / "my-log")
    assert (result.status, sorted(result.out.split())) == (0, files(tmp_path / "my-log"))
    assert len(files(tmp_path / "my-log")) <= MOST_FILES
    assert {"mkdocs.yml", "curriculum.yaml", f"entries/2026/{TODAY}.md"} <= {*files(tmp_path / "my-log")}
    assert "site_name: My log\n" in texts(tmp_path / "my-log")["mkdocs.yml"]
    checked = run(tmp_path / "my-log", "check", "--plan", DAYTRAIL_TODAY=TODAY)
    assert (checked.status, checked.err) == (0, "plan: 4 weeks, 9 items, 17 h estimated\nno problems (1 entry)\n")


@pytest.mark.site
def test_the_first_site_shows_the_first_day(tmp_path: Path) -> None:
    """Pages of one line are whole overviews: as wide as the window, and left out of the search."""
    init(tmp_path / "j", "--name", "Tides & <Ebb>")
    built = build(tmp_path / "j", DAYTRAIL_TODAY=TODAY)
    assert built.status == 0, built.output
    assert text(one(built.site.page("").main, "h1")).startswith("Tides & <Ebb>")
    for address in ("", "log/", "curriculum/", "reading/", "stats/"):
        page = built.site.page(address)
        assert [sidebar.get("hidden") for sidebar in page.find("div.md-sidebar")] == ["", ""], address
        assert "The first day" in page.source or address not in ("", "log/")
    found = built.site.found_by_search
    assert not {"", "log/", "stats/", "reading/", "curriculum/"} & found
    assert {"log/2026/02/16/", "curriculum/week-01/"} <= found


def tabs(site: Site) -> list[str]:
    return [text(tab) for tab in site.page("").find("a.md-tabs__link")]


@pytest.mark.site
def test_a_german_site_has_german_tabs_and_headings(tmp_path: Path) -> None:
    """So are those of pages that it does not have, all that it begins with, and the tabs of a site without `nav`."""
    init(tmp_path / "j", "--language", "de")
    assert run(tmp_path / "j", "check", DAYTRAIL_TODAY=TODAY).status == 0
    settings = re.sub(r"  - .*: stats.md\n", "  - stats.md\n", texts(tmp_path / "j")["mkdocs.yml"])
    write(tmp_path / "j", {"mkdocs.yml": settings})
    (tmp_path / "j/docs/stats.md").unlink()
    site = build(tmp_path / "j", DAYTRAIL_TODAY=TODAY).site
    titles = [text(one(site.page(page).main, "h1")) for page in ("reading/", "stats/", "log/2026/02/16/")]
    assert titles == ["Lektüre", "Statistik", "Der erste Tag"]
    assert "Die Grundlagen" in site.page("curriculum/").source
    assert tabs(site) == ["Heute", "Log", "Plan", "Lektüre", "Statistik"]
    write(tmp_path / "j", {"mkdocs.yml": re.sub(r"nav:\n(  - .*\n)+", "", settings)})
    without_nav = build(tmp_path / "j", DAYTRAIL_TODAY=TODAY).site
    assert {*tabs(without_nav)} >= {"Log", "Plan", "Lektüre", "Statistik"}


def test_a_journal_without_plan_has_no_trace_of_one(tmp_path: Path) -> None:
    assert init(tmp_path / "j", "--without", "plan").status == 0
    assert not {"curriculum.yaml", "docs/curriculum.md"} & {*files(tmp_path / "j")}
    pages = {name: text for name, text in texts(tmp_path / "j").items() if name.endswith((".md", "mkdocs.yml"))}
    assert [name for name, text in pages.items() if re.search(r"\bplan\b|curriculum|w01", text)] == []
    assert run(tmp_path / "j", "check", DAYTRAIL_TODAY=TODAY).status == 0


def test_a_journal_begins_with_a_log_that_is_imported(tmp_path: Path) -> None:
    """The days of the log are in the place of the first entry and the first plan."""
    write(tmp_path, {"log.md": LOG})
    result = run(tmp_path, "init", "j", "--from", "log.md", DAYTRAIL_TODAY=TODAY)
    assert (result.status, result.out.split()) == (0, files(tmp_path / "j")), result.err
    written = texts(tmp_path / "j")
    assert [name for name in written if name.startswith("entries/")] == [
        "entries/2026/2026-02-02.md",
        "entries/2026/2026-02-03.md",
    ]
    assert "curriculum.yaml" not in written
    assert [name for name in written if name.startswith("imports/")] == ["imports/log.yaml"]
    assert str(tmp_path) not in "".join(written.values())
    assert run(tmp_path / "j", "check", DAYTRAIL_TODAY=TODAY).status == 0


def test_a_log_whose_recipe_asks_something_is_imported_when_it_is_answered(tmp_path: Path) -> None:
    write(tmp_path, {"log.md": "01/13/2026 (T - 5)\nRan.\n01/14/2026 (T - 4)\nRan again.\n"})
    result = run(tmp_path, "init", "j", "--from", "log.md", DAYTRAIL_TODAY=TODAY)
    assert (result.status, "imports/log.yaml" in result.out.split()) == (0, True), result.err
    assert "`series` is still a `?`" in result.err
    assert not (tmp_path / "j/entries").exists()
    assert run(tmp_path / "j", "check", DAYTRAIL_TODAY=TODAY).status == 0


# a plan that was followed in a browser

FOLLOWED = """title: Tides
parts:
  - id: sea
    title: The sea
    weeks:
      - week: 1
        title: Ebb
        concepts: [{id: new-moon, text: The moon, was: [w01/moon]}, {id: sun, text: The sun}]
      - {week: 2, title: Flood, was: [w01], reading: [{id: paper, title: First}]}
      - {week: 3, title: Storm, was: [w02], reading: [{id: paper, title: Second}]}
"""
PROGRESS = """{
  "done": [
    {"item": "w01/moon", "date": "2026-02-06"},
    {"item": "w01/new-moon", "date": "2026-02-04", "title": "The moon"},
    {"item": "w01/sun", "date": "2026-02-16"},
    {"item": "w02/paper", "date": "2026-02-06", "title": "Second"},
    {"item": "w01/boat", "date": "2026-02-03", "title": "A boat # and <b>a net</b>"}
  ]
}
"""


def test_a_journal_begins_with_a_plan_and_what_was_done_of_it(tmp_path: Path) -> None:
    """Each day with ticks has an entry, by the addresses that the plan has now; what it does not have is named."""
    write(tmp_path, {"theirs.yaml": FOLLOWED, "progress.json": PROGRESS})
    result = run(tmp_path, "init", "j", "--plan", "theirs.yaml", "--progress", "progress.json", DAYTRAIL_TODAY=TODAY)
    assert (result.status, result.out.split()) == (0, files(tmp_path / "j")), result.err
    assert "note: the plan has no item `A boat # and <b>a net</b>`, done on 2026-02-03\n" in result.err
    assert "theirs.yaml: taken over, 3 weeks, 4 items, 3 of them done\n" in result.err
    written = texts(tmp_path / "j")
    entries = {name: text for name, text in written.items() if name.startswith("entries/")}
    first = entries.pop(f"entries/2026/{TODAY}.md")
    assert entries == {
        "entries/2026/2026-02-04.md": "---\ndate: 2026-02-04\ndone: [w01/new-moon]\n---\n",
        "entries/2026/2026-02-06.md": "---\ndate: 2026-02-06\ndone: [w03/paper]\n---\n",
    }
    assert "done: [w01/sun]\n" in first
    assert yaml.safe_load(written["curriculum.yaml"])["start"].isoformat() == "2026-02-02"
    checked = run(tmp_path / "j", "check", DAYTRAIL_TODAY=TODAY)
    assert (checked.status, checked.err) == (0, "no problems (3 entries)\n")
    again = run(tmp_path / "j", "plan", "pull", DAYTRAIL_TODAY=TODAY)
    assert (again.status, again.out, again.err) == (0, "", "there is nothing to change\n")


def test_mistakes_in_a_progress_file_are_all_told_and_nothing_is_written(tmp_path: Path) -> None:
    wrong = "done:\n  - {item: w01/sun, date: 2026-02-31}\n  - {item: ../../x, on: 2026-02-01}\n  - {item: <b>}\n"
    write(tmp_path, {"curriculum.yaml": FOLLOWED, "progress.json": wrong})
    result = run(
        tmp_path, "init", "j", "--plan", "curriculum.yaml", "--progress", "progress.json", DAYTRAIL_TODAY=TODAY
    )
    lines = re.findall(r"progress\.json:(\d+):\d+: error: ", result.err)
    assert (result.status, lines, result.out) == (1, ["2", "3", "3", "3", "4", "4"], ""), result.err
    assert not (tmp_path / "j").exists()


# nothing is overwritten


def test_a_file_in_the_way_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    own = {"README.md": "mine\n", ".gitignore": "*.pdf\n", "notes.txt": "mine\n"}
    result = init(write(tmp_path / "j", own))
    assert (result.status, texts(tmp_path / "j")) == (1, own)
    assert "2 files in the way, so nothing was written" in result.err
    assert all(name in result.err for name in ("README.md", ".gitignore"))


def test_an_import_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """If one of two documents cannot be imported, the folder is as it was: missing, or with the owner's files."""
    before = {"log.md": LOG, "other.md": "No log.\n", "old/notes.txt": "mine\n"}
    write(tmp_path, before)
    for folder in ("new/j", "old"):
        result = run(tmp_path, "init", folder, "--from", "log.md", "--from", "other.md", DAYTRAIL_TODAY=TODAY)
        assert (result.status, result.out, "other.md: there is no recipe" in result.err) == (1, "", True)
        assert (texts(tmp_path), (tmp_path / "new").exists()) == (before, False)


# an existing folder


def test_no_journal_is_started_inside_of_another_one(tmp_path: Path) -> None:
    root = write(tmp_path / "j", {"mkdocs.yml": "site_name: x\nplugins: [daytrail]\n"})
    for options in ((), ("--into",)):
        result = run(root, "init", "notes/mine", *options)
        assert (result.status, "is in the journal" in result.err) == (1, True)
        assert not (root / "notes").exists()
    assert run(write(tmp_path / "site", {"mkdocs.yml": "site_name: x\n"}), "init", "mine").status == 0


SITE = "site_name: Mine\ntheme: material\n"
SITE_WITH_LISTS = f"{SITE}docs_dir: pages\nnav:\n  - Home: index.md\n  - Log: log.md\nplugins:\n  - search\n"


@pytest.mark.site
@pytest.mark.parametrize(("settings", "docs"), [(SITE, "docs"), (SITE_WITH_LISTS, "pages")])
def test_an_existing_site_becomes_a_journal_by_the_lines_that_are_printed(
    tmp_path: Path, settings: str, docs: str
) -> None:
    """Its own files stay, and with the lines that the command prints in mkdocs.yml the site shows the first day."""
    own = {"mkdocs.yml": settings, f"{docs}/index.md": "# Mine\n", f"{docs}/log.md": "# My log\n"}
    result = init(write(tmp_path / "j", own), "--into")
    assert (result.status, {name: texts(tmp_path / "j")[name] for name in own}) == (0, own)
    assert sorted([*result.out.split(), *own]) == files(tmp_path / "j")
    for key, lines in re.findall(r"^(plugins|nav):.*\n((?:  .*\n)+)", result.err, re.MULTILINE):
        lists = dict(re.findall(r"^(\w+):\n((?:  .*\n)+)", settings, re.MULTILINE))
        settings = settings.replace(f"{key}:\n{lists.get(key, '')}", "")
        settings += f"{key}:\n{lists.get(key, '')}{lines}"
    write(tmp_path / "j", {"mkdocs.yml": settings})
    built = build(tmp_path / "j", DAYTRAIL_TODAY=TODAY)
    assert built.status == 0, built.output
    assert {"log/2026/02/16/", "curriculum/week-01/", "stats/"} <= built.site.pages.keys()
    assert f"\n{docs}/log.md: {{{{ timeline() }}}}\n" in result.err
    assert all(f"{docs}/{page}.md:" not in result.err for page in ("stats", "curriculum", "reading"))
    assert all(line in result.err for line in ("\n.daytrail-*\nsite/\n", "\nentries/**/*.md merge=daytrail\n"))
    crumbs = re.search(r'class="dt-crumbs".*', built.site.page("log/2026/02/16/").source)
    assert crumbs
    assert re.findall(r'href="(.*?)"', crumbs[0]) == [
        "../../",
        "../../",
        "../../#2026-02",
    ]  # to the year, not their page
    assert "My log" in built.site.page("log/").source
    assert "{{" not in text(built.site.page("stats/").main)


# a form for the phone


def test_a_journal_that_exists_gets_the_form_and_nothing_else(tmp_path: Path) -> None:
    init(tmp_path / "j")
    before = texts(tmp_path / "j")
    result = init(tmp_path / "j", "--phone")
    added = {name: text for name, text in texts(tmp_path / "j").items() if name not in before}
    assert (result.status, [*added], before | added) == (0, sorted(result.out.split()), texts(tmp_path / "j"))
    assert len(added) == 2
    write(tmp_path / "j", {".github/ISSUE_TEMPLATE/day.yml": "mine"})
    assert init(tmp_path / "j", "--phone").status == 1
    assert texts(tmp_path / "j")[".github/ISSUE_TEMPLATE/day.yml"] == "mine"
    assert init(tmp_path / "j", "--phone", "--name", "x").status == 2


# where Daytrail comes from

WHEEL = "file:///home/ada/dist/daytrail-0.1.0-py3-none-any.whl"
GIT = {"url": "https://ada:secret@github.com/ada/daytrail.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}
UNKNOWN = "OWNER/daytrail/.github/workflows/publish.yml@v0.1.0"


@pytest.mark.parametrize(
    ("direct_url", "requirement", "workflow"),
    [
        (GIT, f"git+https://github.com/ada/daytrail@{COMMIT}", f"ada/daytrail/.github/workflows/publish.yml@{COMMIT}"),
        (GIT | {"url": "https://git.example/a/b"}, f"git+https://git.example/a/b@{COMMIT}", UNKNOWN[:-6] + COMMIT),
        (
            GIT | {"url": "file:///home/ada/daytrail"},
            f"git+file://localhost/home/ada/daytrail@{COMMIT}",
            UNKNOWN[:-6] + COMMIT,
        ),
        ({"url": WHEEL, "archive_info": {}}, WHEEL, UNKNOWN),
        (None, "", UNKNOWN),
    ],
)
def test_a_journal_names_where_its_daytrail_came_from(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    direct_url: dict[str, Any] | None,
    requirement: str,
    workflow: str,
) -> None:
    """The requirement and the workflow name the repository and the commit that were installed, and no password."""
    install(tmp_path, monkeypatch, direct_url)
    assert init(tmp_path / "j").status == 0
    written = texts(tmp_path / "j")
    lines = [line for line in written["requirements.txt"].splitlines() if not line.startswith("#")]
    assert lines == [f"daytrail @ {requirement}" if requirement else "daytrail==0.1.0"]
    job = yaml.safe_load(written[".github/workflows/pages.yml"])["jobs"]["publish"]
    assert job["uses"] == workflow
    assert "secret" not in "".join(written.values())
    # What only this machine has, or what GitHub does not know, is said where it has to be put in.
    assert ("Only this machine" in written["requirements.txt"]) == requirement.startswith(("file:", "git+file:"))
    assert ("Put in the repository" in written[".github/workflows/pages.yml"]) == workflow.startswith("OWNER")


def test_the_files_for_github_and_editors_are_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub's schema accepts the workflows, zizmor finds nothing in them, and the plan names its JSON Schema."""
    install(tmp_path, monkeypatch, GIT)
    init(tmp_path / "j", "--phone")
    workflows = [str(path) for path in (tmp_path / "j/.github/workflows").iterdir()]
    assert len(workflows) == 2
    schema = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows]
    zizmor = [shutil.which("zizmor", path=str(Path(sys.executable).parent)) or "zizmor", "--offline", "--no-progress"]
    for command in (schema, [*zizmor, "--persona", "pedantic", str(tmp_path / "j")]):
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout
    written = texts(tmp_path / "j")
    settings = [json.loads(written[name]) for name in written if name.endswith((".json", ".code-snippets"))]
    assert len(settings) == 3
    schema_path = written["curriculum.yaml"].partition("\n")[0].partition(f"/ada/daytrail/{COMMIT}/")[2]
    assert (Path(__file__).parents[2] / schema_path).is_file()


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, direct_url: dict[str, Any] | None) -> None:
    """Let the command be that of a Daytrail that was installed from somewhere."""
    metadata = {"x.dist-info/METADATA": "Metadata-Version: 2.1\nName: daytrail\nVersion: 0.1.0\n"}
    if direct_url:
        metadata["x.dist-info/direct_url.json"] = json.dumps(direct_url)
    origin = installed_origin(Distribution.at(write(folder / "packages", metadata) / "x.dist-info"))
    monkeypatch.setattr(import_module("daytrail.cli.init"), "installed_origin", lambda: origin)


@pytest.mark.parametrize(
    "name", ["docs/blog/posts/l.txt", "docs/blog/posts/l.md", "docs/blog/.authors.yml", "docs/blog/l.txt"]
)
def test_a_blog_with_a_link_that_leads_out_of_it_is_refused(tmp_path: Path, name: str) -> None:
    """What it leads to would become a file of the journal, and be published."""
    post = "---\ndate: 2024-01-31\n---\n[l](l.txt) [m](../l.txt)\n"
    write(tmp_path, {"secret": "heron", "docs/blog/posts/a.md": post, "docs/blog/posts/b.md": post})
    (tmp_path / name).symlink_to(tmp_path / "secret")
    result = init(tmp_path / "new", "--from", "docs/blog")
    assert (result.status, f"{name} cannot be taken over: the link leads out of" in result.err) == (1, True), result.err
    assert not (tmp_path / "new").exists()


def test_no_part_of_a_large_file_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that reads only its beginning would write a shorter one."""
    monkeypatch.setattr(files_of_commands, "MAX_FILE_BYTES", 50)
    post = "---\ndate: 2024-01-31\n---\nText.\n"
    write(tmp_path, {"blog/a.md": post, "blog/b.png": "x" * 51})
    result = init(tmp_path / "new", "--from", "blog")
    assert (result.status, "larger than" in result.err, (tmp_path / "new").exists()) == (1, True, False)
