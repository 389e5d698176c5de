"""Model: frozen records of what a person may write. It knows no file format, clock or host."""
