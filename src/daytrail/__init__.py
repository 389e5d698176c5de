"""Daytrail: a learning log and a plan, in plain files, as one site."""

__version__ = "0.1.0"
