"""YAML with source positions: parsing, editing and writing."""
