"""Item models over frozen values."""
