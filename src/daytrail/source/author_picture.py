"""Picture of the author, a file in the docs folder that the plan names."""

from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from daytrail.problems import Problem, did_you_mean, error, quoted
from daytrail.source.attachments import is_published
from daytrail.source.sources import Sources

_ENDINGS = (".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")


def picture_problems(
    root: Path, folder: str, is_unpublished: Callable[[str], bool], sources: Sources
) -> Iterator[Problem]:
    """Yield why the picture cannot be shown. `folder` is that of the docs, `is_unpublished` takes paths in it."""
    author = sources.plan.author
    if author is None or author.picture is None:
        return
    written, path = author.picture, PurePosixPath(author.picture)
    location = sources.plan_document.locate(("author", "picture"))
    if not written.casefold().endswith(_ENDINGS) or ".." in path.parts or path.is_absolute() or ":" in written:
        hint = f"put it into {quoted(folder)} and write its path in that folder, such as `images/me.jpg`"
        yield error(location, f"{quoted(written)} is no picture in the folder {quoted(folder)}", hint)
    elif not is_published(root, f"{folder}/{written}"):
        inside = written.removeprefix(f"{folder}/")
        pictures = (file.relative_to(root / folder).as_posix() for file in (root / folder / path.parent).glob("*.*"))
        guess = did_you_mean(written, [name for name in pictures if name.casefold().endswith(_ENDINGS)])
        if inside != written and is_published(root, written):
            guess = f"write `{inside}`, since it is a path in that folder"
        message = f"the folder {quoted(folder)} has no file {quoted(written)}"
        yield error(location, message, guess or "correct the path, or add the file")
    elif is_unpublished(path.as_posix()):
        hint = "take it out of `exclude_docs` and `draft_docs` in `mkdocs.yml`"
        yield error(location, f"the picture {quoted(written)} is not published", hint)
