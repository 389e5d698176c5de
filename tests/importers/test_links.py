"""Relative links of a source document as URLs."""

import pytest

from daytrail.importers.text.links import absolute_link, is_web_url, url_of_file

PLAN = "https://github.com/x/y/blob/main/plans/plan.md"


@pytest.mark.parametrize(
    ("target", "source_url", "expected"),
    [
        ("notes/a.md", PLAN, "https://github.com/x/y/blob/main/plans/notes/a.md"),
        ("../README.md#top", PLAN, "https://github.com/x/y/blob/main/README.md#top"),
        ("/README.md", PLAN, "https://github.com/x/y/blob/main/README.md"),
        ("#week-2", PLAN, f"{PLAN}#week-2"),
        ("a.md", "https://github.com/x/y", "https://github.com/x/y/blob/HEAD/a.md"),
        ("/a.md", "https://gitlab.com/g/h/y/-/blob/main/b/c.md", "https://gitlab.com/g/h/y/-/blob/main/a.md"),
        ("/a.md", "https://codeberg.org/x/y/src/branch/main/b/c.md", "https://codeberg.org/x/y/src/branch/main/a.md"),
        ("/a.md", "https://example.org/b/c.md", "https://example.org/a.md"),
        ("https://example.org/z", PLAN, "https://example.org/z"),
        ("www.example.org/a", None, "https://www.example.org/a"),
        ("example.com", PLAN, "https://example.com"),
        ("notes.org", None, None),
        ("a.md", None, None),
        ("file:///C:/a.txt", PLAN, None),
    ],
)
def test_relative_link_is_counted_from_the_url_of_its_document(
    target: str, source_url: str | None, expected: str | None
) -> None:
    assert absolute_link(target, source_url) == expected


@pytest.mark.parametrize(
    ("folder_url", "expected"),
    [
        ("https://github.com/x/y", "https://github.com/x/y/blob/HEAD/w1/a.md"),
        ("https://github.com/x/y/tree/main/plans/", "https://github.com/x/y/blob/main/plans/w1/a.md"),
        ("https://example.org/plans", "https://example.org/plans/w1/a.md"),
    ],
)
def test_url_of_a_file_follows_from_that_of_its_folder(folder_url: str, expected: str) -> None:
    assert url_of_file(folder_url, "w1/a.md") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [(PLAN, True), ("github.com/x/y", False), ("ftp://x/y", False), ("https://", False), ("https://[x", False)],
)
def test_only_a_web_url_can_be_the_url_of_a_source(text: str, expected: bool) -> None:
    assert is_web_url(text) == expected


@pytest.mark.parametrize(
    ("source_url", "expected"),
    [
        (PLAN, "https://github.com/x/y/raw/main/plans/a.png"),
        ("https://github.com/x/y", "https://github.com/x/y/raw/HEAD/a.png"),
        ("https://gitlab.com/g/h/y/-/blob/main/c.md", "https://gitlab.com/g/h/y/-/raw/main/a.png"),
        ("https://codeberg.org/x/y/src/branch/main/c.md", "https://codeberg.org/x/y/raw/branch/main/a.png"),
        ("https://example.org/x/c.html", "https://example.org/x/a.png"),
    ],
)
def test_an_image_has_the_url_of_its_file_and_not_of_the_page_about_it(source_url: str, expected: str) -> None:
    assert absolute_link("a.png", source_url, is_image=True) == expected
