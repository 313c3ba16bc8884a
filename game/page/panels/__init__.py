"""The panels around the table: hand, seats, buttons, events, log and sound."""

STATE = {
    "hand_order": [],  # the tiles of the hand, in the order shown
    "own_order": [],  # the order that the person made by dragging
    "hand_tab_stop": None,  # the tile that the tab key reaches
    "notice": "",  # a refusal, a hint or an explanation beside the hand
    "notice_kind": "refused",  # refused, hint or about
    "notice_clause": None,  # the clause of the rules behind a refusal
    "missed_event": None,  # (seat, sentence) that is played back after a curtain
    "events_shown": [],  # the events on screen, see panels/event_bubbles.py
    "events_waiting": [],  # the parts of events that are still to be shown
    "events_count": 0,  # how many events were shown so far; gives each bubble its key
    "round_card": None,  # the card at the start of a round
    "grace_given": False,  # the scene before gave the time to call already
    "dismissed_lines": (),  # the kinds of the standing notices that were dismissed
}
