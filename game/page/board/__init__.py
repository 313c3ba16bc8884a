"""The board: the view of the table, with its viewport, layers, hit areas, animations and pacing."""
