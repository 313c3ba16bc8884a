"""Passing on what a person sends to others: links, texts and pictures."""
