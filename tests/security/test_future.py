"""With `future: hide`, an entry and the files beside it are in no byte of the site before its day."""

from pathlib import Path

import pytest

from tests.command import run
from tests.website import build, make, settings

pytestmark = pytest.mark.site

FILES: dict[str, str | bytes] = {
    "mkdocs.yml": settings().replace("  - daytrail:\n", "  - daytrail:\n      future: hide\n"),
    "entries/2026-02-16.md": "---\ntags: [tide]\n---\n\nOpen water.\n\n- [ ] buy a gauge\n",
    "entries/2026-02-17.md": (
        "---\ntitle: Heron title\ntags: [herontag, tide]\nwas: [heronwas]\nhours: 3\n"
        "links: ['https://example.org/heronlink']\ndone: [w01/ebb]\n---\n\n"
        "Heron text ![heronpicture](heronfile.png)\n\n- [ ] herontask\n- [x] buy a gauge\n"
    ),
    "entries/heronfile.png": b"heronbytes",
    "curriculum.yaml": "title: Tides\nstart: 2026-02-16\nparts:\n  - id: one\n    title: One\n"
    "    weeks: [{week: 1, title: Ebb, concepts: [Ebb]}]\n",
}


def test_a_future_entry_is_in_no_byte_until_its_day(tmp_path: Path) -> None:
    """The first build of its day has it, although no file has changed."""
    project = make(tmp_path, FILES)
    assert "future: hide" in (project / "mkdocs.yml").read_text(encoding="utf-8")
    built = build(project)
    assert built.status == 0, built.output
    files = {path: content + path.encode() for path, content in built.site.bytes().items()}
    assert [path for path, content in files.items() if b"heron" in content.lower()] == []
    assert not [path for path, content in files.items() if b"02/17" in content and path.startswith(("log/", "data/"))]
    assert "heron" not in run(project, "status", DAYTRAIL_TODAY="2026-02-16").out.lower()
    built = build(project, DAYTRAIL_TODAY="2026-02-17")
    assert built.status == 0, built.output
    assert b"heronbytes" in built.site.bytes()["entries/heronfile.png"]
    assert b"Heron text" in built.site.bytes()["log/2026/02/17/index.html"]
