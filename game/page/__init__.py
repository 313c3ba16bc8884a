"""The only code that touches the DOM; runs in MicroPython in the page and talks to the engine by messages."""
