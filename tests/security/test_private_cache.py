"""The cache, which the publishing workflow stores on GitHub, has no byte of a draft or of a private passage."""

import re
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from daytrail.project.cache_store import DATABASE, CacheStore
from tests.command import run, write
from tests.rebuild import rebuild
from tests.website import build, make, settings

pytestmark = pytest.mark.site

SECRET = "heronmorse"
OPEN = f"---\ntitle: Open {SECRET}\ntags: [{SECRET}]\n---\n\nOpen water {SECRET}.\n\n- [ ] buy {SECRET}\n"
HIDDEN = f"---\ntitle: Open\n---\n\nOpen <!-- private -->{SECRET}<!-- /private --> water.\n"
DRAFT = f"---\ntitle: {SECRET}\ndraft: true\nlinks: [{SECRET}]\n---\n\n{SECRET} again\n"
ENTRY, PAGE = "entries/2026-01-12.md", "docs/about.md"
PLAN = f"title: T\nmilestones: [{{id: roof, text: 'Open <!-- private -->{SECRET}<!-- /private --> end'}}]\n"


def cached(root: Path) -> bytes:
    """Return the bytes of all files of the cache with their names, and all that zlib has compressed in them."""
    files = [path for path in (root / ".cache").rglob("*") if path.is_file()]
    raw = b"".join(path.name.encode() + path.read_bytes() for path in files)
    return raw + b"".join(decompressed(raw[match.start() :]) for match in re.finditer(b"x[\x01\x5e\x9c\xda]", raw))


def decompressed(data: bytes) -> bytes:
    """Return as much as can be decompressed from the beginning of some bytes."""
    stream, result = zlib.decompressobj(), b""
    try:
        for start in range(0, min(len(data), 1_000_000), 64):
            result += stream.decompress(data[start : start + 64])
            if stream.eof:
                break
    except zlib.error:
        pass
    return result


@pytest.mark.parametrize("text", [HIDDEN, DRAFT], ids=["private", "draft"])
def test_what_was_never_public_is_not_cached(tmp_path: Path, text: str) -> None:
    """Neither in an entry, a docs page or the plan, nor in the message of a problem."""
    root = make(tmp_path, {ENTRY: text.replace(f"links: [{SECRET}]\n", ""), PAGE: text, "curriculum.yaml": PLAN})
    assert build(root, strict=False).status == 0
    assert run(root, "status").status == 0
    assert b"cache.sqlite3" in cached(root)
    assert SECRET.encode() not in cached(root)


def test_the_problems_of_a_draft_are_not_cached(tmp_path: Path) -> None:
    """A message may quote what is wrong in a draft."""
    root = make(tmp_path, {"entries/2026-01-11.md": "Text.\n"})
    assert build(root).status == 0
    (root / ENTRY).write_text(DRAFT, encoding="utf-8")
    assert SECRET in run(root, "check").out
    assert SECRET.encode() not in cached(root)


def test_the_test_finds_what_is_cached(tmp_path: Path) -> None:
    """A published text is in the cache, compressed."""
    root = make(tmp_path, {ENTRY: OPEN, PAGE: f"# About\n\n{SECRET}\n"})
    assert build(root).status == 0
    assert cached(root).count(SECRET.encode()) > 5


def hide(root: Path) -> None:
    (root / ENTRY).write_text(HIDDEN, encoding="utf-8")
    (root / PAGE).write_text(f"# About\n\n<!-- private -->{SECRET}<!-- /private -->\n", encoding="utf-8")


def draft(root: Path) -> None:
    (root / ENTRY).write_text(DRAFT.replace(f"links: [{SECRET}]\n", ""), encoding="utf-8")
    (root / PAGE).write_text(f"---\ndraft: true\n---\n\n{SECRET}\n", encoding="utf-8")


def delete(root: Path) -> None:
    (root / ENTRY).unlink()
    (root / PAGE).unlink()


def without_cache(root: Path) -> None:
    hide(root)
    config = settings().replace("timezone: UTC", "timezone: UTC\n      page_cache: false")
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")


def with_hooks(root: Path) -> None:
    hide(root)
    (root / "hook.py").write_text("", encoding="utf-8")
    (root / "mkdocs.yml").write_text(f"{settings()}\nhooks: [hook.py]\n", encoding="utf-8")


def with_short_feeds(root: Path) -> None:
    hide(root)
    config = settings().replace("timezone: UTC", "timezone: UTC\n      feed: excerpt")
    (root / "mkdocs.yml").write_text(config, encoding="utf-8")


@pytest.mark.parametrize("change", [hide, draft, delete, without_cache, with_hooks, with_short_feeds])
def test_what_was_public_leaves_the_cache_and_the_site(tmp_path: Path, change: Callable[[Path], None]) -> None:
    """Once it is private, a draft or deleted, the next build leaves no byte of it, in free pages either."""
    more = {f"entries/2026-02-{day:02}.md": f"Day {day}. " + "Word. " * 400 for day in range(1, 15)}
    root = make(tmp_path, {**more, ENTRY: OPEN, PAGE: f"# About\n\n{SECRET}\n"})
    assert build(root).status == 0
    change(root)
    built = build(root, strict=False)
    assert built.status == 0, built.output
    assert SECRET.encode() not in b"".join(built.site.bytes().values())
    assert SECRET.encode() not in cached(root)


EDITS: dict[str, tuple[Callable[[Path], object], bool]] = {
    "a new entry": (lambda root: write(root, {"entries/2026-01-14.md": "New.\n"}), False),
    "another entry": (lambda root: write(root, {"entries/2026-01-13.md": "Word.\n"}), True),
    "an entry with a private passage": (lambda root: write(root, {ENTRY: HIDDEN.replace("water", "")}), True),
    "no entry": (lambda root: (root / ENTRY).unlink(), True),
    "a page": (lambda root: write(root, {PAGE: "# About me\n"}), True),
    "no page": (lambda root: (root / PAGE).unlink(), True),
    "the plan": (lambda root: write(root, {"curriculum.yaml": "title: T\n"}), True),
    "the list": (lambda root: write(root, {"reading.yaml": "categories: []\n"}), True),
    "the settings": (lambda root: write(root, {"mkdocs.yml": f"{settings()}\ncopyright: Me\n"}), True),
}


def record_statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets all statements that the cache runs."""
    statements: list[str] = []
    execute = CacheStore._execute

    def record(store: CacheStore, statement: str, *values: object) -> list[object]:
        statements.append(statement)
        return execute(store, statement, *values)

    monkeypatch.setattr(CacheStore, "_execute", record)
    return statements


def test_the_cache_of_a_first_build_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make(tmp_path, {ENTRY: HIDDEN, PAGE: "# About\n"})
    statements = record_statements(monkeypatch)
    rebuild(root)
    assert statements[-1] == "COMMIT"


def test_a_cache_of_another_user_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it had is deleted, and must not remain in unused parts of the file."""
    root = make(tmp_path, {ENTRY: OPEN, PAGE: "# About\n"})
    rebuild(root)
    with sqlite3.connect(root / DATABASE) as database:
        database.execute("UPDATE cache SET metadata = x'00'")
    database.close()
    statements = record_statements(monkeypatch)
    rebuild(root)
    assert statements[-1] == "VACUUM"


@pytest.mark.parametrize("edit", EDITS)
def test_the_cache_is_written_anew_unless_texts_were_only_added(
    tmp_path: Path, edit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unused parts of the file may contain what was deleted, which only a new text takes nothing from."""
    shelf = "categories: [{id: sea, title: The sea, items: [{title: Waves, url: https://example.org/waves}]}]\n"
    files = {ENTRY: HIDDEN, "entries/2026-01-13.md": "Text.\n", PAGE: "# About\n", "reading.yaml": shelf}
    root = make(tmp_path, {**files, "curriculum.yaml": PLAN})
    rebuild(root)
    statements = record_statements(monkeypatch)
    change, is_taken_back = EDITS[edit]
    change(root)
    rebuild(root)
    assert statements[-1] == ("VACUUM" if is_taken_back else "COMMIT")
    assert statements.count("VACUUM") <= 1  # of 10,000 entries it takes a second


def test_what_a_failed_first_build_cached_is_overwritten_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cached the entry before it was private."""
    root = make(tmp_path, {ENTRY: OPEN, "entries/2026-01-13.md": "---\nday: x\n---\n"})
    assert build(root).status
    write(root, {ENTRY: HIDDEN, "entries/2026-01-13.md": "Text.\n"})
    statements = record_statements(monkeypatch)
    rebuild(root)
    assert statements[-1] == "VACUUM"


def test_the_live_server_leaves_it_to_the_next_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each save would wait for it."""
    root = make(tmp_path, {ENTRY: OPEN})
    rebuild(root)
    statements = record_statements(monkeypatch)
    for text in (HIDDEN, OPEN, HIDDEN):
        write(root, {ENTRY: text})
        rebuild(root, command="serve")
    assert "VACUUM" not in statements
    write(root, {"entries/2026-01-13.md": "Text.\n"})
    rebuild(root)
    assert statements[-1] == "VACUUM"
    assert SECRET.encode() not in cached(root)
