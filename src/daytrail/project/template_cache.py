"""Cache of compiled templates. They are code, so they are in a folder of the user and not in the cache of a project."""

from contextlib import suppress
from pathlib import Path
from pickle import UnpicklingError

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from daytrail.project.code_version import fingerprint
from daytrail.project.user_folder import user_folder


class TemplateCache(FileSystemBytecodeCache):
    """Compiled templates by their names and paths, of the same versions of all packages."""

    def get_source_checksum(self, source: str) -> str:
        """Return a hash of a template and of the code that compiles it."""
        return f"{super().get_source_checksum(source)} {fingerprint()}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template; a damaged file is as good as none."""
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, ValueError, UnpicklingError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store a template, unless the disk is full or read-only."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache(root: Path) -> TemplateCache | None:
    """Return the cache for builds of a project; None if there is no folder that only the user can write to."""
    folder = user_folder(root)
    if folder is None:
        return None
    with suppress(OSError):
        (folder / "templates").mkdir(mode=0o700, exist_ok=True)
    return TemplateCache(str(folder / "templates"))
