"""A text that looks like a URL but is none breaks no command and no build, wherever it is written."""

from pathlib import Path

import pytest

from tests.command import run
from tests.for_each import for_each
from tests.website import build, make

NO_URLS = (
    "http://[x]/",
    "http://[::1/",
    "http://a]b/",
    "https://a\u2100b.example/",  # NFKC makes `a/c` of the sign
    "http://a\uff0fb.example/",
    "http://a.example:99999/",
    "http://a.example:port/",
    "http://user:pass@[x]/",
    "//[x]/",
)

TEXT = "\n\n".join(
    form.format(url)
    for url in NO_URLS
    for form in (
        "see {0} there",
        "<{0}>",
        "[a]({0})",
        "[b](<{0}>)",
        "![c]({0})",
        "[{0}][d]\n\n[d]: {0}",
        '<a href="{0}">e</a>',
        '<img src="{0}">',
        "`{0}`",
        "- [ ] task {0}",
        "[^f]: {0}",
        "| {0} |\n|-|\n| {0} |",
        "## {0}",
    )
)


@pytest.mark.site
def test_text_that_is_no_url_is_built(tmp_path: Path) -> None:
    """An entry with each of them in every form of a link is checked, listed, shared and built."""
    root = make(tmp_path, {"entries/2026-01-12.md": TEXT, "entries/2026-01-13.md": f"{NO_URLS[0]}\n\n{TEXT}"})
    for command in (
        ["check"],
        ["reading", "--links"],
        ["share"],
        ["status"],
        ["review"],
        ["reading"],
    ):
        assert run(root, *command).status == 0, command
    built = build(root)
    assert built.status == 0, built.output
    feed = (root / "site/feed.json").read_text(encoding="utf-8")
    assert "http://[x]/" in built.site.pages["log/2026/01/12/"].source
    assert "http://[x]/" in feed


@for_each(NO_URLS)
def test_each_is_refused_where_a_url_is_wanted(url: str, tmp_path: Path) -> None:
    """In the front matter, the plan and the reading list, each is an error with its location."""
    files = {
        "entries/2026-01-12.md": f"---\nlinks: ['{url}', {{url: '{url}'}}]\n---\n",
        "curriculum.yaml": "title: P\nparts: [{id: a, title: A, weeks: [{week: 1, title: W, reading: "
        f"[{{title: R, url: '{url}', aliases: ['{url}']}}]}}]}}]\n",
        "reading.yaml": f"categories: [{{id: c, title: C, items: ['{url}', {{title: x, url: '{url}'}}]}}]\n",
    }
    checked = run(make(tmp_path, files), "check")
    assert checked.status == 1
    for place in ("entries/2026-01-12.md:2:", "curriculum.yaml:2:", "reading.yaml:1:"):
        assert place in checked.out, checked.out


@for_each([url for url in NO_URLS if url.startswith("http")])
def test_share_refuses_it_as_the_address_of_the_site(url: str, tmp_path: Path) -> None:
    """`share --url` says that it is no URL."""
    shared = run(make(tmp_path, {"entries/2026-01-12.md": "Heron.\n"}), "share", "--url", url)
    assert shared.status == 2
    assert "is not a URL" in shared.err
