"""`daytrail started`: adds items of the plan to `started:` of an entry."""

from daytrail.cli.done import state_command
from daytrail.facts.progress import State

started = state_command(State.STARTED, "Say in today's entry that items of the plan are started.")
