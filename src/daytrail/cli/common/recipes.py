"""Recipes of imports: their folder, and the error that one of them still asks something."""

from daytrail.cli.common.files import UpdateError

RECIPES = "imports"
"""Folder of the recipes in a project."""


class OpenQuestions(UpdateError):
    """Nothing was written, since the owner has not answered what the recipes ask."""
