"""What is open and what the user prefers: one immutable value, preferences, paths, log."""
