"""`daytrail new`: the text of a new entry, and that no entry is ever overwritten."""

import json
import os
import re
import sys
from pathlib import Path

import pytest
import yaml

from daytrail.source.front_matter import split_front_matter
from daytrail.source.load import load
from daytrail.source.markdown_body import read_body
from tests.command import ENTRY, PLAN, CommandResult, project, run, texts, write
from tests.for_each import for_each

DAY = "2026-01-13"


def new(root: Path, *arguments: str, today: str = DAY) -> CommandResult:
    return run(root, "new", *arguments, DAYTRAIL_TODAY=today)


def written(root: Path, result: CommandResult) -> str:
    """Return the text of the entry whose path a run has printed, and nothing else, on standard output."""
    (line,) = result.out.splitlines()
    return Path(line).read_text(encoding="utf-8")


def front(text: str) -> list[str]:
    return split_front_matter(text, "")[0].front_matter.strip("\n").splitlines()


@for_each(
    [
        "--> <script>alert(1)</script>",
        "--!> <b>out</b>",
        "---> - [ ] out",
        "<!-- private",
        "<!-- private -->",
        "<!-- /private -->",
        "<!--",
        "--",
        "--<!-> out",
        "<<!--!--",
    ]
)
def test_no_task_or_item_can_end_the_comment(hostile: str, tmp_path: Path) -> None:
    project(tmp_path)
    # Written so that it is not a marker of a private passage where it stands.
    in_yaml, in_text = json.dumps(hostile).replace("<", "\\x3c"), hostile.replace("private", "&#112;rivate")
    write(
        tmp_path,
        {
            "curriculum.yaml": PLAN.replace("Read a gauge", in_yaml).replace("Flood", in_yaml),
            "entries/2026/2026-01-12.md": ENTRY.replace("buy a gauge", f"`{in_text}`"),
        },
    )
    text = written(tmp_path, new(tmp_path))
    body = text.split("---\n", 2)[2]
    comment = re.search(r"<!--.*?(?:-->|--!>|\Z)", body, re.DOTALL)
    assert comment is not None
    assert comment[0].endswith("\n-->")
    assert (body[: comment.start()].strip(), body[comment.end() :]) == ("", "\n")
    assert body.count("<!--") == 1
    loaded = load(tmp_path)
    assert [problem for problem in loaded.problems if "01-13" in problem.location.path] == []
    assert read_body(loaded.journal.entries[-1].body) == read_body("")


TITLES = ("a: b", "#1", "- x", "yes", "2026", "1:30", "2026-02-30", 'it\'s "so"', "a\\b", "{a} [b]", "a #b", "日本 🙂")


def test_any_title_comes_back_as_it_was_given(tmp_path: Path) -> None:
    project(tmp_path)
    for number, title in enumerate(TITLES):
        text = written(tmp_path, new(tmp_path, "--title", f"  {title} ", "--date", f"2026-02-{number + 1:02}"))
        assert yaml.safe_load("\n".join(front(text)))["title"] == title  # for those who read YAML with types as well
    loaded = load(tmp_path)
    assert [entry.title for entry in loaded.journal.entries][1:] == [*TITLES]
    assert loaded.problems == ()


@pytest.mark.parametrize("suffix", ["../../out", "/", "a/b", "🙂"])
def test_no_suffix_leaves_the_folder(tmp_path: Path, suffix: str) -> None:
    project(tmp_path / "in")
    new(tmp_path / "in", "--suffix", suffix)
    outside = [
        path for path in texts(tmp_path) if not re.match(r"in/(mkdocs.yml|curriculum.yaml|entries/2026/[^/]+$)", path)
    ]
    assert outside == []


def test_today_is_taken_in_the_sites_time_zone(tmp_path: Path) -> None:
    project(tmp_path)
    days = []
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):  # 26 hours apart: never the same date
        write(tmp_path, {"mkdocs.yml": f"plugins: [daytrail: {{timezone: {zone}}}]"})
        days.append(Path(run(tmp_path, "new", DAYTRAIL_TODAY=None).out.strip()).stem)
    assert days[0] > days[1]


def editor(root: Path, code: str) -> str:
    """Return a command line with quotes that runs a script on the file that it is given."""
    write(root, {"my editor.py": code})
    return f"'{sys.executable}' '{root / 'my editor.py'}' --wait"


@pytest.mark.skipif(os.name == "nt", reason="quotes are other ones there")
def test_the_editor_opens_the_entry(tmp_path: Path) -> None:
    project(tmp_path)
    words = editor(tmp_path, "import sys; assert sys.argv[1] == '--wait'; open(sys.argv[2], 'a').write('edited')")
    result = run(tmp_path, "new", "--edit", DAYTRAIL_TODAY=DAY, VISUAL=words, EDITOR="false")
    assert result.status == 0
    assert written(tmp_path, result).endswith("edited")
    run(tmp_path, "new", "--edit", DAYTRAIL_TODAY=DAY, VISUAL="", EDITOR=words)
    assert written(tmp_path, result).endswith("editededited")
