"""Checks that compare several records of a journal."""
