"""Text analysis shared by the importers: outline, dates, words and coverage."""
