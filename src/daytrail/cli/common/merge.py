"""Merges of texts by git, and of entries, in which git leaves a conflict wherever both have ticked something."""

import subprocess
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from daytrail.cli.common.entries import without_items_in_comment
from daytrail.source.yaml.edit import (
    Append,
    FileText,
    Splice,
    edit_front_matter,
    has_comment,
    line_end,
    line_start,
    parse_text,
)

GIT_CONFIG = (
    "git config --global merge.daytrail.driver"
    """ 'daytrail entry merge %O %A %B || (grep -q "^<<<<<<< " %A && exit 1; git merge-file %A %O %B)'"""
)
"""The command that has git merge entries so, also where it does not find Daytrail: that must not look like a merge."""


def merged_entry(base: str, ours: str, theirs: str) -> str | None:
    """Return an entry with the changes of two versions of it, or None if they contradict each other.

    What both have added to a list of the front matter is kept. The rest is merged by git, line by line.
    """
    versions = [base or _common_lines(ours, theirs), ours, theirs]
    lists = _merged_lists(versions)
    ticked = [name for key in ("done", "dropped") for name in lists.get(key, ()) if isinstance(name, str)]
    versions = [without_items_in_comment(text, ticked) for text in versions]
    for key, values in lists.items():
        versions = _with_list(versions, key, values)
    done = merge_lines(*versions)
    merged = done.stdout.decode()
    is_merged = done.returncode == 0 and lists.items() <= (front_matter_of(merged) or {}).items()
    return merged if is_merged else None


def _merged_lists(versions: Sequence[str]) -> dict[str, list[Any]]:
    """Return the lists in which two versions differ, with all values of both, if none of the base is missing."""
    data = [front_matter_of(text) for text in versions]
    base, ours, theirs = ({} if None in data else values or {} for values in data)
    lists = {key: _joined(*(values.get(key, []) for values in (base, ours, theirs))) for key in {**ours, **theirs}}
    return {key: values for key, values in lists.items() if values and not _says_more(_lines(versions[2], key).new)}


def _joined(old: object, left: object, right: object) -> list[Any]:
    """Return the values of two lists; nothing if they are the same, or if one of them lacks a value of the old one."""
    if left == right or not (isinstance(old, list) and isinstance(left, list) and isinstance(right, list)):
        return []
    is_kept = all(value in left and value in right for value in old)
    return [*left, *(value for value in right if value not in left)] if is_kept else []


def _says_more(lines: str) -> bool:
    """Return whether the lines of a list, which ours are going to replace, have a comment or something private."""
    return has_comment(lines) or "<!--" in lines


def _with_list(versions: Sequence[str], key: str, values: Sequence[Any]) -> list[str]:
    """Return three versions of an entry with a list, written as in the second one, which is ours."""
    append = Append((key,), tuple(values))
    versions = [edit_front_matter(text, "", [append])[0] for text in versions]
    lines = _lines(versions[1], key).new
    return [FileText(text).spliced([_lines(text, key)._replace(new=lines)]) for text in versions]


def _common_lines(ours: str, theirs: str) -> str:
    """Return what could be the base of two versions without one, as of an entry that two machines have begun."""
    lines = ours.splitlines(keepends=True)
    blocks = SequenceMatcher(None, lines, theirs.splitlines(keepends=True), autojunk=False).get_matching_blocks()
    return "".join(line for block in blocks for line in lines[block.a : block.a + block.size])


def front_matter_of(text: str) -> dict[str, Any] | None:
    """Return what the front matter of a text contains, with values as texts; None if it cannot be read."""
    document, problems, _ = parse_text(FileText(text).text, "", is_markdown=True)
    data = document.data or {}
    return data if isinstance(data, dict) and not problems else None


def _lines(text: str, key: str) -> Splice:
    """Return the lines of a key, as a replacement of them by themselves; nothing if it has no lines of its own."""
    text = FileText(text).text
    root = parse_text(text, "", is_markdown=True)[0].root
    node = root.children.get(key) if root and not root.in_brackets else None
    if node is None or node.key is None:
        return Splice(0, 0, "")
    start, end = line_start(text, node.key.start), line_end(text, max(node.end - 1, node.key.end))
    return Splice(start, end, text[start:end])


def merge_lines(base: str, ours: str, theirs: str, *options: str) -> "subprocess.CompletedProcess[bytes]":
    """Have git merge three texts, line by line."""
    with TemporaryDirectory() as folder:
        for name, text in (("mine", ours), ("base", base), ("theirs", theirs)):
            Path(folder, name).write_bytes(text.encode())
        command = ["git", "merge-file", "-p", *options, "mine", "base", "theirs"]
        return subprocess.run(command, cwd=folder, capture_output=True, check=False)
