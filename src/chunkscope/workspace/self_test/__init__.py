"""Whether all of the program works where it is installed, told by itself."""
