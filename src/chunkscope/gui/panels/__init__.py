"""The parts of the main window; none knows another."""
