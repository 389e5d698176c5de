"""Text of a reading list: of a file, or of the files in an export of Omnivore, which is a folder or an archive."""

import json
import re
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path, PurePath

import click

from daytrail.cli.common.files import MAX_FILE_BYTES, disk_errors
from daytrail.cli.importing.common import read_public_source
from daytrail.importers.reading.omnivore import HIGHLIGHTS

_LISTS = re.compile(r"metadata_(\d+)_to_\d+\.json")


def is_export(path: Path) -> bool:
    """Tell whether a folder is an export of Omnivore."""
    return path.is_dir() and any(_LISTS.fullmatch(file.name) for file in path.rglob("metadata_*.json"))


def read_reading_source(path: Path) -> str:
    """Return the text of a source document; of an export of Omnivore, JSON with its pages and their highlights."""
    if path.is_dir():
        files = [file for file in path.rglob("*") if file.is_file()]
        return _export({str(file.relative_to(path)): partial(_read_file, file) for file in files}, path)
    with disk_errors(f"{path} cannot be read"):
        if not (path.is_file() and zipfile.is_zipfile(path)):
            return read_public_source(path, with_long_lines=True)
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            if sum(info.file_size for info in infos) > MAX_FILE_BYTES:
                raise click.ClickException(f"{path} is larger than {MAX_FILE_BYTES // 1_000_000} MB; unpack it")
            try:
                return _export({info.filename: partial(_unpacked, archive, info) for info in infos}, path)
            except (zipfile.BadZipFile, UnicodeDecodeError, RuntimeError, NotImplementedError) as failure:
                raise click.ClickException(f"{path} cannot be unpacked: {failure}") from None


def _read_file(file: Path) -> str:
    return read_public_source(file, with_long_lines=True) if file.stat().st_size else ""


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    return archive.read(info).decode()


def _export(files: Mapping[str, Callable[[], str]], path: Path) -> str:
    """Return the lists of pages of an export, and its highlights in the form that the importer reads."""
    by_name = {PurePath(name).name: read for name, read in files.items()}
    texts = [by_name[name]() for name in _lists([*by_name], path)]
    for name, read in sorted(files.items()):
        if PurePath(name).parent.name == HIGHLIGHTS and name.endswith(".md") and (markdown := read().strip()):
            texts.append(json.dumps([{"slug": PurePath(name).stem, HIGHLIGHTS: markdown}]))
    return "\n".join(texts)


def _lists(names: list[str], path: Path) -> list[str]:
    """Return the names of the files that list what was saved, in their order, or raise if there is none."""
    by_number = {int(match[1]): name for name in names if (match := _LISTS.fullmatch(name))}
    if not by_number:
        raise click.ClickException(
            f"{path} has no metadata_0_to_20.json, so it is no export of Omnivore; import other files one by one"
        )
    return [by_number[number] for number in sorted(by_number)]
