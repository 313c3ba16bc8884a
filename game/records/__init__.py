"""Text forms of everything in `rules`: records, positions, link codes. No storage, no network."""
