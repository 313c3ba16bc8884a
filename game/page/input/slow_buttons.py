"""Mark a button as busy (`aria-busy`) from the press until its result is on screen, if its action takes time."""

# Actions whose result may need more than 100 ms.
SLOW = ("answer", "check-deal", "daily", "export", "hint", "history", "honest", "poster", "qr", "replay")
SLOW += ("review", "review-match", "share", "show-me", "show-round", "statistics")


def with_busy_mark(button, action, task):
    """The task to run in place of `task`: if the action takes time, it also marks the button as busy until the end."""
    if action not in SLOW:
        return task
    button.setAttribute("aria-busy", "true")
    return _unmark_after(button, task)


async def _unmark_after(button, task):
    try:
        await task
    finally:
        button.removeAttribute("aria-busy")
