"""URLs of sanitised HTML; what else is sanitised is in `tests/security` and `tests/cases/markdown`."""

from daytrail.views.body import render_body
from daytrail.views.sanitise import with_urls


def test_only_links_and_images_have_other_urls() -> None:
    """A text that looks like an attribute, in code or not, is as it was written."""
    html = render_body('Write href="a.md" or `<a href="a.md">` [a](a.md?x&y), ![b](b.png)')
    assert with_urls(html, "https://tide.example/{}".format) == (
        '<p>Write href="a.md" or <code>&lt;a href="a.md"&gt;</code> <a href="https://tide.example/a.md?x&amp;y">a</a>, '
        '<img src="https://tide.example/b.png" alt="b" loading="lazy"></p>\n'
    )
