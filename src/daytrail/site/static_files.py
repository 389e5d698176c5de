"""Files of a site other than pages: our styles and scripts, Mermaid, and the files beside entries."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from daytrail.project.settings import Options
from daytrail.source.published_files import is_published
from daytrail.views.files.search import search_words
from daytrail.views.follow import follow_settings
from daytrail.views.links import ASSET_FOLDER, FEED_STYLE
from daytrail.views.look import chosen_look

_ASSETS = Path(__file__).resolve().parent.parent / "assets"
MERMAID = _ASSETS / "mermaid" / "mermaid.min.js"
"""The pinned copy that npm fetched when Daytrail was installed or built; it may be missing."""
SEARCH_WORDS = "daytrail_search"
"""Setting of the theme with the words of the dialog for searches, if it is ours."""
_STYLE, _PALETTES = f"{ASSET_FOLDER}daytrail.css", "assets/stylesheets/palette.*.css"
"""URL path of the one style sheet of all pages, and the theme's with the colours to choose from, which it contains."""
_NAMED_COLOURS = re.compile(r"(?:\[data-md-color-scheme=\w+\])?\[data-md-color-(?:accent|primary)=[^{}]*\{[^{}]*\}")
"""Rules in it for the colours of the theme, which a site with ours needs none of."""
_FAVICON, _FAVICON_OF_THEME = f"{ASSET_FOLDER}favicon.svg", "assets/images/favicon.png"
"""Ours, and that of Material, in whose place it is."""
FORMULA_FONT = f"{ASSET_FOLDER}math.woff2"
"""Path of the font that most formulas need."""
_COMMENTS = {".css": r"/\*.*?\*/", ".js": r"^ */\*.*?\*/$|(?:^|(?<=[;{,])) *//[^\n]*$"}
_SPACE = {".css": r"\s*([{},;])\s*|(?<=:) ", ".js": r"\s*(\n)\s*"}
"""What may be between the tokens of a file, around the one that stays; in a string of ours it is not."""


def _joined(paths: Sequence[Path]) -> bytes:
    """Return style sheets or scripts as one, so that browsers ask once, without comments and indentation."""
    kind = paths[0].suffix
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    without_comments = re.sub(_COMMENTS[kind], "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(_SPACE[kind], r"\1", without_comments).encode()


def add_to_pages(config: MkDocsConfig) -> None:
    """Have every page load our styles and scripts, and use our templates."""
    # Behind the owner's templates, which may replace ours, and before those of the theme.
    config.theme.dirs.insert(bool(config.theme.custom_dir), str(_ASSETS / "theme"))
    config.extra_css.insert(0, _STYLE)
    config.extra_javascript += [f"{ASSET_FOLDER}daytrail.js"]
    # An owner may have chosen another one, or have put a file in the place of the theme's.
    own = [config.docs_dir, *filter(None, [config.theme.custom_dir])]
    if config.theme.get("favicon") == _FAVICON_OF_THEME and not any(
        Path(folder, _FAVICON_OF_THEME).is_file() for folder in own
    ):
        config.theme["favicon"] = _FAVICON


def add_dialog(config: MkDocsConfig, language: str) -> None:
    """Have the theme use our dialog for searches, whose words are in the setting `SEARCH_WORDS` of the theme."""
    config.theme[SEARCH_WORDS] = search_words(language)
    config.theme.dirs.insert(bool(config.theme.custom_dir), str(_ASSETS / "search"))


def has_mermaid() -> bool:
    """Return whether Mermaid is there; without npm, a clone has none."""
    return MERMAID.is_file()


def add_files(files: Files, config: MkDocsConfig, root: Path, attachments: Iterable[str], options: Options) -> None:
    """Add these files to those of the site; `attachments` are the paths of the files that entries show."""
    for uri in sorted(attachments):
        if is_published(root, uri):
            files.append(File(uri, str(root), config.site_dir, config.use_directory_urls))
    fonts = {path.name: path.read_bytes() for name in ("math*", "heading*") for path in _ASSETS.glob(name)}
    contents = {**dict(_styles(config, options)), **_scripts(), **fonts}
    if SEARCH_WORDS in config.theme:
        words, style = config.theme[SEARCH_WORDS]["scripts"], _joined([_ASSETS / "find/find.css"]).decode()
        head = f"const WORDS = {json.dumps(words)};\nconst STYLE = {json.dumps(style)};\n"
        contents["search.js"] = head.encode() + _joined([_ASSETS / "search.js"])
    for name, content in contents.items():
        files.append(File.generated(config, f"{ASSET_FOLDER}{name}", content=content))
    for uri, source in ((FEED_STYLE, "feeds/feed.css"), (_FAVICON, "favicon.svg")):
        files.append(File.generated(config, uri, content=(_ASSETS / source).read_bytes()))
    if has_mermaid():
        files.append(File.generated(config, f"{ASSET_FOLDER}mermaid.min.js", abs_src_path=str(MERMAID)))


def _styles(config: MkDocsConfig, options: Options) -> Iterator[tuple[str, bytes]]:
    """Yield the style sheets by name: that of all pages, with the theme's colours, and those that a few pages load."""
    palettes = [path for folder in config.theme.dirs for path in sorted(Path(folder).glob(_PALETTES))][:1]
    colours = "".join(_joined([path]).decode() for path in palettes)
    if set(re.findall(r"'(?:primary|accent)': '([\w ]+)'", str(config.theme.get("palette")))) == {"custom"}:
        colours = _NAMED_COLOURS.sub("", colours)
    order = {"look.css": 0, "daytrail.css": 1, "overviews.css": 2, "print.css": 4}
    of_all = [path for folder in (_ASSETS, _ASSETS / "overviews") for path in sorted(folder.glob("*.css"))]
    of_all.sort(key=lambda path: order.get(path.name, 3))
    chosen = chosen_look(options.accent, options.paper, options.font)
    yield Path(_STYLE).name, colours.encode() + _joined(of_all) + chosen.encode()
    yield from ((path.name, _joined([path])) for path in (_ASSETS / "overviews/late").glob("*.css"))


def _scripts() -> dict[str, bytes]:
    """Return the scripts by name: one of all pages, and those that it loads where and when they are needed."""
    mermaid = "mermaid-lazy.js" if has_mermaid() else "mermaid-missing.js"
    of_all = ["lists-loader.js", "days.js", "pictures.js", "scroll.js", "follow.js", "search-loader.js", mermaid]
    return {
        "daytrail.js": _joined([_ASSETS / name for name in of_all]),
        "lists.js": _joined([_ASSETS / "lists" / name for name in ("filter.js", "reading.js")]),
        "follow.js": follow_settings().encode() + _joined([_ASSETS / "follow/follow.js"]),
        **({"diagrams.js": _joined([_ASSETS / "diagrams.js"])} if has_mermaid() else {}),
    }
