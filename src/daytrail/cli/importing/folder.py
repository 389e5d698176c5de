"""Folders with a file for each day: their list of files as a document, and the entries that the files become."""

import os
import re
from pathlib import Path, PurePosixPath

import click

from daytrail.cli.common.files import accepted
from daytrail.importers.document import Document, split_front_matter
from daytrail.importers.log_reader import Day
from daytrail.model.entry import FrontMatter
from daytrail.source.files import MARKDOWN_ENDINGS, is_hidden, link_obstacle
from daytrail.source.yaml.edit import Put, edit_front_matter

_SKIPPED_FOLDERS = ("node_modules", "logseq")
"""Names of folders with files of programs: dependencies, and the settings and backups of Logseq."""
_KEY = re.compile(r"(?P<key>[\w-]+)\s*:\s*(?P<value>.*)")


def markdown_files(folder: Path) -> list[Path]:
    """Return the Markdown files below a folder in the order of their names, without hidden and linked ones."""
    found: list[Path] = []
    for top, folders, files in os.walk(folder):
        folders[:] = [
            name for name in sorted(folders) if not name.startswith((".", "_")) and name not in _SKIPPED_FOLDERS
        ]
        found += [Path(top, name) for name in sorted(files) if name.casefold().endswith(MARKDOWN_ENDINGS)]
    paths = [(path, path.relative_to(folder).as_posix()) for path in found]
    files_of_days = [path for path, name in paths if not is_hidden(name) and not link_obstacle(folder, name)]
    if not files_of_days:
        raise click.ClickException(f"{folder} has no Markdown files; nothing was written")
    return files_of_days


def folder_document(folder: Path, texts: dict[str, str]) -> Document:
    """Return the files of a folder, given by their names, as a document of which each line is the name of one."""
    return Document(folder.resolve().name, "\n".join(texts), texts)


def entry_of_file(text: str, body: str, day: Day, series: str) -> str:
    """Return the entry that the file of a day becomes: its text, with the date and what else only its name says.

    Keys of front matter that entries do not have become comments.
    """
    front_matter, _ = split_front_matter(text)
    lines = []
    is_known = True
    for line in front_matter.splitlines():
        key = _KEY.match(line)
        is_known = key["key"] in FrontMatter.model_fields if key else is_known
        is_date = key and key["key"] == "date" and day.date
        lines.append(f"date: {day.date}" if is_date else line if is_known or not line.strip() else f"# {line}")
    head = "---\n" + "".join(f"{line}\n" for line in lines) + "---\n\n" if lines else ""
    puts = [Put(("date",), day.date)] if day.date and not PurePosixPath(day.file).name.startswith(str(day.date)) else []
    puts += [Put(("series",), series)] if series else []
    puts += [Put(("day",), day.number)] if day.number is not None else []
    missing = [put for put in puts if not re.search(rf"^{put.key_path[0]}:", head, re.MULTILINE)]
    return accepted(edit_front_matter(f"{head}{body}\n", day.file, missing, ("date", "series", "day")))
