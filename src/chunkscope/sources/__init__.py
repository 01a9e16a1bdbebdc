"""Files and the clipboard become documents; converter libraries are used here and nowhere else."""
