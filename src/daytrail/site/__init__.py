"""Integration with MkDocs: the plugin, its macros, the page builder and the live server."""
