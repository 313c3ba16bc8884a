"""What the modules for own phones add to the page, once they are loaded: views, actions, and handlers of forms."""

from game.page.kernel import painting
from game.page.own_phones import party_view
from game.page.own_phones.guest import join_view, joining
from game.page.own_phones.host import hosting, invite_view

# See game/page/painting.py.
VIEWS = (
    (invite_view.view, ("party", "party_role", "invitation", "scanning", "scan_problem", "elsewhere")),
    (invite_view.seats, ("party", "invitation", "screen")),
    (invite_view.camera, ("scanning", "scan_problem", "screen")),
    (join_view.view, ("joining", "party", "connection")),
    (join_view.seats, ("party", "screen")),
    (party_view.view, ("party", "party_role")),
    (party_view.fairness, ("fairness", "phase")),
)
ACTIONS = dict(hosting.ACTIONS)
ACTIONS.update(joining.ACTIONS)
FIELDS = {"elsewhere": hosting.elsewhere_changed, "join": joining.field_changed}  # by the id of the form


def attach(app):
    """Add the views and the listeners to the page. game/page/late/own_phones_entrance.py uses ACTIONS and FIELDS."""
    painting.add(VIEWS, app.state)
    hosting.attach_listeners(app)
