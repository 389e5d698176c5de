"""Text files and texts for elsewhere: feeds, calendar, data, BibTeX, Markdown, posts."""
