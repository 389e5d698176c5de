"""Imports of reading lists; what each document becomes is in `tests/cases/imports/lists*.yml`."""

import pytest
import yaml
from hypothesis import example, given, settings

from daytrail.importers.reading.reader import read_list
from daytrail.importers.text.coverage import find_losses
from daytrail.model.reading import ReadingList
from daytrail.source.yaml.merge import merge
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml
from tests.importers.common import CASES, DOCUMENTS, guesses, unparsed_lines

LISTS = {
    name: case
    for path in sorted(CASES.glob("lists*.yml"))
    for name, case in yaml.safe_load(path.read_text(encoding="utf-8")).items()
}


@pytest.mark.parametrize("name", LISTS)
def test_reading_list_becomes_the_yaml_of_its_case(name: str) -> None:
    """So do its diagnostics, the keys `left` (unparsed lines) and `doubts` (guesses and contradictions)."""
    case = LISTS[name]
    assert case.keys() <= {"text", "name", "source_url", "yaml", "left", "doubts"}
    reading_list = read_list(case["text"], case.get("name", "reading.md"), case.get("source_url"))
    written = to_yaml(reading_list.data) if reading_list.data else ""
    assert written == case.get("yaml", "")
    assert [f"{line}: {text.strip()}" for line, text in unparsed_lines(reading_list)] == case.get("left", [])
    assert [f"{line}: {message}" for line, message in guesses(reading_list)] == case.get("doubts", [])
    assert find_losses(case["text"], reading_list.data, reading_list.diagnostics, reading_list.structure) == []


@given(DOCUMENTS)
@example("- b\n[a](b)")
@example("http://|\n\n\x171. ")
@example("-\nhttp://|\nhttp://x")
@example("g\n(n\n>2http://a")
@example("1. _https://example.org/x\nhttps://example.org/x")
def test_any_text_becomes_a_valid_reading_list_without_losing_a_word(text: str) -> None:
    """A text that lists nothing becomes none."""
    reading_list = read_list(text, "reading.md")
    written = to_yaml(reading_list.data) if reading_list.data else ""
    assert find_losses(text, reading_list.data, reading_list.diagnostics, reading_list.structure) == []
    if reading_list.data:
        document, problems = parse(written, "reading.yaml")
        assert problems == []
        assert len(list(ReadingList.model_validate(document.data).shelved)) == reading_list.items


@given(DOCUMENTS, DOCUMENTS)
@settings(max_examples=50)
def test_merge_of_a_reading_list_keeps_every_line_of_the_file(first: str, second: str) -> None:
    old = read_list(first, "reading.md").data
    new = read_list(second, "reading.md").data
    if not old or not new:
        return
    text = to_yaml(old)
    result = merge(text, new)
    lines = iter(result.text.split("\n"))
    assert all(line in lines for line in text.rstrip("\n").split("\n"))
    document, problems = parse(result.text, "reading.yaml")
    assert problems == []
    ReadingList.model_validate(document.data)
