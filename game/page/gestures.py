"""Fingers and the mouse: pan, pinch and wheel on the table; a tile dragged from the hand."""

_just_dragged = False


def listen(app):
    """Begins to listen."""


def dragged():
    """Whether the click that arrives belongs to a drag."""
    return _just_dragged
