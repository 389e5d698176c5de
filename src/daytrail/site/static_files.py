"""Files of a site other than pages: our styles and scripts, Mermaid, and the files beside entries."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from daytrail.source.published_files import is_published
from daytrail.views.follow import follow_settings
from daytrail.views.links import ASSET_FOLDER, FEED_STYLE
from daytrail.views.style_sheets import OVERVIEW_STYLES, STYLE

_ASSETS = Path(__file__).resolve().parent.parent / "assets"
MERMAID = _ASSETS / "mermaid" / "mermaid.min.js"
"""The pinned copy that npm fetched when Daytrail was installed or built; it may be missing."""
_PRINT = "print.css"
_SCRIPT = "daytrail.js"
_FEED_STYLE = _ASSETS / "feeds/feed.css"
_LISTS = ("filter.js", "reading.js")
"""Scripts of pages with a list that can be filtered, which load them as one once it is used."""
_LISTS_SCRIPT = "lists.js"
_DIAGRAMS = "diagrams.js"
"""What a page with a diagram loads, to draw it with Mermaid."""
_FOLLOW = "follow.js"
"""Script of the pages from which the plan can be followed."""

SEARCH_WORDS = "daytrail_search"
_SEARCH_SCRIPT = f"{ASSET_FOLDER}search.js"
"""The dialog for searches, which loads Pagefind."""

_FAVICON, _FAVICON_OF_THEME = f"{ASSET_FOLDER}favicon.svg", "assets/images/favicon.png"
"""Ours, and that of Material, in whose place it is."""
_FONTS = ("math", "math-greek", "math-capitals", "math-symbols", "math-more")
FORMULA_FONT = f"{ASSET_FOLDER}{_FONTS[0]}.woff2"
"""Path of the font that most formulas need."""


def _scripts() -> list[str]:
    mermaid = "mermaid-lazy.js" if has_mermaid() else "mermaid-missing.js"
    return ["lists-loader.js", "days.js", "scroll.js", "follow.js", "search-loader.js", mermaid]


_COMMENTS = {".css": r"/\*.*?\*/", ".js": r"^ */\*.*?\*/$|(?:^|(?<=[;{,])) *//[^\n]*$"}
_SPACE = {".css": r"\s*([{},;])\s*|(?<=:) ", ".js": r"\s*(\n)\s*"}
"""What may be between the tokens of a file, around the one that stays; in a string of ours it is not."""


def _joined(paths: Sequence[Path]) -> bytes:
    """Return style sheets or scripts as one, so that browsers ask once, without comments and indentation."""
    kind = paths[0].suffix
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    without_comments = re.sub(_COMMENTS[kind], "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(_SPACE[kind], r"\1", without_comments).encode()


def _styles_of_all_pages() -> list[Path]:
    """Return the style sheets that are joined for all pages, in their order: that for print is the last."""
    first = Path(STYLE).name
    return sorted(_ASSETS.glob("*.css"), key=lambda path: (path.name != first, path.name == _PRINT, path.name))


def add_to_pages(config: MkDocsConfig) -> None:
    """Have every page load our styles and scripts, and use our templates."""
    # Behind the owner's templates, which may replace ours, and before those of the theme.
    config.theme.dirs.insert(bool(config.theme.custom_dir), str(_ASSETS / "theme"))
    config.extra_css[:0] = [STYLE, *OVERVIEW_STYLES]
    config.extra_javascript += [f"{ASSET_FOLDER}{_SCRIPT}"]
    # An owner may have chosen another one, or have put a file in the place of the theme's.
    own = [config.docs_dir, *filter(None, [config.theme.custom_dir])]
    if config.theme.get("favicon") == _FAVICON_OF_THEME and not any(
        Path(folder, _FAVICON_OF_THEME).is_file() for folder in own
    ):
        config.theme["favicon"] = _FAVICON


def add_dialog(config: MkDocsConfig) -> None:
    """Have the theme use our dialog for searches, whose words are in the setting `SEARCH_WORDS` of the theme."""
    config.theme.dirs.insert(bool(config.theme.custom_dir), str(_ASSETS / "search"))


def has_mermaid() -> bool:
    """Return whether Mermaid is there; without npm, a clone has none."""
    return MERMAID.is_file()


def add_files(files: Files, config: MkDocsConfig, root: Path, attachments: Iterable[str]) -> None:
    """Add these files to those of the site; `attachments` are the paths of the files that entries show."""
    for uri in sorted(attachments):
        if is_published(root, uri):
            files.append(File(uri, str(root), config.site_dir, config.use_directory_urls))
    contents = {
        STYLE: _joined(_styles_of_all_pages()),
        **{uri: _joined([_ASSETS / "overviews" / Path(uri).name]) for uri in OVERVIEW_STYLES},
        f"{ASSET_FOLDER}{_SCRIPT}": _joined([_ASSETS / name for name in _scripts()]),
        f"{ASSET_FOLDER}{_LISTS_SCRIPT}": _joined([_ASSETS / "lists" / name for name in _LISTS]),
        f"{ASSET_FOLDER}{_FOLLOW}": follow_settings().encode() + _joined([_ASSETS / "follow" / _FOLLOW]),
        FEED_STYLE: _FEED_STYLE.read_bytes(),
        _FAVICON: (_ASSETS / "favicon.svg").read_bytes(),
    }
    for name in (*(f"{name}.woff2" for name in _FONTS), "math-LICENSE.txt"):
        contents[f"{ASSET_FOLDER}{name}"] = (_ASSETS / name).read_bytes()
    if SEARCH_WORDS in config.theme:
        words, style = config.theme[SEARCH_WORDS]["choices"], _joined([_ASSETS / "find/find.css"]).decode()
        head = f"const WORDS = {json.dumps(words)};\nconst STYLE = {json.dumps(style)};\n"
        contents[_SEARCH_SCRIPT] = head.encode() + _joined([_ASSETS / "search.js"])
    if has_mermaid():
        contents[f"{ASSET_FOLDER}{_DIAGRAMS}"] = _joined([_ASSETS / _DIAGRAMS])
        files.append(File.generated(config, f"{ASSET_FOLDER}mermaid.min.js", abs_src_path=str(MERMAID)))
    for uri, content in contents.items():
        files.append(File.generated(config, uri, content=content))
