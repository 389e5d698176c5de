"""Importer for reading lists."""
