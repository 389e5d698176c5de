"""Checks of a site before it is built; `checks` lists them."""
