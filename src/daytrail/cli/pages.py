"""`daytrail pages`: writes the site as Markdown, for generators that have no plugins."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from daytrail.cli.common.files import disk_errors, display_path
from daytrail.cli.common.mkdocs import check_before_build, run_mkdocs
from daytrail.cli.common.output import examples
from daytrail.cli.exporting.folder import FolderError, fill_folder
from daytrail.cli.exporting.site_page import markdown, read_page, source_path
from daytrail.cli.exporting.site_settings import TEMPLATE, site_settings
from daytrail.project.folders import Place, places
from daytrail.project.settings import Settings, read_settings

_SEARCH_TEXTS = "search/texts.json"


@click.command(epilog=examples("daytrail pages ../copy", "daytrail pages ../copy && cd ../copy && zensical build"))
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
@click.pass_obj
def pages(start: Path, folder: Path) -> None:
    """Write the whole site as Markdown, with its data and assets and a mkdocs.yml, into OUT.

    Zensical, MkDocs and ProperDocs build the same pages from it, without Daytrail. OUT must be
    new, empty, or of an earlier run, of which it replaces only what nobody has changed.
    """
    out = folder.absolute()
    root = check_before_build(start).root
    settings, _ = read_settings(root)
    _refuse_overlaps(settings, out)
    with tempfile.TemporaryDirectory(prefix="daytrail-pages-") as built, disk_errors():
        _build(root, Path(built) / "site")
        files = dict(_files(settings, Path(built) / "site"))
        try:
            changed = fill_folder(out, files)
        except FolderError as failure:
            raise click.ClickException(f"{display_path(out)}: {failure}; nothing was written") from None
    number = sum(path.endswith(".md") for path in files)
    click.echo(
        f"{display_path(out)}: {number} pages and {len(files) - number} other files, {changed} changed", err=True
    )


def _refuse_overlaps(settings: Settings, out: Path) -> None:
    """Raise click.ClickException if a folder is, contains or is in one that a build reads or replaces."""
    config = settings.config
    out_place = Place(out)
    for place in places(settings.root, config.site, config.docs, settings.paths):
        if place.overlaps(out_place):
            message = f"{display_path(out)} overlaps with {place.what or display_path(place.path)}"
            raise click.ClickException(f"{message}; name another folder, and nothing was written")


def _build(root: Path, site: Path) -> None:
    try:
        run_mkdocs(root, ["build", "--quiet", "--site-dir", str(site)])
    except SystemExit as end:
        if end.code:
            raise


def _files(settings: Settings, site: Path) -> Iterator[tuple[str, bytes]]:
    searched = _searched(site)
    home = site / "index.html"
    text = home.read_text(encoding="utf-8") if home.is_file() else ""
    yield "mkdocs.yml", site_settings(settings.config, text).encode()
    yield "overrides/main.html", TEMPLATE.encode()
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        path = file.relative_to(site).as_posix()
        page = read_page(path, file.read_text(encoding="utf-8")) if path.endswith(".html") else None
        if page:
            yield f"docs/{page.path}", markdown(page, searched=searched).encode()
        elif not _is_of_theme(path, settings):
            yield f"docs/{path}", file.read_bytes()


def _searched(site: Path) -> set[str] | None:
    """Return the paths of the pages that the search finds; None if it is not Material's."""
    if not (site / _SEARCH_TEXTS).is_file():
        return None
    texts = json.loads((site / _SEARCH_TEXTS).read_bytes())
    return {source_path(entry["location"].partition("#")[0]) for entry in texts}


def _is_of_theme(path: str, settings: Settings) -> bool:
    """Return whether the generator or its theme brings a file of the site, and neither Daytrail nor the owner does."""
    config = settings.config
    folders = [config.docs, *filter(None, [config.path("theme", "custom_dir")])]
    if any((folder / path).is_file() for folder in folders):
        return False
    top, _, rest = path.partition("/")
    return (
        path in ("404.html", "sitemap.xml", "sitemap.xml.gz")
        or top == "search"
        or (top == "assets" and rest.partition("/")[0] in ("images", "javascripts", "stylesheets"))
    )
