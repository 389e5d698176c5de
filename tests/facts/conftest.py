"""Hypothesis settings of these tests."""

from hypothesis import settings

# The time that an example takes depends on the machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
