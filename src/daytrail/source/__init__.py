"""Reading of entries, plans and reading lists, with a location for each problem."""
