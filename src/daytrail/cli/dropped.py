"""`daytrail dropped`: adds items of the plan to `dropped:` of an entry."""

from daytrail.cli.done import state_command
from daytrail.facts.progress import State

dropped = state_command(State.DROPPED, "Say in today's entry that items of the plan are given up.")
