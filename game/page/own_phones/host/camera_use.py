"""The use of the camera: when it was started, and how it ends."""

from game.for_types import TYPE_CHECKING
from game.page.own_phones import pairing_link

if TYPE_CHECKING:
    from game.page.kernel.app import App


class Scan:
    """The search for a code by the camera."""

    def __init__(self, app: "App") -> "None":
        self.begun = 0  # when the camera was started (ms of performance.now)


def stop_scanning(app: "App") -> "None":
    """End the camera."""
    if app.state["scanning"]:
        app.update(scanning=False, scan_problem="")
        app.run(_stop_camera(app))


async def _stop_camera(app: "App") -> "None":
    scanner = await pairing_link.load(app, "scanner")
    if scanner:
        scanner.stop()
