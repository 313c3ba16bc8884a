"""The use of the camera: when it was started, and how it ends."""

from game.page.own_phones import pairing_link


class Scan:
    """The search for a code by the camera."""

    def __init__(self, app):
        self.begun = 0  # when the camera was started (ms of performance.now)


def stop_scanning(app):
    """End the camera."""
    if app.state["scanning"]:
        app.update(scanning=False, scan_problem="")
        app.run(_stop_camera(app))


async def _stop_camera(app):
    scanner = await pairing_link.load(app, "scanner")
    if scanner:
        scanner.stop()
