"""Tasks of Logseq, `- TODO read` and the like, which become tasks of GitHub. Its clocks and dates are left out."""

import re
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_STATES: Final = {
    **dict.fromkeys(["TODO", "LATER", "NOW", "DOING", "WAITING", "WAIT", "IN-PROGRESS"], "open"),
    "DONE": "done",
    **dict.fromkeys(["CANCELED", "CANCELLED"], "dropped"),
}
_TASK: Final = re.compile(rf"({'|'.join(_STATES)})[ \t]+(?:\[#[A-Z]\][ \t]+)?(?=\S)")
_DATES: Final = re.compile(
    r"\n?^(?::LOGBOOK:\n(?:.*\n){0,200}?:END:|(?:SCHEDULED|DEADLINE|CLOCK): ?[<\[].*)[ \t]*$", re.MULTILINE
)


def tasks(markdown: MarkdownIt) -> None:
    """Have a parser read tasks of Logseq."""
    markdown.core.ruler.after("block", "tasks", _read)


def _read(state: StateCore) -> None:
    lists: list[Token] = []
    for index, token in enumerate(state.tokens):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append(token)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "inline" and lists and state.tokens[index - 1].type == "paragraph_open":
            token.content = _DATES.sub("", token.content)
            item, match = state.tokens[index - 2], _TASK.match(token.content)
            if match and item.type == "list_item_open":
                _make_task(token, item, lists[-1], match)


def _make_task(text: Token, item: Token, listing: Token, match: re.Match[str]) -> None:
    kind = _STATES[match[1]]
    text.content = text.content[match.end() :]
    if kind == "dropped":
        text.content = f"[-] {text.content}"
        return
    item.meta = {**item.meta, "checked": kind == "done"}
    item.attrJoin("class", "task-list-item")
    if "contains-task-list" not in str(listing.attrGet("class") or ""):
        listing.attrJoin("class", "contains-task-list")
