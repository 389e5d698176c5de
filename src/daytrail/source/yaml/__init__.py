"""YAML with locations: nodes, parser, syntax messages, writer, editor and merge."""
