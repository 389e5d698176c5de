"""The journals of the gallery in the manual."""

from pathlib import Path

import yaml

from tests.command import run
from tests.for_each import for_each
from tools.gallery import MOST_BYTES, PICTURES, ROOT, SOURCES, write


@for_each([path.stem for path in sorted(SOURCES.glob("*.yml"))])
def test_a_journal_of_the_gallery_is_right_and_shown(name: str, tmp_path: Path) -> None:
    """It has no problem, and the manual shows it with its source."""
    source = yaml.safe_load((SOURCES / f"{name}.yml").read_text(encoding="utf-8"))
    checked = run(write(source, tmp_path), "check", DAYTRAIL_TODAY=str(source["today"]))
    assert (checked.status, checked.out) == (0, "")
    assert (PICTURES / f"{name}.webp").stat().st_size < MOST_BYTES
    page = (ROOT / "docs/manual/gallery.md").read_text(encoding="utf-8")
    assert f"## {source['kind']}" in page
    assert f"(../images/gallery/{name}.webp)" in page
    assert f"`tests/gallery/{name}.yml`" in page
