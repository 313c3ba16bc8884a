"""A match in progress: its past states for undo, its seats, the layout of its tiles, and its text form. Draws and stores nothing."""
