"""Model: frozen records of what a person may write. It knows no file format, clock or host."""

import os

# Otherwise the first record makes pydantic look for plugins of its own in all packages that are installed.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
