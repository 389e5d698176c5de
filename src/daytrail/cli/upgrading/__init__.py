"""Helpers of `daytrail upgrade`: the pin of Daytrail, its changelog, and changes of formats."""
