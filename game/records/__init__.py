"""Text forms of matches, positions and options: records, one-line texts and link codes. No storage, no network."""
