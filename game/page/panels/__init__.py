"""The panels around the table: hand, seats, portraits, buttons, events, notices and log."""

STATE = {
    "hand_order": [],  # the tiles of the hand, in the order shown
    "own_order": [],  # the tiles in the order that the person made by dragging
    "hand_tab_stop": None,  # the tile that the tab key reaches
    "notice": "",  # a refusal, a hint or an explanation beside the hand
    "notice_kind": "refused",  # refused, hint, or about (an explanation)
    "notice_clause": None,  # the clause of the rules behind a refusal
    "events_shown": [],  # the events on screen, see events/event_bubbles.py
    "moods": [],  # the moods of the players' portraits, by seat, see portraits.mood
    "events_waiting": [],  # the parts to show later; a part is a list of events
    "call_explained": None,  # the event with which the banner explained the call, see event_bubbles.explains_call
    "events_count": 0,  # how many events were shown so far; gives each bubble its key
    "round_card": None,  # the round's card while on screen; its "seconds" say how long, None: until the person begins the round
    "card_waits": False,  # the card stays on screen until the person begins the round
    "grace_given": False,  # the last scene already gave the person extra time to call
    "dismissed_lines": (),  # the kinds of the standing notices that the person dismissed
}
