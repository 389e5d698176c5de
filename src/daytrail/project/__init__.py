"""A project on disk: settings, loading, caches, git history and the clock."""
