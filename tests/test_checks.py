"""Rules that ruff and mypy do not check: reasons of suppressions, and the number of branches."""

import csv
import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/daytrail"
# mypy reads only a second comment as a reason, the others read one after a dash.
SUPPRESSION = re.compile(r"#\s*(?:noqa|type:\s*ignore|pragma:|nosec|fmt:\s*(?:off|skip)|pylint:|pyright:)")
REASONED = re.compile(
    r"# (?:noqa: [A-Z]+[0-9]+(?:, [A-Z]+[0-9]+)* - |type: ignore\[[a-z-]+(?:, ?[a-z-]+)*\] +# |pragma: no cover - |"
    r"fmt: (?:off|skip) - )\S"
)


def tracked(*patterns: str) -> list[Path]:
    """Return the repository's files that git tracks and that exist."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("no git repository to ask for its files")
    listed = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, check=True, encoding="utf-8"
    )
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line numbers and texts of a module's comments."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def test_each_suppression_gives_a_reason() -> None:
    """A comment that suppresses a check ends in a reason: `# noqa: S607 - …`, `# type: ignore[misc]  # …`."""
    silent = [
        f"{path.relative_to(ROOT)}:{line}: {comment}"
        for path in tracked("*.py")
        for line, comment in comments(path)
        if SUPPRESSION.match(comment) and not REASONED.match(comment)
    ]
    assert silent == []


MOST_BRANCHES = 12
WATCHED = ("project", "site", "cli", "source", "model", "facts", "views", "problems.py", "gfm.py", "union_find.py")
"""Rooms whose functions have at most so many branches; imports have more functions with too many, for now."""
COMPLEX = {
    "cli/common/entries.py entry_at": "a list of ways to name an entry, in their order",
    "cli/common/entries.py entry_of_day": "a list of reasons for which an entry is the one, in their order",
    "cli/common/status_text.py _sections": "one section after the other, each with its condition",
    "cli/entry.py _with_links": "one loop over the places of a URL, with the links that a change leaves",
    "cli/init.py init": "a list of steps, of which some are left out",
    "cli/init.py _journal": "a list of values for templates",
    "cli/new.py new": "three sources of a text, and what follows in all cases",
    "cli/plan.py _later_numbers": "a list of all numbers of weeks in a plan",
    "cli/plan.py fit": "three ways to change a plan, each with its condition",
    "facts/ledger.py ledger": "a list of all sources of URLs",
    "facts/ledger.py _history": "one walk through events, with all kinds of them",
    "facts/ledger.py _resource": "a list of fields, of which each has several sources",
    "facts/ledger.py _shelf": "a list of shelves in their order",
    "facts/milestones.py milestones": "one loop over the milestones of a plan, with all fields of a record",
    "facts/pace.py pace": "a list of figures, with comprehensions",
    "facts/progress.py _item": "one walk through the statements about an item",
    "facts/reviews.py reviews": "one loop over entries and one over weeks, with comprehensions",
    "facts/series.py next_day_number": "a list of reasons in their order, with comprehensions",
    "facts/standing.py standing": "a list of fields, each with its condition",
    "gfm.py _with_whole_urls": "a character of a text at a time, with all that may end a URL",
    "project/config_file.py _resolve": "two tags of YAML in one walk through the nodes",
    "project/config_file.py locate_message": "one rule for all messages of MkDocs, which have no common form",
    "project/default_settings.py added_settings": "a list of settings, each with its condition",
    "project/folders.py _obstacle": "a list of reasons in their order",
    "project/folders.py _overlaps": "one loop over pairs, with the exceptions that are allowed",
    "project/git_history.py _walk": "one walk through a history, with all kinds of changes",
    "project/site_checks/links.py _what_is_wrong": "the order of questions is that of MkDocs",
    "project/site_checks/macro_calls.py check_templates": "one walk through the calls of a page",
    "project/site_checks/checks.py check_navigation": "one walk through the navigation",
    "views/body.py _add_theme_classes": "one walk through the tokens of a text",
    "views/body.py _code": "a list of options of a block, each with its condition",
    "views/body.py _is_convertible": "one walk through the tokens of a formula",
    "views/files/bibtex.py _entry": "a list of fields, each with its condition",
    "views/macros/dependency_map.py _diagram": "a list of lines, with comprehensions",
    "views/sanitise.py _attribute": "a list of attributes, each with its rule",
    "site/added_settings.py add_settings": "a list of settings, each with its condition",
    "views/words.py stats_numbers": "a list of figures, each with its condition",
    "source/draft_text.py find_misplaced": "one walk through the lines of a text",
    "source/checks/plan.py check_overlapping_parts": "one walk through parts by their weeks",
    "source/checks/plan.py check_repeated_readings": "one walk through readings of one page",
    "source/front_matter.py find_unopened": "one walk through the lines at the top of a text",
    "source/front_matter.py with_plain_fences": "one walk through the lines at the top of a text",
    "source/markdown_body.py read_body": "one walk through the tokens of a text",
    "source/notations/comments.py find_comments": "a list of steps, with comprehensions",
    "source/notations/properties.py _take_out": "one walk through the tokens of a text",
    "source/private_text.py _private_spans": "one walk through the markers of a text, then what is like one",
    "source/yaml/edit.py _apply": "a case for each kind of change",
    "source/yaml/edit.py _check_change": "a list of reasons in their order",
    "source/yaml/edit.py _edit": "a list of steps, with comprehensions",
    "source/yaml/edit.py _splices": "a case for each kind of change",
    "source/yaml/parser.py add_event": "a list of limits, then a case for each kind of event",
    "source/yaml/syntax_messages.py problem": "a list of what the parser says, in its order",
}
"""Functions that have more branches, each with the reason."""


def test_functions_have_few_branches() -> None:
    """Comprehensions and boolean operators count, which Ruff's rule leaves out. Each exception needs to be one."""
    lizard = shutil.which("lizard", path=str(Path(sys.executable).parent))
    assert lizard, "lizard is missing from this environment: make test"
    command = [lizard, "--csv", "--exclude", "*/cli/importing/*", *(str(SOURCE / room) for room in WATCHED)]
    rows = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    found = {
        f"{Path(row[6]).relative_to(SOURCE).as_posix()} {row[7].rpartition('.')[2]}"
        for row in csv.reader(rows.splitlines())
        if int(row[1]) > MOST_BRANCHES
    }
    assert found == COMPLEX.keys()
