"""Links in HTML, and where its tables are."""

import re

TABLE = re.compile(r"(<table\b[^<>]*>(?:(?!<table\b).)*?</table>)", re.IGNORECASE | re.DOTALL)
_LINK = re.compile(
    r"<a\s[^<>]*?href=[\"'](?P<url>[^\"'<>]+)[\"'][^<>]*>(?P<words>(?:(?!</?(?:a|li)\b).)*?)</a>(?!\()",
    re.DOTALL | re.IGNORECASE,
)
_PICTURE = re.compile(
    r"<img\b(?=[^<>]*?\bsrc=[\"'](?P<url>[^\"'<>\s]+))(?:[^<>]*?\balt=[\"'](?P<words>[^\"<>]*?)[\"'])?[^<>]*>",
    re.IGNORECASE,
)


def with_markdown_links(text: str) -> str:
    """Return a text with links in HTML as links in Markdown, on as many lines."""

    def read(match: re.Match[str]) -> str:
        words = _PICTURE.sub(lambda picture: f"![{picture['words'] or ''}]({picture['url']})", match["words"])
        link = f"[{' '.join(re.sub(r'<[^<>]*>', '', words).split())}]({match['url'].strip()})"
        return link + "\n" * (match[0].count("\n") - link.count("\n"))

    return _LINK.sub(read, text)
