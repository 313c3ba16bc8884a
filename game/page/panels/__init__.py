"""Round the felt: the hand, the seats, the buttons, what happened in words and in sounds."""

STATE = {
    "hand_order": [],  # the tiles of the hand in the order shown
    "own_order": [],  # the order into which the person dragged them
    "hand_tab_stop": None,  # the tile that the tab key goes to
    "notice": "",  # why something cannot be, or what the coach says
    "notice_kind": "refused",  # what the notice is: refused, hint or about
    "notice_clause": None,  # the clause of the rules behind it
    "missed_event": None,  # seat and sentence of what is being played back after a curtain
    "events_shown": [],  # what is told now of what happened, see panels/event_bubbles.py
    "events_waiting": [],  # the parts of it that are still to be told
    "events_count": 0,  # grows with everything that is told
    "round_card": None,  # the card at the start of a round
    "grace_given": False,  # the time to call in was given already
    "dismissed_lines": (),  # the standing lines that were put away, by their kinds
}
