"""The ground the records stand on: one frozen base, and the types of single values.

YAML hands over text, lists and maps only, so that it cannot guess; each type here reads
its value from text and says what is wrong in words that a writer knows.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, ClassVar, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetJsonSchemaHandler, WithJsonSchema, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError


class Record(BaseModel):
    """A record as written: frozen, and without keys that nobody knows."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Brief(Record):
    """A record that may be written as one plain text, which then fills its `brief` field."""

    brief: ClassVar[str]

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, written: Any) -> Any:
        return {cls.brief: written} if isinstance(written, str) else written

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        long = handler.resolve_ref_schema(handler(schema))
        short = {**long["properties"][cls.brief]}
        return {"anyOf": [short, {**long}]}


def refuse(message: str, hint: str = "") -> PydanticCustomError:
    """Build the error that a type raises: a message for the writer and perhaps a hint, shown as they are."""
    return PydanticCustomError("daytrail", "{message}", {"message": message, "hint": hint})


def _shown(value: str) -> str:
    return f"`{value if len(value) <= 60 else value[:59] + '…'}`"


T = TypeVar("T")


def _of_text(read: Callable[[str], T]) -> BeforeValidator:
    """Read a value from its text; let anything but text pass to the type behind, which refuses it."""

    def before(value: Any) -> Any:
        return read(value.strip()) if isinstance(value, str) else value

    return BeforeValidator(before)


def _line(text: str) -> str:
    if not (line := " ".join(text.split())):
        raise refuse("there is no text here")
    return line


def _prose(text: str) -> str:
    if not text:
        raise refuse("there is no text here")
    return text


def _whole(text: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
        known = re.fullmatch(r"0+([1-9][0-9]{0,8})", text)
        raise refuse(f"{_shown(text)} is not a whole number", f"write `{known[1]}`" if known else "")
    return int(text)


def _hours(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,5}([.][0-9]{1,4})?", text):
        known = re.match(r"([0-9]+)[.,]?([0-9]*)\s*(h|hrs?|hours?)?$", text)
        fixed = known and (f"{known[1]}.{known[2]}" if known[2] else known[1])
        raise refuse(f"{_shown(text)} is not a number of hours", f"write `{fixed}`" if fixed else "")
    return float(text)


def _flag(text: str) -> bool:
    if text not in ("true", "false"):
        likely = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(text.casefold(), text.casefold())
        hint = f"write `{likely}`" if likely in ("true", "false") else ""
        raise refuse(f"{_shown(text)} is neither `true` nor `false`", hint)
    return text == "true"


def _day(text: str) -> date:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        parts = re.match(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[T ].*)?$", text)
        hint = f"write `{parts[1]}-{parts[2]:0>2}-{parts[3]:0>2}`" if parts else "write year-month-day, as in `2026-02-15`"
        raise refuse(f"{_shown(text)} is not a date", hint)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise refuse(f"{_shown(text)} is not a day of the calendar") from None


def _url(text: str) -> str:
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise refuse(f"{_shown(text)} is not a link") from None
    if parts.scheme not in ("http", "https"):
        hint = f"write `https://{text}`" if re.match(r"[\w-]+(\.[\w-]+)+(/|$)", text) else ""
        raise refuse(f"{_shown(text)} is not a link that starts with `https://` or `http://`", hint)
    if not host or re.search(r"[\s<>\"\\^`{|}\x00-\x20]", text):
        raise refuse(f"{_shown(text)} is not a link", "spaces, quotes and brackets are written as `%20` and the like")
    return text


def _id(text: str) -> str:
    if not re.fullmatch(r"[^\W_]+(-[^\W_]+)*", text) or text != text.casefold() or len(text) > 80:
        near = slug(text)
        raise refuse(
            f"{_shown(text)} is not an id: small letters, digits and single dashes, at most 80",
            f"write `{near}`" if near else "",
        )
    return unicodedata.normalize("NFC", text)


def slug(text: str) -> str:
    """Return the words of a text in small letters with dashes between them, in any script; empty if it has none."""
    known = unicodedata.normalize("NFKC", text).casefold()
    return "-".join(re.findall(r"[^\W_]+", known))


_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.ASCII)
"""Names that Windows keeps for devices: https://learn.microsoft.com/windows/win32/fileio/naming-a-file."""


def segment(text: str) -> str:
    """Return a path segment for any text: readable, the same for ever, and another one for another text.

    Case and the choice between space, dash and underscore do not tell texts apart. Where more
    than that is lost (`C#`, an emoji, a long text), a digest of the whole is added.
    """
    known = re.sub(r"[\s_-]+", "-", unicodedata.normalize("NFKC", text).casefold()).strip("-")
    kept = re.sub(r"-{2,}", "-", re.sub(r"[^\w.+-]", "-", known)).strip("-.")
    while len(kept.encode()) > 120:
        kept = kept[: len(kept) - 8]
    if kept == known and not _RESERVED.fullmatch(kept):
        return kept
    digest = hashlib.sha256(known.encode()).hexdigest()[:8]
    return f"{kept}-{digest}" if kept else digest


Line = Annotated[str, _of_text(_line)]
"""Text on one line."""
Prose = Annotated[str, _of_text(_prose)]
"""Text of any length."""
Whole = Annotated[int, _of_text(_whole)]
"""A whole number from 0, without leading zeros."""
Hours = Annotated[float, _of_text(_hours)]
"""Hours of work."""
Flag = Annotated[bool, _of_text(_flag)]
Day = Annotated[date, _of_text(_day)]
"""A calendar date; it is never converted between time zones."""
Url = Annotated[str, _of_text(_url), WithJsonSchema({"type": "string", "pattern": "^https?://[^\\s]+$"})]
"""A link to a page: http or https, so that no link can run anything."""
Id = Annotated[str, _of_text(_id), WithJsonSchema({"type": "string", "maxLength": 80})]
"""A name that other places may refer to."""
