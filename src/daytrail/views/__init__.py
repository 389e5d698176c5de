"""Model and facts to strings: no disk, no clock, no host."""
