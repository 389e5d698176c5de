"""The `daytrail import` commands."""
