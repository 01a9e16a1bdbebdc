"""Plain Python: text in, frozen values out. No files, no network, no Qt."""
