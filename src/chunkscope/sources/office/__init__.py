"""Word documents and PowerPoint decks, read from the XML of their parts."""
