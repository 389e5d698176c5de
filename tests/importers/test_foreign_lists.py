"""Imports of reading lists of other programs; what each becomes is in `tests/cases/imports/`, a file a format."""

import zipfile
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.importers.reading.formats import read_foreign_list
from daytrail.importers.reading.reader import ImportedList
from daytrail.importers.text.coverage import find_losses
from daytrail.importers.text.diagnostics import UNPARSED_LINE
from daytrail.model.reading import ReadingList
from daytrail.source.load import load
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml
from tests.command import run, write
from tests.importers.common import CASES, unparsed_lines

FORMATS = ("bookmarks", "csv_lists", "omnivore", "bibtex")
LISTS = {
    f"{name}: {why}": case
    for name in FORMATS
    for why, case in yaml.safe_load((CASES / f"{name}.yml").read_text(encoding="utf-8")).items()
}


def written(imported: ImportedList) -> str:
    return to_yaml(imported.data) if imported.data else ""


def losses(imported: ImportedList) -> list[object]:
    """Return what the result lacks of what the source says."""
    return [*find_losses(imported.content or "", imported.data, imported.diagnostics, imported.structure)]


@pytest.mark.parametrize("name", LISTS)
def test_list_becomes_the_yaml_of_its_case(name: str) -> None:
    """So do the kinds of doubts, and what is left over. Without `yaml` the text is none of these formats."""
    case = LISTS[name]
    imported = read_foreign_list(case["text"], case.get("name", "list"))
    assert (imported is not None) == ("yaml" in case)
    if imported is None:
        return
    assert written(imported) == case["yaml"]
    doubts = [problem for problem in imported.diagnostics if problem.code != UNPARSED_LINE]
    assert [f"{problem.location.line}: {problem.code}" for problem in doubts] == case.get("doubts", [])
    assert [f"{line}: {text.strip()}" for line, text in unparsed_lines(imported)] == case.get("left", [])
    assert losses(imported) == []


PIECES = {
    "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n": (
        "<DL> </DL> <DT> <A\u00a0HREF=https://a.example> </A> <H3>Sea</H3> <DD> & <!-- word"
    ),
    "title,url,tags,status,notes\n": 'a , " "" https://a.example read x;y',
    "@article{a,\n": 'title author = { } " , } @book{b, \\emph and # url https://a.example',
    '[{"url": "x", "savedAt": "y"},': '{ } "title" : "a" , ] [ "url": "https://a.example"',
}


@pytest.mark.parametrize("start", PIECES)
def test_any_text_becomes_a_valid_list_without_losing_a_word(start: str) -> None:
    @given(st.lists(st.sampled_from([*PIECES[start].split(" "), "\n", " "]) | st.text(max_size=5), max_size=30))
    def read(pieces: list[str]) -> None:
        imported = read_foreign_list(start + "".join(pieces).replace("\u00a0", " "), "list")
        if imported and imported.data:
            document, problems = parse(written(imported), "reading.yaml")
            assert problems == []
            assert len(list(ReadingList.model_validate(document.data).shelved)) == imported.items
            assert losses(imported) == []

    read()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})


def test_a_list_of_another_program_is_imported_and_verified(root: Path) -> None:
    """The format is that of the content, whatever the name is."""
    case = LISTS["bibtex: kinds, languages, groups and a preprint"]
    source = root.parent / "notes.txt"
    source.write_text(case["text"], encoding="utf-8")
    result = run(root, "import", "reading", str(source))
    assert (result.status, result.out) == (0, "reading.yaml\n")
    assert "read as reading list (BibTeX), 2 categories, 3 items, 2 notes" in result.err
    assert (root / "reading.yaml").read_text(encoding="utf-8") == case["yaml"]
    assert load(root).problems == ()
    assert run(root, "import", "reading", str(source), "--verify").status == 0
    assert run(root, "import", "reading", str(source)).out == ""


EXPORT = {
    "metadata_0_to_20.json": '[{"slug": "a", "title": "Low water", "url": "https://tide.example/a", "savedAt": "x"}]',
    "metadata_20_to_40.json": '[{"slug": "b", "title": "Neap", "url": "https://tide.example/b", "savedAt": "x"}]',
    "highlights/b.md": "> The moon pulls.\n",
    "highlights/a.md": "",
    "content/a.html": "<p>Text of the page.</p>",
}
ITEMS = """\
categories:
  - id: omnivore
    title: Omnivore
    items:
      - {title: Low water, url: https://tide.example/a}
      - title: Neap
        url: https://tide.example/b
        notes:
          - The moon pulls.
"""


@pytest.mark.parametrize("is_archive", [False, True])
def test_an_export_of_omnivore_is_a_folder_or_an_archive(is_archive: bool, root: Path) -> None:
    source = write(root.parent / "export", EXPORT)
    if is_archive:
        source = root.parent / "export.zip"
        with zipfile.ZipFile(source, "w") as archive:
            for name, text in EXPORT.items():
                archive.writestr(name, text)
    result = run(root, "import", "reading", str(source))
    assert (result.status, result.out) == (0, "reading.yaml\n"), result.err
    assert (root / "reading.yaml").read_text(encoding="utf-8") == ITEMS
    assert run(root, "import", "reading", str(source), "--verify").status == 0


def test_another_archive_is_no_export(root: Path) -> None:
    archive = root.parent / "other.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a.md", "x")
    result = run(root, "import", "reading", str(archive))
    assert result.status == 1
    assert "has no metadata_0_to_20.json, so it is no export of Omnivore" in result.err
    assert not (root / "reading.yaml").exists()


def test_long_lines_are_read_in_bookmarks_and_refused_in_markdown(root: Path) -> None:
    """Icons of bookmarks are long."""
    source = root.parent / "b.html"
    link = f'<DT><A HREF="https://tide.example" ICON="data:{"A" * 20_000}">Tides</A>\n'
    source.write_text(f"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n{link}</DL>\n", encoding="utf-8")
    assert run(root, "import", "reading", str(source)).status == 0
    source.write_text(f"- [Tides](https://tide.example) {'A' * 20_000}\n", encoding="utf-8")
    assert "the line is longer than 10,000 characters" in run(root, "import", "reading", str(source)).err
