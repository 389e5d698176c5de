"""How properties are tried."""

from hypothesis import settings

# How long an example takes is up to the machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
