"""Importer for progress logs."""
