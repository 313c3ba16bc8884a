"""What every page knows of a table with other devices (docs/own-phones.md): seats and notices.

The modules of game/page/own_phones/, which connect the devices, come only when a person wants them, see game/page/late/.
"""

# `party` is {"phase", "paused", "seats": […], "lookers"}, from the host's engine or from the host (game/devices/).
# `invitation` is {"name", "seat": for whom, or None, "link", "qr", "answered": whether its answer was taken,
# "late": whether no connection came for a long time}.
# `joining` is {"code", "seat", "name", "face", "looks_on", "link", "qr", "late"}.
STATE = {
    "party": None,  # who is at the table with other devices, see above
    "party_role": "",  # host, guest, screen (a guest that only shows the table), or "" without other devices
    "invitation": None,  # at the host: the invitation on screen, see above
    "scanning": False,  # whether the camera looks for a code
    "scan_problem": "",  # why the camera cannot be used: denied, none, insecure or busy
    "joining": None,  # at a guest: its choices and its answer until it sits at the table, see above
    "connection": "",  # at a guest: open, quiet, cut, closed, taken-out, replaced, full, version or unfair
    "fairness": None,  # at a guest after the match: the problems that its engine found, as messages
    "elsewhere": False,  # whether invitations are for people in another network
}
