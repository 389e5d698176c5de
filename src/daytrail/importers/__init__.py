"""Importers: source documents to draft entries, plans and reading lists; only the command line uses them."""
