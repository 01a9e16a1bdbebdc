"""Web pages, and the books that are made of them."""
