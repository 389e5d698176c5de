"""Changes of the plan that keep what was written under its old names."""
