"""`daytrail done`: adds items of the plan to `done:` of an entry."""

from daytrail.cli.common.state_command import state_command
from daytrail.facts.progress import State

done = state_command(State.DONE, "Tick items of the plan in today's entry.")
