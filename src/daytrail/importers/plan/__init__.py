"""Importer for plans (curricula)."""
