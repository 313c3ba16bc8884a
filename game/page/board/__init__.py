"""The table: its viewport, its layers, its hit areas, and the animation of tiles."""
