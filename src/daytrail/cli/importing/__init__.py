"""The commands of `daytrail import`."""
