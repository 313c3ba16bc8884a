"""What the page gets when the modules of the laboratory have come: their views, actions, and handlers of forms."""

from pyscript import document

from game.page.kernel import painting
from game.page.kernel.dom import listen
from game.page.laboratory import lab_actions, lab_view

# Pairs of a view and the values of the state that it reads, as in game/page/painting.py.
VIEWS = (
    (lab_view.choices, ("screen", "declarations", "lab_setup", "lab_linked", "house_rules")),
    (lab_view.differences, ("lab_check", "lab_problem")),
    (lab_view.survey, ("lab_survey", "lab_setup", "lab_linked", "declarations", "house_rules", "setup")),
    (lab_view.progress, ("lab_result", "lab_running", "lab_seconds", "lab_check", "lab_setup")),
    (lab_view.figures, ("lab_result", "lab_open")),
    (lab_view.share_dialog, ("lab_link",)),
)
ACTIONS = lab_actions.ACTIONS
FIELDS = {"laboratory": lab_actions.field_changed}  # by the id of the form


def attach(app):
    """Give the page the views, the observers and the listeners. `late_part.py` gives it ACTIONS and FIELDS."""
    painting.add(VIEWS, app.state)
    app.observers += (
        ("screen", lambda screen: lab_actions.screen_changed(app)),
        ("back_to", lambda back_to: lab_actions.back_to_changed(app)),
    )
    listen(document, "laboratory:progress", lambda event: app.run(lab_actions.progress(app)))
    listen(document, "laboratory:failed", lambda event: lab_actions.failed(app, event.detail))
