"""The end of a command's help."""


def examples(*lines: str) -> str:
    """Return examples, each on a line of its own."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
