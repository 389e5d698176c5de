"""Helpers that several commands share; none of them is a command."""
