"""The plugin's options, as MkDocs checks them."""

from mkdocs.config.base import Config
from mkdocs.config.config_options import Optional, Type


class Options(Config):
    """The options under `plugins: daytrail:`; `settings` reads them, for the command as well."""

    timezone = Type(str, default="UTC")
    entries = Type(str, default="entries")
    curriculum = Type(str, default="curriculum.yaml")
    reading = Type(str, default="reading.yaml")
    feed = Type(str, default="full")
    feed_authority = Optional(Type(str))
    page_cache = Type(bool, default=True)
