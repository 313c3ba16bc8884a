"""The events of a scene, shown one after the other at the chosen pace, until the person has to act."""

from game.page.kernel.room import Room

room = Room(__name__, "event_bubbles", "pacing", "advancing")
room.state(
    events_shown=[],  # the events on screen, see event_bubbles.py
    events_waiting=[],  # the parts to show later; a part is a list of events
    call_explained=None,  # the event with which the banner explained the call, see event_bubbles.explains_call
    events_count=0,  # how many events were shown so far; gives each bubble its key
    round_card=None,  # the round's card while on screen; its "seconds" say how long, None: until the person begins the round
    card_waits=False,  # the card stays on screen until the person begins the round
    grace_given=False,  # the last scene already gave the person extra time to call
    end_hidden=False,  # the sheet or screen of the end opens by itself in a moment, see `pacing.show_end`
    advancing=False,  # whether `advance` is running
)
