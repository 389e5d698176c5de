"""Marks of a draft where they have no effect: in front matter of another kind, or in the text.

Who writes `draft: true` anywhere means to hide the page. What looks like front matter at the top of a text is no front
matter either, and may hide the word in a way that is not known here.
"""

import re
from collections.abc import Iterator

from daytrail.gfm import block_tokens
from daytrail.problems import Location, Problem, error, is_near
from daytrail.source.front_matter import KEYS_OF_PAGES, SplitMarkdown
from daytrail.source.private_text import fold
from daytrail.source.yaml.nodes import Document

_TRUE = r"(?:true|yes|y|on|1|t|wahr|ja|oui|vrai|si|sim)"
_OTHER = r"[^a-z0-9\n]"
_LINE = re.compile(
    rf"^{_OTHER}{{0,40}}+(?P<key>[a-z_]{{3,10}}){_OTHER}{{0,20}}[:=][^a-z0-9]{{0,20}}{_TRUE}{_OTHER}{{0,40}}(?:#.*)?$",
    re.MULTILINE,
)
"""A line with a key that is true and nothing else, in any brackets, quotes or comments."""
_IN_BRACKETS = re.compile(
    rf"[\"']draft[\"']\s{{0,9}}[:=]\s{{0,9}}[\"']?{_TRUE}\b|^\W{{0,9}}[{{(<].{{0,200}}\bdraft\s{{0,9}}[:=]\s{{0,9}}[\"']?(?:true|yes)\b",
    re.MULTILINE,
)
_COMMENT = re.compile(r"<!--+\s{0,9}/?\s{0,9}(?:(?:begin|end|start|stop)\s{1,9})?draft\s{0,9}--+>")
_DELIMITER = re.compile(
    r"(?:-[ -]+|\++|;{2,}|={3,}|\*{3,}|_{3,}|/{2,}|<!--+|%{2,}|\{[%#]?)\s*(?:ya?ml|toml|json|front-?matter)?(?:\s*#.*)?"
)
"""A line that begins front matter for other programs, or that was meant to be `---`."""
_FENCE = re.compile(r"[`~]{3,}\s*[\w-]*")
_KEY = re.compile(r"[\W_]*([a-z][\w -]*?)[\"']?\s*[:=](?:\s|$|[\"'\[{])")
_HINT = "front matter is between two lines `---`, the first of which is the first line of the file"


def find_misplaced(parts: SplitMarkdown, path: str) -> Iterator[Problem]:
    """Yield what in the body of a Markdown file looks like a mark of a draft, or like front matter at its top."""
    body = fold(parts.body).replace("\0", "")
    lines = body.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if marks := _lines_of_marks(body):
        # An example in a code block is no mark, unless the file begins with the block.
        code = fenced_lines(parts.body, skip=-1 if parts.front_matter else first)
        for number in marks:
            if number not in code:
                message = "this makes no draft, since it is not in the front matter"
                yield error(Location(path, parts.first_line + number), message, _HINT)
        return
    top = lines[first].strip()
    key = _KEY.match(next((line for line in lines[first + 1 :] if line.strip()), ""))
    is_delimiter = _DELIMITER.fullmatch(top) or (not parts.front_matter and _FENCE.fullmatch(top))
    if is_delimiter and key and key[1].strip() in KEYS_OF_PAGES:
        yield error(Location(path, parts.first_line + first), "this looks like front matter, but it is none", _HINT)


def _lines_of_marks(body: str) -> list[int]:
    matches = [match for match in _LINE.finditer(body) if _means_draft(match["key"])]
    matches += [*_IN_BRACKETS.finditer(body), *_COMMENT.finditer(body)]
    return sorted({body.count("\n", 0, match.start()) for match in matches})


def _means_draft(key: str) -> bool:
    key = key.replace("_", "").removeprefix("is")
    return (
        is_near(key, "draft", 1) or is_near(key, "private", 1) or key in ("drafts", "entwurf", "borrador", "brouillon")
    )


def fenced_lines(body: str, skip: int = -1) -> set[int]:
    """Return the numbers of the lines in fenced code blocks, without the block that starts in the line `skip`."""
    fences = [token.map for token in block_tokens(body) if token.type == "fence" and token.map]
    return {number for start, end in fences if start != skip for number in range(start, end)}


_DRAFT_KEY = re.compile(
    r"(?:^|[{,])[ \t]*[\"']?draft[\"']?[ \t]*(?::(?![ \t]*[\"']?(?:false|no|off|n|0)\b)|$)", re.MULTILINE
)
"""The key in YAML, where it may be what an alias leads to, without a plain `false` behind it."""


def means_draft(front_matter: str, document: Document) -> bool:
    """Return whether front matter says that this is a draft, in any words but a plain `draft: false`."""
    draft = document.find(("draft",))
    if draft and (draft.text is None or draft.text.strip().casefold() not in ("false", "no", "off", "n", "0")):
        return True
    look = fold(front_matter).replace("\0", "")
    if _DRAFT_KEY.search(look):
        return True
    lines = (match for match in _LINE.finditer(look) if not match[0].lstrip().startswith("#"))
    return any(_means_draft(match["key"]) for match in lines)
