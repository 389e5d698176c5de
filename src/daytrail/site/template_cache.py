"""Compiled templates, kept where damage to them is noticed: Jinja's own cache of files would run into it."""

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from daytrail.project.cache_store import CacheStore


class Compiled(BytecodeCache):
    """Compiled templates in a store. Each knows its source and its version of Python by itself."""

    def __init__(self, store: CacheStore) -> None:
        """Keep them in a store, until it is closed."""
        self._store = store

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket, if its template is there."""
        if (found := self._store.value("templates", "", bucket.key)) is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what is in a bucket."""
        self._store.put("templates", "", bucket.key, b"", bucket.bytecode_to_string())
