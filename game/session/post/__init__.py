"""A match by post on the table of one device: whose turn it may play, and until when it may undo."""
