"""The page: the only Python that touches the DOM.

It runs in MicroPython on the main thread and exchanges messages with the engine.
"""
