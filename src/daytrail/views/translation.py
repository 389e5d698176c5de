"""Translations of Daytrail's own words, by gettext.

English is in the sources; `translations/*.po` have other languages. The build of a site uses the language of its theme,
and commands use English. Values are named, `_("Week %(week)s", week=3)`, so that a language may put them in its own
order; `tools/translations.py` collects the messages.
"""

import gettext as gnu
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple, ParamSpec, TypeVar

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

P = ParamSpec("P")
T = TypeVar("T")
FOLDER = files("daytrail.views") / "translations"
"""Catalogues by the code of their language, as in `de.po`."""
LANGUAGES = ("en", *sorted(file.name.removesuffix(".po") for file in FOLDER.iterdir() if file.name.endswith(".po")))


class _Language(NamedTuple):
    of_site: str
    """Code of the language that was asked for."""
    code: str
    locale: Locale
    """How dates and numbers are written."""
    messages: gnu.NullTranslations


def _language(code: str) -> _Language:
    """Return a language by its code, such as `de` or `pt-BR`; English if it has no translation."""
    name = code.replace("_", "-").split("-")[0].lower()
    catalog = FOLDER / f"{name}.po"
    if not name.isalpha() or not catalog.is_file():
        return _Language(code, "en", Locale("en", "GB"), gnu.NullTranslations())
    compiled = BytesIO()
    with catalog.open("rb") as file:
        write_mo(compiled, read_po(file, locale=name))
    compiled.seek(0)
    return _Language(code, name, Locale(name), gnu.GNUTranslations(compiled))


_current = _language("en")


def use_language(code: str) -> None:
    """Use a language from now on: it is one for the process, as a process builds one site at a time."""
    global _current  # noqa: PLW0603 - as gettext's own `install` does
    _current = _language(code)


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Use a language within a command, all of whose other words are English."""
    use_language(code)
    try:
        yield
    finally:
        use_language("en")


def language() -> str:
    """Return the code of the language in use."""
    return _current.code


def cached(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a function in each language."""

    @cache
    def in_language(_code: str, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)

    @wraps(function)
    def in_current_language(*args: P.args, **kwargs: P.kwargs) -> T:
        return in_language(_current.code, *args, **kwargs)  # type: ignore[arg-type]  # a cache wants them hashable

    return in_current_language


def other_language() -> str | None:
    """Return the language of the site if the one in use is another, as there is no translation; else None."""
    return _current.of_site if _current.code == "en" and not _current.of_site.lower().startswith("en") else None


def marked(html: str) -> Markup:
    """Return HTML in an element that names its language, if that is not the one of the site."""
    return Markup(f'<div lang="{_current.code}">\n{html}\n</div>' if html and other_language() else html)  # noqa: S704 - ours


def locale() -> Locale:
    """Return the rules of the language in use for dates and numbers."""
    return _current.locale


def gettext(message: str, **values: object) -> str:
    """Return a message in the language in use, with the values in place of `%(name)s`.

    A percent sign in it is doubled, as in templates.
    """
    return _current.messages.gettext(message) % values


def ngettext(singular: str, plural: str, num: int, **values: object) -> str:
    """Return the message that fits a number, which is the value `num`."""
    return _current.messages.ngettext(singular, plural, num) % {"num": num, **values}


def pgettext(context: str, message: str, **values: object) -> str:
    """Return a message that has several translations, told apart by a context such as `state of an item`."""
    return _current.messages.pgettext(context, message) % values


def deferred(_context: str, message: str) -> str:
    """Return a message as it is, so that it is collected here and translated by `pgettext` where it is shown."""
    return message


def _html(function: Callable[P, str]) -> Callable[P, Markup]:
    """Return a function for messages with HTML in them or in their values; those that are not `Markup` are escaped."""

    def in_html(*message: P.args, **values: P.kwargs) -> Markup:
        escaped = {name: escape(value) for name, value in values.items()}
        return Markup(function(*message, **escaped))  # type: ignore[arg-type]  # noqa: S704 - ours

    return in_html


gettext_html, ngettext_html, pgettext_html = _html(gettext), _html(ngettext), _html(pgettext)
