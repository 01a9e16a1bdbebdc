"""Files, folders and the clipboard become markdown here; converter libraries stay here."""
