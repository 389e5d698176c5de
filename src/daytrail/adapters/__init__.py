"""The rooms with windows: the clock, the current folder, the terminal, and the hosts."""
