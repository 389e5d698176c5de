"""`daytrail new -` and `daytrail new --from-issue`: entries whose text was written elsewhere."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.cli.common.entry_text import form_fields
from daytrail.source.load import load
from tests.command import CommandResult, project, run, write

DAY = "2026-01-13"
FOLDER = "entries/2026"
NOTHING = "_No response_"


def new(root: Path, *arguments: str, text: str | bytes = "", today: str = DAY, **environment: str) -> CommandResult:
    """Run `daytrail new` with a text on standard input."""
    return run(root, "new", *arguments, text=text, **{"DAYTRAIL_TODAY": today, "SITE_URL": "", **environment})


def entries(root: Path) -> dict[str, str]:
    """Return the texts of the entries that are not those of the project, by their names."""
    folder = root / FOLDER
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.stem != "2026-01-12"}


def test_what_is_no_text_is_not_written(tmp_path: Path) -> None:
    result = new(project(tmp_path), "-", text=b"\xff\xfe")
    assert (result.status, entries(tmp_path)) == (1, {})
    assert "standard input" in result.err


# -- issues --

FIELDS = {"text": "What I did", "date": "Date", "hours": "Logged hours", "tags": "Tags", "done": "Done"}


def body(labels: Mapping[str, str] = FIELDS, /, **values: str) -> str:
    """Return what GitHub makes of the form."""
    return "\n\n".join(f"### {label}\n\n{values.get(name, NOTHING)}" for name, label in labels.items())


def issue(root: Path, text: str | None, title: str = "Neap tide", *options: str, **keys: Any) -> CommandResult:
    """Run the command on an event about an issue; the answer is in answer.md."""
    issue = {"title": title, "body": text, "author_association": "OWNER", "created_at": f"{DAY}T22:30:00Z", **keys}
    (root / "event.json").write_text(json.dumps({"action": "opened", "issue": issue}), encoding="utf-8")
    answer = root / "answer.md"
    answer.unlink(missing_ok=True)
    arguments = ("--from-issue", str(root / "event.json"), "--answer", str(answer), *options)
    return new(root, *arguments, today="2026-02-01", SITE_URL="https://ada.example/log/")


def answer(root: Path) -> str:
    return (root / "answer.md").read_text(encoding="utf-8")


def test_an_issue_becomes_an_entry_of_the_day_on_which_it_was_opened(tmp_path: Path) -> None:
    """The fields are in the front matter as the entry wants them, and the answer leads to the page."""
    text = body(
        text="Low.\r\n\r\n- [ ] buy a boat",
        hours="1,5 h",
        tags="#sea, “low tide”",
        done="- [x] w01/moon\n- `w02/gauge`",
    )
    write(
        project(tmp_path),
        {"mkdocs.yml": "site_name: x\nplugins: [daytrail: {timezone: Asia/Tokyo}]", "docs/index.md": "# Tides\n"},
    )
    result = issue(tmp_path, text)
    assert (result.status, result.err) == (0, "")
    assert entries(tmp_path) == {
        "2026-01-14": "---\ndate: 2026-01-14\nseries: tides\nday: 9\ntitle: Neap tide\ntags: [sea, low tide]\n"
        "hours: 1.5\ndone: [w01/moon, w02/gauge]\n---\n\nLow.\n\n- [ ] buy a boat\n"
    }
    assert "<https://ada.example/log/log/2026/01/14/>" in answer(tmp_path)
    assert load(tmp_path).problems == ()
    again = issue(tmp_path, text)
    assert (again.status, again.out, len(entries(tmp_path))) == (0, result.out, 1)


def test_mistakes_in_an_issue_are_answered_with_their_lines(tmp_path: Path) -> None:
    """Nothing is written. The answer quotes each line, and nothing in it is Markdown."""
    text = body(text="A `````` fence\n<!-- private -->\n@ada", date="14.1.2026", hours="~~~\n```\n@ada", done="w01/mon")
    result = issue(project(tmp_path), text)
    assert (result.status, result.out, entries(tmp_path)) == (1, "", {})
    answered = answer(tmp_path)
    assert f"{FOLDER}/2026-02-01.md:2:7: error: `14.1.2026` is not a date" in answered
    assert "\n  hint: did you mean `w01/moon`?" in answered
    assert "\n  7 | done: [w01/mon]\n" in answered
    before, fence, quoted = answered.partition("````text\n")
    assert (fence, quoted[-6:], quoted.count("````")) == ("````text\n", "\n````\n", 1)
    assert "@" not in before
    assert "error:" in result.err


HOSTILE = [
    "`touch hacked`",
    "$(touch hacked)",
    "'; touch hacked; '",
    "${{ github.token }}",
    "::set-output name=path::x",
    "a\nb\r\n::add-mask::x",
    "../../../etc/passwd",
    "---",
    "x\n---\ndraft: true\n---\n",
    "-->",
    "\x1b[2J\x00\u202e\ud800",
    "<script>alert(1)</script>",
    "&anchor *alias !!python/object:os.system",
]


@pytest.mark.parametrize("words", HOSTILE)
def test_whatever_an_issue_says_is_data(tmp_path: Path, words: str) -> None:
    """Hostile words in any field are words of the one new entry, or mistakes: no file but it, and no line of output."""
    project(tmp_path / "in")
    for field in ("title", *FIELDS):
        values = {"text": "Low.", **({field: words} if field != "title" else {})}
        before = {path for path in tmp_path.rglob("*") if path.is_file()}
        result = issue(tmp_path / "in", body(**values), words if field == "title" else "Neap tide")
        new_files = {path for path in tmp_path.rglob("*") if path.is_file()} - before
        written = [path for path in new_files if path.suffix == ".md" and path.name != "answer.md"]
        assert {path.name for path in new_files - {*written}} <= {"answer.md", "event.json"}
        assert [path.parent for path in written] == [tmp_path / "in" / FOLDER] * len(written)
        assert (result.status, len(written)) in ((0, 1), (1, 0))
        lines = [line for line in (result.out + result.err).splitlines() if line.startswith(("::", "##["))]
        assert lines == []
        assert not any(problem.location.path.endswith(f"{DAY}.md") for problem in load(tmp_path / "in").problems)
        for path in written:
            path.unlink()


@pytest.mark.parametrize("author", ["CONTRIBUTOR", "FIRST_TIMER", "NONE", None, "owner", ["OWNER"]])
def test_only_the_owner_and_collaborators_write(tmp_path: Path, author: object) -> None:
    result = issue(project(tmp_path), body(text="Low."), author_association=author)
    assert (result.status, entries(tmp_path), (tmp_path / "answer.md").exists()) == (1, {}, False)
    assert "only the owner and collaborators may write" in result.err


@pytest.mark.parametrize(
    "keys", [{"body": None}, {"body": "The site is broken."}, {"body": body()}, {"pull_request": {}}]
)
def test_another_issue_is_left_alone(tmp_path: Path, keys: dict[str, Any]) -> None:
    """An issue without the form's text, and a pull request, are no days and no mistakes."""
    text = keys.pop("body", body(text="Low."))
    result = issue(project(tmp_path), text, **keys)
    assert (result.status, result.out, entries(tmp_path)) == (0, "", {})
    assert "was not written with the form" in result.err


@given(st.permutations(list(FIELDS.items())), st.lists(st.sampled_from([*FIELDS.values(), "Low."]), max_size=6))
def test_headings_in_a_text_are_no_fields(fields: list[tuple[str, str]], headings: list[str]) -> None:
    """Wherever the text is in the form, and whatever headings are in it, all fields come back."""
    labels = dict(fields)
    values = {"text": "\n\n".join(["Low.", *(f"### {heading}\n\nx" for heading in headings)]), "tags": "a", "done": "b"}
    assert form_fields(body(labels, **values), labels) == values
