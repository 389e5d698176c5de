"""Helpers of `daytrail pages`, which writes a built site as Markdown for other generators."""
