"""PDFs: reading order, headings, repeats, pages."""
