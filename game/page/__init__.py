"""The only code that touches the DOM. It runs in MicroPython on the page's main thread and exchanges messages with the engine."""
