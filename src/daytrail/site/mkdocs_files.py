"""Generated pages as MkDocs knows them."""

import posixpath
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from gzip import GzipFile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypedDict
from urllib.parse import quote, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel

from daytrail.views.links import page_file
from daytrail.views.page import Page


class Place(File):
    """Where a generated page is: links lead there, and MkDocs does nothing about it."""

    def __init__(self, page: Page, config: MkDocsConfig, anchors: Callable[[str], set[str] | None]) -> None:
        """Name the place of a page.

        Args:
            page: The page.
            config: The site.
            anchors: Returns the ids that links to a page may name, by its uri; None where nobody knows them.
        """
        self.src_uri = page.uri
        self.src_dir = None
        self.dest_dir = config.site_dir
        self.use_directory_urls = config.use_directory_urls
        self.dest_uri = destination(page, config)
        self.inclusion = InclusionLevel.NOT_IN_NAV
        self.generated_by = "daytrail"
        self.page = _Anchors(lambda: anchors(page.uri))  # type: ignore[assignment]  # all that MkDocs asks of it

    def is_documentation_page(self) -> bool:
        """Whether MkDocs should read it: no."""
        return False

    def copy_file(self, dirty: bool = False) -> None:
        """Leave it alone: the page is built, or is there."""


class Apart(File):
    """A page of the owner's that MkDocs does nothing about, though others lead to it."""

    def is_documentation_page(self) -> bool:
        """Whether MkDocs should read it: no."""
        return False

    def copy_file(self, dirty: bool = False) -> None:
        """Leave it alone: the page is built, or is there."""


class _Anchors:
    """What a link to a page is held against."""

    def __init__(self, anchors: Callable[[], set[str] | None]) -> None:
        self._anchors = anchors

    @property
    def present_anchor_ids(self) -> set[str] | None:
        return self._anchors()


class Lookups(Files):
    """Files that remember which of them were asked for."""

    def __init__(self, files: Files) -> None:
        super().__init__(files)
        self.asked: dict[str, str | None] = {}
        """The file in the site by each address among the sources that was asked for; None where there is none."""

    def get_file_from_path(self, path: str) -> File | None:
        """Return the file of an address among the sources."""
        found = super().get_file_from_path(path)
        self.asked[path] = found.dest_uri if found else None
        return found


def destination(page: Page, config: MkDocsConfig) -> str:
    """Return the path of a page's file in the site."""
    file = page_file(page.address, flat=not config.use_directory_urls)
    return f"{file}index.html" if file.endswith("/") or not file else file


def file_of(page: Page, config: MkDocsConfig, root: Path) -> File:
    """A page to be built: outside the navigation, which would repeat every entry on every page."""
    dest = destination(page, config)
    if page.entry is None:
        file = File.generated(config, page.uri, content="", inclusion=InclusionLevel.NOT_IN_NAV)
        file.generated_by = "daytrail"
        file.dest_uri = dest
        return file
    # Its own path in the project as its address among the sources: then links to images and to
    # other entries lead where they lead on GitHub, and git dates and the edit link are right.
    folders = config.site_dir, config.use_directory_urls
    file = File(page.uri, str(root), *folders, dest_uri=dest, inclusion=InclusionLevel.NOT_IN_NAV)
    file.edit_uri = posixpath.relpath(page.uri, Path(config.docs_dir).resolve().relative_to(root).as_posix())
    return file


def paths_of(files: Iterable[File]) -> dict[str, str]:
    """Return the absolute paths of the owner's files, by uri."""
    return {file.src_uri: str(file.abs_src_path) for file in files if file.generated_by is None}


def free(uri: str, files: Files) -> str:
    """Return the uri of a file that is to be generated, once it is clear that nothing of the owner's is there."""
    if (there := files.src_uris.get(uri)) is not None:
        raise PluginError(f"{there.abs_src_path} stands where a generated file goes; rename it")
    return uri


def pack(sitemap: Path, day: str) -> None:
    """Compress a sitemap as MkDocs does, but with the day of its newest page among all that it lists."""
    if sitemap.is_file():
        time = datetime.fromisoformat(day or "1970-01-01").replace(tzinfo=UTC).timestamp()
        with (
            Path(f"{sitemap}.gz").open("wb") as file,
            GzipFile("sitemap.xml", "wb", fileobj=file, mtime=time) as packed,
        ):
            packed.write(sitemap.read_bytes())


class About(TypedDict):
    """What mkdocs.yml says of the site."""

    url: str
    title: str
    description: str
    language: str
    flat: bool


def about(config: MkDocsConfig) -> About:
    """Return what feeds and previews say of a site."""
    return About(
        url=config.site_url or "",
        title=config.site_name,
        description=config.site_description or "",
        language=str(config.theme.get("language") or "en"),
        flat=not config.use_directory_urls,
    )


def lines_of_sitemap(
    pages: Iterable[Page], files: Iterable[File], day: Callable[[str], str], config: MkDocsConfig
) -> Iterator[Any]:
    """Yield the pages that MkDocs does not know, as the template of the sitemap asks for them.

    Args:
        pages: Those of the journal.
        files: All files of the site.
        day: Returns the day of a page by its uri.
        config: The site.
    """
    yield from (file for file in files if isinstance(file, Apart))
    base = f"{config.site_url.rstrip('/')}/" if config.site_url else ""
    root = urlsplit(base).path
    for page in pages:
        file = quote(destination(page, config))
        short = file.removesuffix("index.html") if config.use_directory_urls else file
        own = SimpleNamespace(is_link=False, canonical_url=None, abs_url=None, update_date=day(page.uri))
        if base:
            own.canonical_url, own.abs_url = f"{base}{short}", f"{root}{short}"
        yield SimpleNamespace(page=own)
