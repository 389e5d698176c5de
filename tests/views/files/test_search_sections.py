"""Sections that a search finds."""

from daytrail.views.files.search_sections import search_sections
from tests.for_each import for_each


@for_each(
    [
        ("", [("", "", "")]),
        ("plain", [("", "", "plain")]),
        ("<p>One\ntwo", [("", "", "<p>One two")]),
        ("</p>a < b <c", [("", "", "a &lt; b &lt;c")]),
        ("<P>&quot;x&quot; &amp; &lt;y&gt;</P>", [("", "", '<p>"x" &amp; &lt;y&gt;</p>')]),
        ("<pre>a\n  b</pre><br>c", [("", "", "<pre>a\n  b</pre>c")]),
        ("a<!-- <p>no -->b<script>'<p>no'</script>c<style>p > a {}</style>", [("", "", "abc")]),
        ("<h1 id=a>One</h1>b<h2 id='c'>Two</h2>d", [("", "One", "b"), ("c", "Two", "d")]),
        ('<h2 id="a">Two<a class="headerlink" href="#a">¶</a></h2>b', [("", "", ""), ("a", "Two", "b")]),
        ("a<section><h2 id=b>B</h2>c</section>d", [("", "", "a"), ("b", "B", "cd")]),
        ("<nav data-search-exclude>a</nav><h1 id=b>B</h1>c", [("", "B", "c")]),
        ("a<h2 id=b data-search-exclude>B</h2>c<h2 id=d>D</h2>e", [("", "", "a"), ("d", "D", "e")]),
        ("a<div data-search-exclude><div>b</div>c</div>d", [("", "", "ad")]),
        ('<p title="data-search-exclude > id=5">a</p><p data-search-exclude="">b</p>c', [("", "", "<p>a</p>c")]),
        ('a<div class="linenodiv">1</div><object>b</object>c<p>', [("", "", "ac<p>")]),
        ('a<svg><rect x="1"/><title>b</title></svg>c<p>d', [("", "", "ac<p>d")]),
        ('a <span role="img" title="b">●</span> c <i aria-hidden="true">↗</i>d', [("", "", "a  c d")]),
    ]
)
def test_sections_of_html(case: tuple[str, list[tuple[str, str, str]]]) -> None:
    """Each is an anchor, a title and a text; what is wrong with the HTML ends nothing."""
    html, sections = case
    assert search_sections(html) == sections
