"""Search index of the site: bundles of Pagefind, from which browsers load only what a search needs.

A browser joins them: that of pages about this month and the last one, which are indexed anew at each change, that of
the rest of the last twelve months and of pages about no day that seldom change, and those of older pages, each of some
years. One index of everything takes 27 s and 2.2 GB with 10,000 entries. A bundle is made of small documents, and kept
while these stay the same.
"""

import json
import os
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import unquote

from markupsafe import escape
from mkdocs.exceptions import PluginError
from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.project.code_version import fingerprint
from daytrail.site.build import Build
from daytrail.site.page_keys import digest
from daytrail.site.staging import Staging
from daytrail.views.files.search import SearchFacts, first_days, search_document, search_facts
from daytrail.views.files.search_sections import search_sections
from daytrail.views.files.unspaced import RUN, index_language

FOLDER = "search/"
"""Folder of the bundles in the site; the script of the search has its path too."""
INDEX = f"{FOLDER}search_index.json"
"""What the search plugin of the theme writes."""
_LIST = f"{FOLDER}bundles.json"
_INDEX_FILES = (".json", ".pf_meta", ".pf_index", ".pf_filter", ".pf_fragment")
"""Ends of the names of what is found, without those of Pagefind's programs, of which browsers load two."""
_PART = "2500"
"""Size of the parts of the index, in places of words; a browser loads a part of each bundle for each word of a search.

Pagefind's own is 20,000, with which the first search loads twice as much.
"""


class SearchText(NamedTuple):
    """What the search knows of a page, for JSON."""

    sections: Sequence[Mapping[str, Any]]
    """The page and each of its sections, as the search plugin of the theme has them in its index."""
    facts: Sequence[Any]
    """`SearchFacts`."""


@cache
def program() -> Path | None:
    """Return the program of Pagefind; None if there is none."""
    try:
        return Path(import_module("pagefind_bin").get_executable())
    except (ImportError, OSError):  # not for this system
        return None


def search_text(build: Build, page: MkDocsPage) -> SearchText | None:
    """Return what the search knows of a page, whichever it is: the one place that prepares it; None if excluded."""
    search, uri = page.meta.get("search") or {}, page.file.src_uri
    if search.get("exclude"):
        return None
    title, tags = str(page.meta.get("title", page.title)), page.meta.get("tags")
    if generated := build.page(uri):
        tags = list(map(escape, generated.labels))  # the search does not escape them
    more = {"tags": list(map(str, tags))} if tags and isinstance(tags, list) else {}
    more |= {"boost": search["boost"]} if "boost" in search else {}
    sections = [
        {"location": f"{page.url}#{anchor}" if anchor else page.url, "title": heading or title, "text": text, **more}
        for anchor, heading, text in search_sections(page.content or "")
    ]
    facts = search_facts(generated, build.publication.addresses, is_review=uri in build.reviews)
    return SearchText(sections, facts) if sections else None


def unfound_runs(texts: Mapping[str, SearchText]) -> str:
    """Return a message about pages of which the search of Material finds only whole sentences; empty if there are none.

    Its index splits texts at spaces. For Japanese, Thai and, with a further package, Chinese it guesses words.
    """
    uris = [uri for uri, text in texts.items() if any(RUN.search(section["text"]) for section in text.sections)]
    if not uris:
        return ""
    pages = "1 page" if len(uris) == 1 else f"{len(uris)} pages"
    return (
        f"The search of Material finds no part of a sentence without spaces between words in {pages}, such as "
        f"{uris[0]}; that of Pagefind does"
    )


def write_bundles(build: Build, staging: Staging, texts: Mapping[str, SearchText]) -> None:
    """Write the bundles of a site, or keep those that stay the same. `texts` are those of pages by their URIs.

    Raises:
        PluginError: Pagefind has failed.
    """
    folders: list[str] = []
    language = index_language(build.publication.language)
    for name, uris in _groups(build, texts):
        folder = f"{FOLDER}{name}/" if folders else FOLDER  # the first bundle has the programs that browsers load
        if uris and _write_bundle(folder, [texts[uri] for uri in uris], language, staging):
            folders.append(folder)
    staging.write(_LIST, json.dumps(folders).encode())


def _write_bundle(folder: str, pages: Sequence[SearchText], language: str, staging: Staging) -> bool:
    """Write the bundle of some pages into a folder of the site, or keep it; return False if they have no words."""
    key = digest([fingerprint(), language, folder, json.dumps(pages)])  # those that are kept come from JSON
    if staging.keep_all(key):
        return True
    files = _run_pagefind((_document(page, language) for page in pages), language)
    languages = [*json.loads(files["pagefind-entry.json"])["languages"].values()]
    if not languages:
        return False
    programs = ("pagefind.js", f"wasm.{languages[0]['wasm'] or 'unknown'}.pagefind") if folder == FOLDER else ()
    for path in sorted(path for path in files if path.endswith((*_INDEX_FILES, *programs))):
        staging.write(f"{folder}{path}", files[path])
        staging.note(f"{folder}{path}", {"key": key})
    return True


def _groups(build: Build, uris: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each bundle with its pages in their order, the newest bundle first."""
    subjects = build.subjects.values()
    splits = first_days(build.project.facts.today, [subject.changed for subject in subjects if subject.changed])
    names = ["recent", "year", *(f"older-{number}" for number in range(len(splits) - 1, 0, -1))]
    groups: dict[str, list[tuple[date, str]]] = {name: [] for name in names}
    for uri in uris:
        if day := build.day_of(uri):
            groups[names[sum(day < split for split in splits)]].append((day, uri))
        else:  # docs pages with macros change with each entry, and are seldom in folders
            groups["year" if uri in build.subjects or "/" in uri else "recent"].append((date.min, uri))
    for name, pages in groups.items():
        yield name, [uri for _, uri in sorted(pages)]


def _document(text: SearchText, language: str) -> tuple[str, str]:
    """Return the path of a page in the site, and its document."""
    path = unquote(text.sections[0]["location"].partition("#")[0])
    html = search_document(text.sections, SearchFacts(*text.facts), language)
    return f"{path}index.html" if path.endswith("/") or not path else path, html


def _run_pagefind(documents: Iterable[tuple[str, str]], language: str) -> dict[str, bytes]:
    """Return the files of the bundle that Pagefind makes of documents, in their order, by path.

    If it read a folder, they would have the order in which the file system lists it.
    """
    requests: list[dict[str, object]] = [{"type": "NewIndex", "config": {"force_language": language}}]
    for path, html in documents:
        requests.append({"type": "AddFile", "index_id": 0, "file_path": path, "file_contents": html})
    requests.append({"type": "GetFiles", "index_id": 0})
    output = _ask_pagefind(requests)
    with suppress(ValueError):
        answers = [json.loads(b64decode(answer, validate=True))["payload"] for answer in output.split(b",")[:-1]]
        errors = [answer["message"].encode() for answer in answers if answer["type"] == "Error"]
        output = next(iter(errors), output)
        if len(answers) == len(requests) and not errors:
            return {file["path"].replace("\\", "/"): b64decode(file["content"]) for file in answers[-1]["files"]}
    reason = " ".join(output.decode(errors="replace").split())[:1000]
    raise PluginError(f"Pagefind cannot index the site: {reason}; `search: material` does without it")


def _ask_pagefind(payloads: Sequence[object]) -> bytes:
    """Return Pagefind's answers to requests, or what it prints if it ends early.

    Both are JSON as base64, each with a comma behind it, as Pagefind's packages for Node and Python send them; that for
    Python waits 0.1 s for each answer.
    """
    requests = (json.dumps({"message_id": number, "payload": each}) for number, each in enumerate(payloads, start=1))
    # Variables and files could have settings for it.
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    variables["PAGEFIND_UNSTABLE_INDEX_CHUNK_SIZE"] = _PART
    pipe, parts, missing = subprocess.PIPE, [], len(payloads)
    with (
        TemporaryDirectory() as empty,
        subprocess.Popen(
            [str(program()), "--service"], cwd=empty, env=variables, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT
        ) as process,
    ):
        assert process.stdin  # noqa: S101 - for mypy, with the next one
        assert process.stdout  # noqa: S101 - as above
        with suppress(BrokenPipeError):  # it has ended, and says why
            process.stdin.write(b"".join(b64encode(request.encode(errors="replace")) + b"," for request in requests))
            process.stdin.flush()
        while missing > 0 and (part := os.read(process.stdout.fileno(), 1 << 16)):
            parts.append(part)
            missing -= part.count(b",")
        process.kill()
    return b"".join(parts)
