"""Interpret pointer movements: drag, pan or pinch. All positions are in px on screen."""

DRAG_DISTANCE = 7  # px after which a press counts as a drag
SNAP_DISTANCE = 70  # px within which a dragged tile snaps to a place


def distance(a, b):
    """The distance between two positions."""
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def nearest(places, here):
    """The index of the position nearest to `here`, or None if none is within NEAR."""
    best, number = SNAP_DISTANCE, None
    for n, place in enumerate(places):
        away = distance(place, here)
        if away < best:
            best, number = away, n
    return number


class Fingers:
    """The fingers that are down on the table."""

    def __init__(self):
        self.places = {}  # positions by pointer id
        self.moved = False

    def down(self, finger, place):
        """Add a finger. A second finger makes the press no tap."""
        self.places[finger] = place
        self.moved = len(self.places) > 1

    def move(self, finger, here):
        """The effect of a movement: ("pan", px across, px down), ("zoom", factor, x, y of its middle), or None."""
        before = self.places.get(finger)
        if before is None or (not self.moved and distance(before, here) < DRAG_DISTANCE):
            return None
        self.moved = True
        self.places[finger] = here
        others = [place for other, place in self.places.items() if other != finger]
        if not others:
            return "pan", here[0] - before[0], here[1] - before[1]
        other = others[0]
        factor = distance(here, other) / max(distance(before, other), 1)
        return "zoom", factor, (here[0] + other[0]) / 2, (here[1] + other[1]) / 2

    def up(self, finger):
        """A finger went up; True when it had moved."""
        return self.places.pop(finger, None) is not None and self.moved
