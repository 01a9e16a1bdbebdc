"""Small parts that more than one panel uses."""
